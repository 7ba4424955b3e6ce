/** One unit that plant tags are spelled in. */
export interface Unit {
  /** The table's own spelling, and others that can mean nothing else. Case counts: `mPa` is not `MPa`. */
  spellings: string[];
  name: string;
  /** The unit as pint and udunits read it. */
  expression: string;
  dimension: string;
  /** SI units in one of these, exact by definition of the unit. */
  factor: number;
  /** SI value of the zero of the scale; 0 but for temperatures. */
  zero: number;
  /** The standard state that a gas volume is counted at; null when the unit stands on none. */
  reference: string | null;
  /** What a pressure is counted from; null when the unit does not say (`bar`) or is no pressure. */
  datum: "gauge" | "absolute" | null;
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const INCH = 0.0254;
const FOOT = 12 * INCH;
const POUND = 0.453_592_37;
const G = 9.80665;
const LITER = 1e-3;
const GALLON = 231 * INCH ** 3;
const PSI = (POUND * G) / INCH ** 2;
const KGF_CM2 = G * 1e4;
const WATER = 1000 * G;
const MERCURY = 13_595.1 * G;
const BTU = 1055.055_852_62;

type Options = Partial<Pick<Unit, "zero" | "reference" | "datum">>;

/** One row: spellings separated by `|`, name, expression, SI factor. */
type Row = [spellings: string, name: string, expression: string, factor: number, options?: Options];

const NORMAL = { reference: "normal cubic meter" };
const STANDARD = { reference: "standard cubic meter" };
const STANDARD_FT = { reference: "standard cubic foot" };
const GAUGE = { datum: "gauge" } as const;
const ABSOLUTE = { datum: "absolute" } as const;

const ROWS: Record<string, Row[]> = {
  "volume flow": [
    ["m3/h|m³/h|m^3/h|m3/hr|M3/H|M3/HR", "cubic meters per hour", "m^3/h", 1 / HOUR],
    ["m3/s|m³/s|m^3/s|M3/S", "cubic meters per second", "m^3/s", 1],
    ["m3/min|m³/min|M3/MIN", "cubic meters per minute", "m^3/min", 1 / MINUTE],
    ["m3/d|m³/d|m3/day|M3/D", "cubic meters per day", "m^3/d", 1 / DAY],
    ["l/min|L/min|L/MIN|lpm|LPM", "liters per minute", "L/min", LITER / MINUTE],
    ["l/s|L/s|L/S", "liters per second", "L/s", LITER],
    ["l/h|L/h|L/H|l/hr|L/hr", "liters per hour", "L/h", LITER / HOUR],
    ["gpm|GPM|USGPM|gal/min|GAL/MIN", "US gallons per minute", "gallon/min", GALLON / MINUTE],
    ["bbl/d|BBL/D|bbl/day|bpd|BPD", "oil barrels (42 US gallons) per day", "oil_bbl/d", (42 * GALLON) / DAY],
    ["ft3/min|ft³/min|cfm|CFM", "cubic feet per minute", "ft^3/min", FOOT ** 3 / MINUTE],
    ["Nm3/h|Nm³/h|NM3/H|Nm3/hr|NM3/HR", "normal cubic meters per hour", "m^3/h", 1 / HOUR, NORMAL],
    ["Nm3/d|Nm³/d|NM3/D", "normal cubic meters per day", "m^3/d", 1 / DAY, NORMAL],
    ["Sm3/h|Sm³/h|SM3/H|Sm3/hr", "standard cubic meters per hour", "m^3/h", 1 / HOUR, STANDARD],
    ["Sm3/d|Sm³/d|SM3/D", "standard cubic meters per day", "m^3/d", 1 / DAY, STANDARD],
    ["scfm|SCFM", "standard cubic feet per minute", "ft^3/min", FOOT ** 3 / MINUTE, STANDARD_FT],
    ["scfh|SCFH", "standard cubic feet per hour", "ft^3/h", FOOT ** 3 / HOUR, STANDARD_FT],
    ["MMSCFD|MMscfd|mmscfd", "million standard cubic feet per day", "1e6*ft^3/d", (1e6 * FOOT ** 3) / DAY, STANDARD_FT],
  ],
  "mass flow": [
    ["kg/h|kg/hr|KG/H|KG/HR", "kilograms per hour", "kg/h", 1 / HOUR],
    ["kg/min|KG/MIN", "kilograms per minute", "kg/min", 1 / MINUTE],
    ["kg/s|KG/S", "kilograms per second", "kg/s", 1],
    ["t/h|t/hr|T/H|T/HR", "metric tons per hour", "t/h", 1000 / HOUR],
    ["t/d|t/day|T/D", "metric tons per day", "t/d", 1000 / DAY],
    ["lb/h|lb/hr|LB/H|LB/HR|lbs/h", "pounds per hour", "lb/h", POUND / HOUR],
  ],
  pressure: [
    ["bar|Bar|BAR", "bar", "bar", 1e5],
    ["mbar", "millibar", "mbar", 100],
    ["psi|PSI", "pounds per square inch", "psi", PSI],
    ["Pa|PA", "pascals", "Pa", 1],
    ["hPa|HPA", "hectopascals", "hPa", 100],
    ["kPa|KPA|KPa", "kilopascals", "kPa", 1000],
    ["MPa", "megapascals", "MPa", 1e6],
    ["mPa", "millipascals", "mPa", 1e-3],
    ["kgf/cm2|kg/cm2|kgf/cm²|kg/cm²|KG/CM2", "kilograms-force per square centimeter", "kgf/cm^2", KGF_CM2],
    ["mmHg|mm Hg|MMHG", "millimeters of mercury", "mmHg", MERCURY / 1000],
    ["inHg|in Hg|INHG", "inches of mercury", "inHg", MERCURY * INCH],
    ["mmH2O|mmWC|MMH2O|MMWC", "millimeters of water", "mmH2O", WATER / 1000],
    ["inH2O|in H2O|inWC|INH2O|INWC", "inches of water", "inH2O", WATER * INCH],
    ["Torr|torr|TORR", "torr", "torr", 101_325 / 760],
    ["barg|bar(g)|bar g|Barg|BARG|BAR(G)", "bar gauge", "bar", 1e5, GAUGE],
    ["mbarg|mbar(g)|mbar g", "millibar gauge", "mbar", 100, GAUGE],
    ["kPag|kPa(g)|kPa g|kPa gauge|KPAG|KPA(G)", "kilopascals gauge", "kPa", 1000, GAUGE],
    ["MPag|MPa(g)|MPa g", "megapascals gauge", "MPa", 1e6, GAUGE],
    ["psig|psi(g)|PSIG", "pounds per square inch gauge", "psi", PSI, GAUGE],
    ["kgf/cm2g|kg/cm2g|kg/cm2(g)|KG/CM2G", "kilograms-force per square centimeter gauge", "kgf/cm^2", KGF_CM2, GAUGE],
    ["bara|bar(a)|bar a|Bara|BARA|BAR(A)", "bar absolute", "bar", 1e5, ABSOLUTE],
    ["mbara|mbar(a)|mbar a", "millibar absolute", "mbar", 100, ABSOLUTE],
    ["kPaa|kPa(a)|kPa a|kPa abs|KPAA|KPA(A)", "kilopascals absolute", "kPa", 1000, ABSOLUTE],
    ["MPaa|MPa(a)|MPa a", "megapascals absolute", "MPa", 1e6, ABSOLUTE],
    ["psia|psi(a)|PSIA", "pounds per square inch absolute", "psi", PSI, ABSOLUTE],
    ["atm|ATM", "standard atmospheres", "atm", 101_325],
  ],
  temperature: [
    ["degC|°C|oC|ºC|℃|deg C|DegC|DEGC|DEG C", "degrees Celsius", "degC", 1, { zero: 273.15 }],
    ["degF|°F|oF|ºF|℉|deg F|DegF|DEGF|DEG F", "degrees Fahrenheit", "degF", 5 / 9, { zero: (459.67 * 5) / 9 }],
    ["K|degK|DEGK", "kelvin", "K", 1],
    ["degR|°R", "degrees Rankine", "degR", 5 / 9],
  ],
  ratio: [
    ["percent|%|PERCENT|pct|PCT", "percent", "%", 0.01],
    ["ppm|PPM", "parts per million", "ppm", 1e-6],
    ["ppb|PPB", "parts per billion", "ppb", 1e-9],
  ],
  "mole fraction": [["mol%|mol %|mole%|%mol|MOL%", "mole percent", "%", 0.01]],
  "mass fraction": [["wt%|wt %|mass%|%wt|WT%", "mass percent", "%", 0.01]],
  "volume fraction": [["vol%|vol %|%vol|VOL%", "volume percent", "%", 0.01]],
  acidity: [["pH|PH", "pH", "pH", 1]],
  speed: [
    ["m/s|M/S", "meters per second", "m/s", 1],
    ["mm/s|MM/S", "millimeters per second", "mm/s", 1e-3],
    ["ft/s|FT/S", "feet per second", "ft/s", FOOT],
  ],
  "rotational speed": [["rpm|RPM|r/min", "revolutions per minute", "rpm", (2 * Math.PI) / MINUTE]],
  frequency: [["Hz|HZ", "hertz", "Hz", 1]],
  current: [
    ["A|amp|AMP", "amperes", "A", 1],
    ["mA", "milliamperes", "mA", 1e-3],
  ],
  voltage: [
    ["V|volt|VOLT", "volts", "V", 1],
    ["mV", "millivolts", "mV", 1e-3],
    ["kV|KV", "kilovolts", "kV", 1000],
  ],
  power: [
    ["W|watt", "watts", "W", 1],
    ["kW|KW", "kilowatts", "kW", 1000],
    ["MW", "megawatts", "MW", 1e6],
    ["GJ/h|GJ/hr|GJ/H", "gigajoules per hour", "GJ/h", 1e9 / HOUR],
    ["MMBtu/h|MMBTU/H|MMBTU/HR", "million BTU (international table) per hour", "1e6*Btu/h", (1e6 * BTU) / HOUR],
  ],
  energy: [
    ["kWh|KWH", "kilowatt hours", "kWh", 3.6e6],
    ["MWh|MWH", "megawatt hours", "MWh", 3.6e9],
    ["GJ", "gigajoules", "GJ", 1e9],
  ],
  length: [
    ["mm", "millimeters", "mm", 1e-3],
    ["cm|CM", "centimeters", "cm", 0.01],
    ["m", "meters", "m", 1],
    ["um|µm|μm", "micrometers", "um", 1e-6],
    ["in|IN|inch", "inches", "in", INCH],
    ["ft|FT", "feet", "ft", FOOT],
  ],
  volume: [
    ["m3|m³|m^3|M3", "cubic meters", "m^3", 1],
    ["L|l|liter|litre", "liters", "L", LITER],
    ["gal|GAL", "US gallons", "gallon", GALLON],
    ["bbl|BBL", "oil barrels (42 US gallons)", "oil_bbl", 42 * GALLON],
  ],
  mass: [
    ["kg|KG", "kilograms", "kg", 1],
    ["t", "metric tons", "t", 1000],
    ["lb|LB", "pounds", "lb", POUND],
  ],
  density: [
    ["kg/m3|kg/m³|KG/M3", "kilograms per cubic meter", "kg/m^3", 1],
    ["g/cm3|g/cm³|g/cc|G/CM3", "grams per cubic centimeter", "g/cm^3", 1000],
    ["mg/L|mg/l|MG/L", "milligrams per liter", "mg/L", 1e-3],
  ],
  viscosity: [["cP|mPa.s|mPa·s", "centipoise", "cP", 1e-3]],
  "kinematic viscosity": [["cSt|CST|mm2/s|mm²/s", "centistokes", "cSt", 1e-6]],
  conductivity: [
    ["uS/cm|µS/cm|μS/cm|US/CM", "microsiemens per centimeter", "uS/cm", 1e-4],
    ["mS/cm", "millisiemens per centimeter", "mS/cm", 0.1],
  ],
  time: [
    ["s|sec|SEC", "seconds", "s", 1],
    ["min|MIN", "minutes", "min", MINUTE],
    ["h|hr|HR", "hours", "h", HOUR],
    ["d|day|DAY", "days", "d", DAY],
  ],
};

/** Every unit, in the order of the table. */
export const UNITS: Unit[] = Object.entries(ROWS).flatMap(([dimension, rows]) =>
  rows.map(([spellings, name, expression, factor, options]) => ({
    spellings: spellings.split("|"),
    name,
    expression,
    dimension,
    factor,
    zero: 0,
    reference: null,
    datum: null,
    ...options,
  })),
);
