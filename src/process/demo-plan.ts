/** The demo's plan for `run`: steps over the unit's two tags, in windows that the demo's events lie in. */
export const DEMO_PLAN = `# liquet run plan.toml
archives = ["fic101.parquet", "tic101.parquet"]
steps = ["profile", "segment", "screen", "spc", "mspc", "compare"]

# Windows are text, with a UTC offset. The window holds an outage, half an hour at full scale and a decoupling.
# mspc refuses it: too much of its grid is empty.
baseline = "2024-03-30T20:00:00Z/PT3H"
window = "2024-03-30T23:00:00Z/PT7H"
before = "2024-03-30T20:00:00Z/PT3H"
after = "2024-03-31T04:00:00Z/PT2H"

# Further arguments of a step, named as its flags are, with _ for -.
[options.profile]
flatline = true

[options.screen]
k = 4
`;
