# stats::arima at fixed orders: likelihood, coefficients, standard errors, forecasts; with regressors, with missing values.
# Rscript test/oracles/arima-fixed.R > test/oracles/arima-fixed.json
suppressMessages(library(jsonlite))
set.seed(20240501)
tight <- list(reltol = 1e-15, maxit = 1000)
gappy <- function(y, at) { y[at] <- NA; y }
n <- 120
x1 <- as.numeric(arima.sim(list(ar = .7), n + 8)); x2 <- round(rnorm(n + 8), 3); x1 <- round(x1, 3)
z <- round(20 + 3 * x1[1:n] - 1.5 * x2[1:n] + as.numeric(arima.sim(list(ar = .6, ma = .3), n)), 4)
t120 <- 1:(n + 8)
w <- round(.4 * t120[1:n] + 2 * x2[1:n] + cumsum(rnorm(n)), 4)
X <- function(...) { m <- cbind(...); m }
cases <- list(
  lynx_ar2 = list(y = log10(lynx), order = c(2, 0, 0)),
  nile_arma11 = list(y = Nile, order = c(1, 0, 1)),
  wwwusage_310 = list(y = WWWusage, order = c(3, 1, 0)),
  lakehuron_trend = list(y = LakeHuron, order = c(2, 0, 0), x = X(year = c(as.numeric(time(LakeHuron)), 1973:1980) - 1920)),
  usaccdeaths_airline = list(y = USAccDeaths, order = c(0, 1, 1), seasonal = c(0, 1, 1)),
  log_airline = list(y = log(AirPassengers), order = c(0, 1, 1), seasonal = c(0, 1, 1)),
  presidents_gaps = list(y = presidents, order = c(3, 0, 0)),
  log_airline_gaps = list(y = gappy(log(AirPassengers), c(20, 51, 52, 53, 100, 144)), order = c(0, 1, 1), seasonal = c(0, 1, 1)),
  nile_gaps_drift = list(y = gappy(Nile, c(21:25, 61, 99)), order = c(1, 1, 1), x = X(drift = 1:108)),
  two_regressors = list(y = ts(z), order = c(1, 0, 1), x = X(x1, x2)),
  differenced_regressor_and_drift = list(y = ts(w), order = c(0, 1, 1), x = X(drift = t120, x2)),
  seasonal_ar = list(y = UKgas, order = c(1, 0, 0), seasonal = c(1, 1, 0)),
  seasonal_arma = list(y = log(UKgas), order = c(1, 0, 1), seasonal = c(1, 0, 1)))
one <- function(k) {
  n <- length(k$y); s <- if (is.null(k$seasonal)) c(0, 0, 0) else k$seasonal
  xr <- if (is.null(k$x)) NULL else k$x[1:n, , drop = FALSE]
  new <- if (is.null(k$x)) NULL else k$x[n + 1:8, , drop = FALSE]
  f <- arima(k$y, order = k$order, seasonal = list(order = s, period = frequency(k$y)), xreg = xr,
    method = if (anyNA(k$y)) "ML" else "CSS-ML", optim.control = tight)
  css <- if (anyNA(k$y)) NULL else arima(k$y, order = k$order, seasonal = list(order = s, period = frequency(k$y)), xreg = xr,
    method = "CSS", optim.control = tight)
  z <- f$arma; total <- sum(z[1:4])
  model <- f$model
  pr <- list(pred = NULL, se = NULL)
  assign("xr", xr, globalenv())
  pr <- predict(f, 8, newxreg = new)
  list(y = as.numeric(k$y), m = frequency(k$y), order = k$order, seasonal = s,
    x = if (is.null(k$x)) NULL else as.data.frame(k$x), coef = as.list(f$coef), se = as.list(sqrt(diag(f$var.coef))),
    sigma2 = f$sigma2, loglik = f$loglik, aic = f$aic, mean = as.numeric(pr$pred), sd = as.numeric(pr$se),
    residuals = as.numeric(residuals(f)), css = if (is.null(css)) NULL else list(coef = as.list(css$coef), sigma2 = css$sigma2))
}
cat(toJSON(list(made_with = R.version.string, cases = lapply(cases, one)), digits = 10, auto_unbox = TRUE, na = "null", null = "null", dataframe = "columns"), "\n")
