# auto.arima on every 50th series of the M3 competition: the model and its sMAPE over the hold-out.
# Rscript test/oracles/arima-m3.R m3.ndjson.gz > test/oracles/arima-m3.json
suppressMessages({library(forecast); library(jsonlite)})
lines <- readLines(gzfile(commandArgs(TRUE)[1]))
rows <- lapply(lines[seq(1, length(lines), by = 50)], function(line) {
  s <- fromJSON(line)
  f <- auto.arima(ts(s$x, frequency = s$m))
  fc <- forecast(f, h = length(s$xx), level = 95)
  list(id = s$id, order = unname(f$arma[c(1, 6, 2, 3, 7, 4)]), coefficients = I(as.character(names(f$coef))), loglik = f$loglik,
    smape = mean(200 * abs(s$xx - fc$mean) / (abs(s$xx) + abs(fc$mean))), inside = mean(s$xx >= fc$lower & s$xx <= fc$upper))
})
cat(toJSON(list(made_with = paste0(R.version.string, ", forecast ", packageVersion("forecast")), series = rows), digits = 8, auto_unbox = TRUE), "\n")
