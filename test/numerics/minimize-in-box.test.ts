import assert from "node:assert/strict";
import { test } from "node:test";
import { minimizeInBox, type Objective } from "../../src/numerics/minimize-in-box.ts";
import { allNear, near } from "./near.ts";

const SEARCH = { tolerance: 1e-14, maxIterations: 500 };
const open = (n: number) => new Float64Array(n).fill(Number.POSITIVE_INFINITY);

/** (1 − x)² + 100(y − x²)²; least at (1, 1). */
const rosenbrock: Objective = (x, g) => {
  const [a, b] = [1 - x[0], x[1] - x[0] * x[0]];
  g[0] = -2 * a - 400 * x[0] * b;
  g[1] = 200 * b;
  return a * a + 100 * b * b;
};

test("Rosenbrock's valley is followed to its end", () => {
  const found = minimizeInBox(
    rosenbrock,
    Float64Array.of(-1.2, 1),
    open(2).map((x) => -x),
    open(2),
    SEARCH,
  );
  allNear(found.x, [1, 1], 1e-6);
  assert.ok(found.converged);
});

test("a bound that holds is met exactly: with x ≤ ½ the valley's least is (½, ¼)", () => {
  const found = minimizeInBox(
    rosenbrock,
    Float64Array.of(-1, 2),
    open(2).map((x) => -x),
    Float64Array.of(0.5, 9),
    SEARCH,
  );
  assert.equal(found.x[0], 0.5);
  near(found.x[1], 0.25, 1e-7);
  near(found.value, 0.25, 1e-12);
});

test("a start outside the box is taken into it, and a corner where the gradient leads out is a minimum", () => {
  const sum: Objective = (x, g) => {
    g.fill(1);
    return x[0] + x[1];
  };
  const found = minimizeInBox(sum, Float64Array.of(5, -7), Float64Array.of(0, 0), Float64Array.of(1, 1), SEARCH);
  assert.deepEqual([...found.x, found.value, found.converged], [0, 0, 0, true]);
});

test("points that are not allowed are stepped back from", () => {
  // −ln x + x, allowed above 0 only; least at 1.
  const barrier: Objective = (x, g) => {
    if (!(x[0] > 0)) return Number.POSITIVE_INFINITY;
    g[0] = 1 - 1 / x[0];
    return x[0] - Math.log(x[0]);
  };
  const found = minimizeInBox(
    barrier,
    Float64Array.of(1e-4),
    open(1).map((x) => -x),
    open(1),
    SEARCH,
  );
  near(found.x[0], 1, 1e-6);
  const never = minimizeInBox(
    barrier,
    Float64Array.of(-1),
    open(1).map((x) => -x),
    open(1),
    SEARCH,
  );
  assert.deepEqual([never.value, never.converged], [Number.POSITIVE_INFINITY, false]);
});

test("a search that runs out of iterations says so, and one over no variables is the value there", () => {
  const short = { tolerance: 1e-14, maxIterations: 3 };
  assert.equal(
    minimizeInBox(
      rosenbrock,
      Float64Array.of(-1.2, 1),
      open(2).map((x) => -x),
      open(2),
      short,
    ).converged,
    false,
  );
  const none = minimizeInBox(() => 4, new Float64Array(0), new Float64Array(0), new Float64Array(0), SEARCH);
  assert.deepEqual([none.value, none.converged], [4, true]);
});
