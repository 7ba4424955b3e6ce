import { BadCall } from "../../contract/outcome.ts";
import { allocate } from "../allocation.ts";
import type { PowerInput } from "./input.ts";

/** The arms of a plan: the control first, each treatment with its units per control unit. */
export interface PlannedArms {
  control: string;
  control_share: number;
  treatments: { arm: string; share: number; ratio: number }[];
}

/** Arms by name: a stated allocation, or so many equal ones. BadCall when no arm is the control or one has no share. */
export function plannedArms({ arms, allocation, control }: PowerInput): PlannedArms {
  if (allocation === undefined) {
    if (control !== undefined) throw new BadCall("control: names an arm of --allocation");
    const count = arms ?? 2;
    const names = count === 2 ? ["treatment"] : Array.from({ length: count - 1 }, (_, i) => `treatment_${i + 1}`);
    const share = 1 / count;
    return { control: "control", control_share: share, treatments: names.map((arm) => ({ arm, share, ratio: 1 })) };
  }
  if (arms !== undefined) throw new BadCall("arms: --allocation names the arms already");
  const split = allocate(allocation, "allocation");
  const name = control ?? "control";
  const at = split.arms.indexOf(name);
  if (at < 0) throw new BadCall(`control: no arm is called '${name}'; name the control of ${split.arms.join(", ")}`);
  const empty = split.arms.find((_, i) => split.shares[i] === 0);
  if (empty !== undefined) throw new BadCall(`allocation: '${empty}' has no share, so nothing can be learnt of it`);
  const treatments = split.arms.flatMap((arm, i) =>
    i === at ? [] : [{ arm, share: split.shares[i], ratio: split.weights[i] / split.weights[at] }],
  );
  return { control: name, control_share: split.shares[at], treatments };
}
