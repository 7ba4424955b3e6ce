"""Conversions by UDUNITS-2, through its C library. Run: python3 units.py > units.json (Debian packages udunits-bin, libudunits2-0)."""
import ctypes
import json

lib = ctypes.CDLL("libudunits2.so.0")
for name in ("ut_read_xml", "ut_parse", "ut_get_converter"):
    getattr(lib, name).restype = ctypes.c_void_p
lib.ut_parse.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
lib.ut_get_converter.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
lib.cv_convert_double.restype = ctypes.c_double
lib.cv_convert_double.argtypes = [ctypes.c_void_p, ctypes.c_double]
lib.ut_set_error_message_handler.argtypes = [ctypes.c_void_p]
system = lib.ut_read_xml(None)
UTF8 = 2


def convert(value, source, target):
    a, b = (lib.ut_parse(system, text.encode(), UTF8) for text in (source, target))
    assert a and b, (source, target)
    converter = lib.ut_get_converter(a, b)
    assert converter, (source, target)
    return lib.cv_convert_double(converter, value)


# Our spelling, then the unit as UDUNITS reads it. Units that its database rounds (gallon, barrel, Btu, water and mercury
# columns) are spelled from their definitions.
GALLON = "231 inch^3"
ATM = "101325 Pa"
PAIRS = [
    ("m3/h", "m3/hour", "m3/s", "m3/s"), ("l/min", "liter/min", "m3/h", "m3/hour"), ("gpm", GALLON + "/min", "m3/h", "m3/hour"),
    ("bbl/d", "42 231 inch^3/day", "m3/d", "m3/day"), ("ft3/min", "ft3/min", "l/s", "liter/s"), ("scfm", "ft3/min", "scfh", "ft3/hour"),
    ("MMSCFD", "1e6 ft3/day", "scfm", "ft3/min"), ("Nm3/d", "m3/day", "Nm3/h", "m3/hour"), ("Sm3/h", "m3/hour", "Sm3/d", "m3/day"),
    ("t/h", "1000 kg/hour", "kg/s", "kg/s"), ("lb/h", "lb/hour", "kg/h", "kg/hour"), ("t/d", "1000 kg/day", "kg/min", "kg/min"),
    ("psi", "lbf/inch2", "kPa", "kPa"), ("bar", "bar", "psi", "lbf/inch2"), ("mbar", "mbar", "Pa", "Pa"), ("MPa", "MPa", "bar", "bar"),
    ("mPa", "mPa", "Pa", "Pa"), ("hPa", "hPa", "mbar", "mbar"), ("kgf/cm2", "kgf/cm2", "bar", "bar"), ("mmHg", "mmHg", "kPa", "kPa"),
    ("inHg", "25.4 mmHg", "kPa", "kPa"), ("mmH2O", "mm conventional_water", "Pa", "Pa"), ("inH2O", "inch conventional_water", "mbar", "mbar"),
    ("Torr", ATM + "/760", "Pa", "Pa"), ("atm", "atm", "bar", "bar"), ("psig", "lbf/inch2", "barg", "bar"), ("psia", "lbf/inch2", "bara", "bar"),
    ("barg", "bar @ 1.01325", "bara", "bar"), ("bara", "bar", "barg", "bar @ 1.01325"), ("psig", "lbf/inch2", "kPag", "kPa"),
    ("degC", "degC", "degF", "degF"), ("degF", "degF", "K", "K"), ("degR", "degR", "degC", "degC"), ("degC", "degC", "K", "K"),
    ("percent", "percent", "ppm", "1e-6"), ("ppb", "1e-9", "ppm", "1e-6"), ("m/s", "m/s", "ft/s", "ft/s"), ("mm/s", "mm/s", "m/s", "m/s"),
    ("mA", "mA", "A", "A"), ("mV", "mV", "V", "V"), ("kV", "kV", "V", "V"), ("MW", "MW", "GJ/h", "GJ/hour"), ("kW", "kW", "W", "W"),
    ("MMBtu/h", "1e6 1055.05585262 J/hour", "kW", "kW"), ("kWh", "kW hour", "GJ", "GJ"), ("MWh", "MW hour", "kWh", "kW hour"),
    ("in", "inch", "mm", "mm"), ("ft", "ft", "m", "m"), ("cm", "cm", "in", "inch"), ("um", "um", "mm", "mm"),
    ("bbl", "42 231 inch^3", "L", "liter"), ("gal", GALLON, "m3", "m3"), ("t", "1000 kg", "lb", "lb"),
    ("g/cm3", "g/cm3", "kg/m3", "kg/m3"), ("mg/L", "mg/liter", "kg/m3", "kg/m3"), ("uS/cm", "uS/cm", "mS/cm", "mS/cm"),
    ("h", "hour", "s", "s"), ("d", "day", "min", "min"),
]
rows = []
for ours, source, theirs, target in PAIRS:
    for value in (1.0, 212.0, -40.5):
        rows.append({"from": ours, "to": theirs, "value": value, "result": convert(value, source, target)})
print(json.dumps({"made_by": "units.py", "udunits": "2.2.28", "conversions": rows}, indent=1))
