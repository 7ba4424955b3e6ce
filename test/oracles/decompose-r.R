# R's stl, decompose and forecast's mstl and seasonal strength -> decompose-r.json
suppressPackageStartupMessages({library(forecast); library(jsonlite)})
parts <- function(fit) { ts <- fit$time.series; list(seasonal = as.numeric(ts[, 1]), trend = as.numeric(ts[, 2])) }
classical <- function(x, type) { d <- decompose(x, type); list(figure = d$figure, trend = as.numeric(d$trend)) }
short <- ts(as.numeric(AirPassengers)[1:30], frequency = 12)
odd <- ts(as.numeric(Nile), frequency = 7)
several <- msts(as.numeric(taylor)[1:1500], seasonal.periods = c(48, 336))
m <- mstl(several)
spike <- AirPassengers; spike[50] <- 900
out <- list(
  versions = list(R = R.version.string, forecast = as.character(packageVersion("forecast"))),
  airline_periodic = parts(stl(AirPassengers, "periodic")),
  airline_11 = parts(stl(AirPassengers, 11)),
  spike_robust = c(parts(fit <- stl(spike, 7, robust = TRUE)), list(weights = as.numeric(fit$weights))),
  short_13 = parts(stl(short, 13)),
  nile_7 = parts(stl(odd, 9, s.degree = 1)),
  decompose = list(additive = classical(AirPassengers, "additive"), multiplicative = classical(AirPassengers, "multiplicative"), odd = classical(odd, "additive")),
  taylor = list(y = as.numeric(several), trend = as.numeric(m[, 2]), daily = as.numeric(m[, 3]), weekly = as.numeric(m[, 4])),
  strength = list(airline = forecast:::seas.heuristic(AirPassengers), log_airline = forecast:::seas.heuristic(log(AirPassengers)), nile_7 = forecast:::seas.heuristic(odd), ukgas = forecast:::seas.heuristic(UKgas))
)
arg <- commandArgs(); here <- dirname(sub("--file=", "", arg[grep("--file=", arg)]))
write_json(out, file.path(here, "decompose-r.json"), digits = 10, auto_unbox = TRUE)
