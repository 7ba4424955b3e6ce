import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

// control: 1 of 2 known redemptions, one row without; spend 10 and 20. treatment: 1 of 1; no spend at all.
const EXPOSURES = `customer_id,offer_id,arm,redeemed,post_spend
a,SPRING,control,1,10
b,SPRING,control,0,20
c,SPRING,control,,
d,SPRING,treatment,1,
`;

test("a folder's offer is counted by arm; rows without an outcome are counted and left out of its mean", async () => {
  await inFolder({ "exposures.csv": EXPOSURES, "metadata.json": '{"origin":"till export of May"}' }, async () => {
    const { document, stderr } = await runJson(["experiment", "dataset", "."]);
    assert.equal(document.origin, "till export of May", stderr);
    assert.deepEqual(document.offers, [
      {
        offer_id: "SPRING",
        arms: [
          {
            arm: "control",
            units: 3,
            redeemed: 1,
            redeemed_missing: 1,
            redemption_share: 0.5,
            post_spend_missing: 1,
            post_spend_mean: 15,
          },
          {
            arm: "treatment",
            units: 1,
            redeemed: 1,
            redeemed_missing: 0,
            redemption_share: 1,
            post_spend_missing: 1,
            post_spend_mean: null,
            post_spend_mean_reason: "no row of the arm has the outcome",
          },
        ],
      },
    ]);
  });
});

test("a folder that does not say where its rows come from is refused", async () => {
  await inFolder({ "exposures.csv": EXPOSURES, "metadata.json": "{}" }, async () => {
    const { exit, stderr } = await runCli(["experiment", "dataset", "."]);
    assert.equal(exit, 3);
    assert.match(stderr, /no 'origin'/);
  });
});

test("the bundled offer is what 'experiment demo' writes, row for row", async () => {
  await inFolder({}, async () => {
    await runCli(["experiment", "demo", "offer"]);
    const [written, bundled] = [
      await runJson(["experiment", "dataset", "offer"]),
      await runJson(["experiment", "dataset"]),
    ];
    assert.deepEqual(written.document.offers, bundled.document.offers);
  });
});
