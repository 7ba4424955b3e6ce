# R's stlf on airline with a random walk on the adjusted series -> stlf.json
suppressPackageStartupMessages({library(forecast); library(jsonlite)})
f <- stlf(AirPassengers, h = 12, method = "naive", level = 95)
out <- list(versions = list(R = R.version.string, forecast = as.character(packageVersion("forecast"))),
            naive = list(point = as.numeric(f$mean), lower = as.numeric(f$lower), upper = as.numeric(f$upper)))
arg <- commandArgs(); here <- dirname(sub("--file=", "", arg[grep("--file=", arg)]))
write_json(out, file.path(here, "stlf.json"), digits = 12, auto_unbox = TRUE)
