# OCSB statistics at fixed lags. Rscript test/oracles/arima-ocsb.R > test/oracles/arima-ocsb.json
suppressMessages({library(forecast); library(jsonlite)})
series <- list(airline = AirPassengers, airline_log = log(AirPassengers), UKgas = UKgas, USAccDeaths = USAccDeaths, JohnsonJohnson = JohnsonJohnson)
cases <- list()
for (name in names(series)) for (k in 0:3) {
  f <- ocsb.test(series[[name]], lag.method = "fixed", maxlag = k)
  cases[[length(cases) + 1]] <- list(series = name, m = frequency(series[[name]]), lags = k, statistic = unname(f$statistics), critical = f$critical)
}
cat(toJSON(list(made_with = paste0(R.version.string, ", forecast ", packageVersion("forecast")), cases = cases,
  nsdiffs = lapply(series, nsdiffs, test = "ocsb")), digits = 14, auto_unbox = TRUE), "\n")
