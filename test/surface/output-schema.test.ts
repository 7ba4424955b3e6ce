import { tools } from "liquet:tools";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { outputSchema } from "../../src/surface/output-schema.ts";
import { commandNames } from "../../src/surface/registry.ts";
import { goldenCases } from "../support/golden.ts";

const nameOf = (argv: string[]) =>
  commandNames().includes(argv.slice(0, 2).join(" ")) ? argv.slice(0, 2).join(" ") : argv[0];
const ajv = new Ajv2020({ strict: false });
const answers = goldenCases().filter(({ argv, exit }) => argv.includes("--json") && (exit === 0 || exit === 3));

for (const name of commandNames()) {
  const own = answers.filter(({ argv }) => nameOf(argv) === name);

  test(`${name}: its golden answers (${own.length}) are what its output schema says`, () => {
    const validate = ajv.compile(outputSchema(tools[name]));
    for (const { name: file, body } of own) {
      const valid = validate(JSON.parse(body ?? ""));
      assert.ok(valid, `${file}: ${ajv.errorsText(validate.errors?.slice(0, 3))}`);
    }
  });
}

test("neither kind of answer passes for the other, and a stray field or a lost one for neither", () => {
  const validate = ajv.compile(outputSchema(tools.units));
  const good = answers.filter(({ argv }) => argv[0] === "units").map(({ body }) => JSON.parse(body ?? ""));
  assert.ok(good.length > 0);
  for (const answer of good) {
    assert.equal(
      validate({ ...answer, result_kind: answer.result_kind === "refusal" ? "evidence" : "refusal" }),
      false,
    );
    assert.equal(validate({ ...answer, stray: 1 }), false);
    const { liquet_version, ...lost } = answer;
    assert.equal(validate(lost), false);
  }
});
