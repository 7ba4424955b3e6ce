# ets on three short series of the M3 competition where its search misses the likeliest ETS(M,A,N): the form that it takes, its forecasts
# of 6 steps, and the AICc that it finds for each form. Rscript test/oracles/ets-m3.R m3.ndjson.gz > test/oracles/ets-m3.json
suppressMessages({library(forecast); library(jsonlite)})
lines <- readLines(gzfile(commandArgs(TRUE)[1]))
rows <- lapply(c(73, 567, 601), function(place) {
  s <- fromJSON(lines[place])
  fit <- ets(s$x)
  aicc <- function(e, t, d) ets(s$x, paste0(e, t, "N"), damped = d)$aicc
  list(id = s$id, x = s$x, method = fit$method, aicc = fit$aicc, point = as.numeric(forecast(fit, h = 6, PI = FALSE)$mean),
    tried = list(ANN = aicc("A", "N", FALSE), AAN = aicc("A", "A", FALSE), AAdN = aicc("A", "A", TRUE), MNN = aicc("M", "N", FALSE),
      MAN = aicc("M", "A", FALSE), MAdN = aicc("M", "A", TRUE)))
})
cat(toJSON(list(made_with = paste0(R.version.string, ", forecast ", packageVersion("forecast")), series = rows), digits = 10, auto_unbox = TRUE), "\n")
