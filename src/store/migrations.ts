/** Marks a SQLite file as ours: "LQET" in ASCII. */
export const APPLICATION_ID = 0x4c514554;

/** Schema changes in order; the file's user_version counts those it has. A released one is never edited. */
export const MIGRATIONS = [
  `
CREATE TABLE experiments (
  experiment_id TEXT NOT NULL PRIMARY KEY,
  hypothesis TEXT,
  metric TEXT,
  population TEXT,
  audience TEXT,
  arms TEXT NOT NULL,
  salt TEXT NOT NULL,
  alpha REAL NOT NULL,
  plan TEXT NOT NULL,
  planned_looks INTEGER,
  planned_units INTEGER,
  status TEXT NOT NULL CHECK (status IN ('running', 'closed')),
  created_at TEXT NOT NULL,
  closed_at TEXT,
  conclusion TEXT,
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX running_salts ON experiments (salt) WHERE status = 'running';
CREATE TABLE looks (
  experiment_id TEXT NOT NULL REFERENCES experiments,
  outcome TEXT NOT NULL,
  look INTEGER NOT NULL CHECK (look > 0),
  data_sha256 TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (experiment_id, outcome, look),
  UNIQUE (experiment_id, outcome, data_sha256)
) STRICT, WITHOUT ROWID;
`,
];
