# Exponential smoothing by R's forecast package: log-likelihoods of its own fits, with the parameters and start states that they
# belong to, and means and variances of the next 2m + 2 observations. Rscript test/oracles/ets-r.R > test/oracles/ets-r.json
suppressMessages({library(forecast); library(jsonlite)})
names <- c("AirPassengers", "Nile", "WWWusage", "USAccDeaths", "UKgas", "JohnsonJohnson", "LakeHuron", "lynx", "nottem")
everything <- c("AirPassengers", "UKgas")

moments <- function(fit, h) {
  last <- fit$states[nrow(fit$states), ]
  damped <- fit$components[4] == "TRUE"
  args <- list(h, last, fit$components[2], fit$components[3], damped, fit$m, fit$sigma2, fit$par)
  error <- fit$components[1]; trend <- fit$components[2]; season <- fit$components[3]
  if (trend == "M" || (error == "A" && season == "M")) return(NULL)
  found <- if (error == "A") do.call(forecast:::class1, args)
    else if (season == "M") do.call(forecast:::class3, args)
    else do.call(forecast:::class2, args)
  list(mean = as.numeric(found$mu), variance = as.numeric(found$var))
}
row <- function(name, y, e, t, d, s) {
  fit <- tryCatch(ets(y, paste0(e, t, s), damped = d, restrict = FALSE), error = function(err) NULL)
  if (is.null(fit) || !is.finite(fit$loglik)) return(NULL)
  m <- if (s == "N") 1 else frequency(y)
  par <- fit$par; init <- as.numeric(fit$initstate)
  slope <- if (t == "N") NULL else init[2]
  seasons <- if (s == "N") list() else rev(init[(length(init) - m + 1):length(init)])
  only <- function(x) if (is.na(x)) NULL else unname(x)
  h <- 2 * m + 2
  c(list(series = name, error = e, trend = t, damped = d, season = s, m = m, loglik = fit$loglik, aicc = fit$aicc,
    alpha = unname(par["alpha"]), beta = only(par["beta"]), gamma = only(par["gamma"]), phi = only(par["phi"]),
    level = init[1], slope = slope, seasons = seasons, sigma2 = fit$sigma2, least_mean = min(fit$fitted)),
    point = list(as.numeric(forecast(fit, h = h, PI = FALSE)$mean)), moments(fit, h))
}
rows <- list()
for (name in names) for (e in c("A", "M")) for (t in c("N", "A", "M")) for (d in c(FALSE, TRUE)) for (s in c("N", "A", "M")) {
  y <- get(name)
  if ((d && t == "N") || (frequency(y) == 1 && s != "N")) next
  if (!(name %in% everything) && (t == "M" || (e == "A" && s == "M"))) next
  found <- row(name, y, e, t, d, s)
  if (!is.null(found)) rows[[length(rows) + 1]] <- Filter(Negate(is.null), found)
}
cat(toJSON(list(made_by = unbox("ets-r.R"), versions = list(R = unbox(R.version.string), forecast = unbox(as.character(packageVersion("forecast")))),
  fits = rows), auto_unbox = TRUE, digits = NA, pretty = FALSE))
