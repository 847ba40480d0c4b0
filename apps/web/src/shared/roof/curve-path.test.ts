import { expect, it } from "vitest";
import { curvePath } from "./curve-path.ts";

it("leaves gaps open and draws a lone value as a dot", () => {
  const values = Float32Array.from([0, 50, Number.NaN, 100, Number.NaN]);
  expect(curvePath(values, { from: 0, to: 100, width: 500, height: 200 })).toBe(
    "M50.0 200.0L150.0 100.0M350.0 0.0L350.0 0.0",
  );
});
