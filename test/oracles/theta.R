# R's forecast::thetaf and ses on classic series -> theta.json
suppressPackageStartupMessages({library(forecast); library(jsonlite)})
one <- function(x) {
  f <- thetaf(x, 12, level = 95)
  s <- ses(x)
  list(point = as.numeric(f$mean), lower = as.numeric(f$lower), upper = as.numeric(f$upper),
       ses = list(alpha = s$model$par[["alpha"]], l0 = s$model$par[["l"]], sse = sum(residuals(s)^2)))
}
names <- c("AirPassengers", "Nile", "WWWusage", "lynx", "USAccDeaths", "UKgas", "JohnsonJohnson", "LakeHuron", "sunspot.year")
out <- list(versions = list(R = R.version.string, forecast = as.character(packageVersion("forecast"))),
            series = setNames(lapply(names, function(n) c(list(m = frequency(get(n))), one(get(n)))), names))
arg <- commandArgs(); here <- dirname(sub("--file=", "", arg[grep("--file=", arg)]))
write_json(out, file.path(here, "theta.json"), digits = 12, auto_unbox = TRUE)
