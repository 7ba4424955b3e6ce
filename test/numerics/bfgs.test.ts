import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bfgs } from "../../src/numerics/bfgs.ts";
import { gradientInto, hessian } from "../../src/numerics/central-difference.ts";
import { close } from "../support/close.ts";

const rosenbrock = (x: Float64Array) => (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2;

test("the bottom of Rosenbrock's valley is found from its usual start", () => {
  const { x, value, converged, iterations } = bfgs(rosenbrock, Float64Array.of(-1.2, 1), 1e-14);
  assert.ok(converged && iterations < 60 && value < 1e-12);
  close(x[0], 1, 1e-5);
  close(x[1], 1, 1e-5);
});

test("a positive definite quadratic is solved, whatever its axes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 6 }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      (weights, center) => {
        const f = (x: Float64Array) => weights.reduce((sum, w, i) => sum + w * (x[i] - center) ** 2, 0);
        const { value } = bfgs(f, new Float64Array(weights.length), 1e-13);
        return value < 1e-8;
      },
    ),
    { numRuns: 60 },
  );
});

test("outside its domain f may be NaN or infinite: the search stays inside", () => {
  const f = (x: Float64Array) => (x[0] <= 0 ? Number.NaN : x[0] - Math.log(x[0]));
  const { x, converged } = bfgs(f, Float64Array.of(50));
  assert.ok(converged);
  close(x[0], 1, 1e-5);
});

test("a start outside the domain is given back, not converged; no parameters is the value there", () => {
  const outside = bfgs(() => Number.NaN, Float64Array.of(2));
  assert.deepEqual([[...outside.x], outside.converged], [[2], false]);
  const nothing = bfgs(() => 7, new Float64Array(0));
  assert.deepEqual([nothing.value, nothing.converged, nothing.iterations], [7, true, 0]);
});

test("a search that is cut short says so", () => {
  assert.equal(bfgs(rosenbrock, Float64Array.of(-1.2, 1), 1e-14, 3).converged, false);
});

test("the start is not written to", () => {
  const start = Float64Array.of(3);
  bfgs((x) => x[0] ** 2, start);
  assert.deepEqual([...start], [3]);
});

test("gradient and Hessian of x³y + 2y² at (2, 3): (36, 20) and ((36, 12), (12, 4))", () => {
  const f = (x: Float64Array) => x[0] ** 3 * x[1] + 2 * x[1] ** 2;
  const at = Float64Array.of(2, 3);
  const [gradient, work] = [new Float64Array(2), new Float64Array(2)];
  gradientInto(f, at, gradient, work);
  close(gradient[0], 36, 1e-8);
  close(gradient[1], 20, 1e-8);
  const rows = hessian(f, at);
  close(rows[0][0], 36, 1e-6);
  close(rows[0][1], 12, 1e-6);
  close(rows[1][0], 12, 1e-6);
  close(rows[1][1], 4, 1e-6);
});

test("beside the edge of the domain a component of the gradient is 0, and the Hessian NaN", () => {
  const f = (x: Float64Array) => (x[0] > 1 ? Number.NaN : x[0] ** 2);
  const [gradient, work] = [new Float64Array(1), new Float64Array(1)];
  gradientInto(f, Float64Array.of(1), gradient, work);
  assert.equal(gradient[0], 0);
  assert.ok(Number.isNaN(hessian(f, Float64Array.of(1))[0][0]));
});
