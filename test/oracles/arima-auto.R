# auto.arima of R's forecast package on the classic series, with the trace of every model tried.
# Rscript test/oracles/arima-auto.R > test/oracles/arima-auto.json
suppressMessages({library(forecast); library(jsonlite)})
shampoo <- ts(c(266.0,145.9,183.1,119.3,180.3,168.5,231.8,224.5,192.8,122.9,336.5,185.9,194.3,149.5,210.1,273.3,191.4,287.0,
  226.0,303.6,289.9,421.6,264.5,342.3,339.7,440.4,315.9,439.3,401.3,437.4,575.5,407.6,682.0,475.3,581.3,646.9), frequency = 12)
series <- list(airline = AirPassengers, airline_log = log(AirPassengers), Nile = Nile, WWWusage = WWWusage, lynx = lynx,
  USAccDeaths = USAccDeaths, UKgas = UKgas, JohnsonJohnson = JohnsonJohnson, LakeHuron = LakeHuron,
  sunspot_year = sunspot.year, shampoo = shampoo)
one <- function(y) {
  lines <- capture.output(f <- auto.arima(y, trace = TRUE))
  lines <- grep("ARIMA\\(.*:", lines, value = TRUE)
  lines <- lines[!grepl("Best", lines)]
  model <- trimws(sub(" *: *[^:]*$", "", lines))
  value <- suppressWarnings(as.numeric(sub("^.*: *", "", lines)))
  fc <- forecast(f, h = 12, level = 95)
  list(m = frequency(y), y = as.numeric(y), p = f$arma[1], q = f$arma[2], P = f$arma[3], Q = f$arma[4], d = f$arma[6], D = f$arma[7],
    coef = as.list(f$coef), se = as.list(sqrt(diag(f$var.coef))), sigma2 = f$sigma2, loglik = f$loglik, aic = f$aic, aicc = f$aicc, bic = f$bic,
    mean = as.numeric(fc$mean), lower = as.numeric(fc$lower), upper = as.numeric(fc$upper),
    trace = data.frame(model = model, value = value))
}
cat(toJSON(list(made_with = paste0(R.version.string, ", forecast ", packageVersion("forecast")), series = lapply(series, one)),
  digits = 10, auto_unbox = TRUE, na = "null"), "\n")
