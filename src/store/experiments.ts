import { refusal } from "../contract/outcome.ts";
import { type Database, databaseExists, type LoadSqlite, openDatabase, transaction } from "./database.ts";
import { explained } from "./database-errors.ts";
import type { Experiment, ExperimentDefinition, ExperimentRecords, Look } from "./experiment-record.ts";
import { armsText, DEFINITION, experimentOf, lookOf } from "./experiment-rows.ts";

/**
 * Opens the records, lets `use` work on them and closes them. With `mode` "read" a missing file is an empty one and
 * nothing is made. Refuses StoreUnavailable (see `openDatabase`).
 */
export async function withExperiments<T>(
  path: string,
  ref: string,
  mode: "read" | "write",
  use: (records: ExperimentRecords) => T,
  load?: LoadSqlite,
): Promise<T> {
  if (mode === "read" && !databaseExists(path)) return use({ ...NOTHING, db: ref });
  const db = await openDatabase(path, ref, load);
  try {
    return use(recordsOf(db, ref));
  } finally {
    db.close();
  }
}

const NOTHING: Omit<ExperimentRecords, "db"> = {
  create: () => readOnly(),
  list: () => [],
  show: unknown,
  close: unknown,
  recordLook: unknown,
};

function readOnly(): never {
  throw new Error("records were opened for reading");
}

function recordsOf(db: Database, ref: string): ExperimentRecords {
  return {
    db: ref,
    create: (definition, now) => transaction(db, ref, () => create(db, definition, now)),
    list: (status) => explained(ref, () => list(db, status)),
    show: (id) => explained(ref, () => show(db, id)),
    close: (id, conclusion, now) => transaction(db, ref, () => close(db, id, conclusion, now)),
    recordLook: (id, look, now, admit) => transaction(db, ref, () => recordLook(db, id, look, now, admit)),
  };
}

function create(db: Database, definition: ExperimentDefinition, now: string) {
  const found = find(db, definition.experiment_id);
  const values = DEFINITION.map((key) => (key === "arms" ? armsText(definition.arms) : definition[key]));
  if (found === null) {
    const marks = DEFINITION.map(() => "?").join(", ");
    db.prepare(
      `INSERT INTO experiments (${DEFINITION.join(", ")}, status, created_at) VALUES (${marks}, 'running', ?)`,
    ).run(...values, now);
  } else {
    refuseOther(found, definition);
  }
  const experiment = need(db, definition.experiment_id);
  return { experiment, created: found === null, salt_shared_with: sharing(db, experiment) };
}

function refuseOther(found: Experiment, definition: ExperimentDefinition): void {
  const differing = DEFINITION.filter((key) =>
    key === "arms" ? armsText(found.arms) !== armsText(definition.arms) : found[key] !== definition[key],
  );
  if (differing.length === 0) return;
  const id = definition.experiment_id;
  throw refusal(
    "ExperimentExists",
    `${id}: already recorded (${found.created_at}), and differs in ${differing.join(", ")}; choose another id, or see 'liquet experiment show ${id}'`,
    {
      check: "definition",
      observed: Object.fromEntries(differing.map((key) => [key, found[key]])),
      required: Object.fromEntries(differing.map((key) => [key, definition[key]])),
      remedy: "choose another id",
      experiment_id: id,
    },
  );
}

function list(db: Database, status: "running" | "closed" | "all") {
  const rows = db
    .prepare(
      `SELECT e.*, (SELECT count(*) FROM looks l WHERE l.experiment_id = e.experiment_id) AS n_looks
       FROM experiments e WHERE ? IN ('all', e.status) ORDER BY e.created_at, e.experiment_id`,
    )
    .all(status);
  return rows.map((row) => ({ ...experimentOf(row), n_looks: Number(row.n_looks) }));
}

function show(db: Database, id: string) {
  const experiment = need(db, id);
  const looks = db.prepare("SELECT * FROM looks WHERE experiment_id = ? ORDER BY recorded_at, outcome, look").all(id);
  return { experiment, looks: looks.map(lookOf), salt_shared_with: sharing(db, experiment) };
}

function close(db: Database, id: string, conclusion: string | null, now: string) {
  const before = need(db, id);
  if (before.status === "closed") return { experiment: before, already_closed: true };
  db.prepare("UPDATE experiments SET status = 'closed', closed_at = ?, conclusion = ? WHERE experiment_id = ?").run(
    now,
    conclusion,
    id,
  );
  return { experiment: need(db, id), already_closed: false };
}

function recordLook(
  db: Database,
  id: string,
  look: Omit<Look, "look" | "recorded_at">,
  now: string,
  admit?: (experiment: Experiment, digests: string[]) => void,
) {
  const experiment = need(db, id);
  if (experiment.status === "closed") {
    throw refusal(
      "ExperimentClosed",
      `${id}: closed since ${experiment.closed_at}, so no look is recorded; leave --record-look out`,
      {
        check: "running",
        observed: "closed",
        required: "running",
        remedy: "analyse without --record-look",
        experiment_id: id,
        closed_at: experiment.closed_at,
      },
    );
  }
  const { outcome, data_sha256 } = look;
  const result = JSON.stringify(look.result);
  const earlier = db
    .prepare("SELECT look, data_sha256 FROM looks WHERE experiment_id = ? AND outcome = ? ORDER BY look")
    .all(id, outcome);
  admit?.(
    experiment,
    earlier.map((row) => String(row.data_sha256)),
  );
  const same = earlier.find((row) => row.data_sha256 === data_sha256);
  const before = earlier.length;
  if (same === undefined) {
    db.prepare("INSERT INTO looks VALUES (?, ?, ?, ?, ?, ?)").run(id, outcome, before + 1, data_sha256, now, result);
    return { experiment, look: before + 1, repeated: false, n_looks: before + 1 };
  }
  const number = Number(same.look);
  db.prepare("UPDATE looks SET result = ? WHERE experiment_id = ? AND outcome = ? AND look = ?").run(
    result,
    id,
    outcome,
    number,
  );
  return { experiment, look: number, repeated: true, n_looks: before };
}

/** Other running experiments that hash with the same salt: their arms are not independent of this one's. */
function sharing(db: Database, { experiment_id, salt, status }: Experiment): string[] {
  if (status === "closed") return [];
  return db
    .prepare(
      "SELECT experiment_id FROM experiments WHERE status = 'running' AND salt = ? AND experiment_id <> ? ORDER BY 1",
    )
    .all(salt, experiment_id)
    .map((row) => String(row.experiment_id));
}

function find(db: Database, id: string): Experiment | null {
  const [row] = db.prepare("SELECT * FROM experiments WHERE experiment_id = ?").all(id);
  return row === undefined ? null : experimentOf(row);
}

function need(db: Database, id: string): Experiment {
  return find(db, id) ?? unknown(id);
}

function unknown(id: string): never {
  throw refusal("UnknownExperiment", `${id}: no such experiment in these records; see 'liquet experiment list'`, {
    check: "experiment_id",
    observed: id,
    required: "a recorded experiment",
    remedy: "list the experiments, or name the file that holds them with --db",
  });
}
