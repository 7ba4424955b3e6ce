import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { refusedAs } from "../../support/forecast-calls.ts";

const pad = (n: number) => String(n).padStart(2, "0");
const rows = (labels: string[]) => `ts,mw\n${labels.map((label, i) => `${label},${i}`).join("\n")}\n`;
const hours = (day: string, list: number[]) => list.map((hour) => `${day} ${pad(hour)}:00`);
const predict = ["forecast", "predict", "y.csv", "--spec", "naive"];

test("an hour that clocks skipped or gave twice is asked about before it is filled or thrown away", async () => {
  // Clocks went forward over 02:00 on 2024-03-31 and gave 02:00 twice on 2024-10-27.
  await inFolder({ "y.csv": rows(hours("2024-03-31", [0, 1, 3, 4, 5])) }, () =>
    refusedAs(
      "IrregularIndex",
      /where clocks changed there, load the data with --tz ZONE; else put them on/,
      ...predict,
    ),
  );
  await inFolder({ "y.csv": rows(hours("2024-10-27", [0, 1, 2, 2, 3, 4])) }, () =>
    refusedAs(
      "DuplicateTimestamps",
      /where clocks changed there, load the data with --tz ZONE; else choose/,
      ...predict,
    ),
  );
});

test("nothing is said of clocks at other hours, on other days and of days", async () => {
  const files = [
    hours("2024-03-31", [8, 9, 11, 12]),
    hours("2024-04-01", [0, 1, 3, 4]),
    ["2024-03-30", "2024-03-31", "2024-04-02", "2024-04-03"],
  ];
  for (const labels of files)
    await inFolder({ "y.csv": rows(labels) }, () => refusedAs("IrregularIndex", /; put them on the grid/, ...predict));
});
