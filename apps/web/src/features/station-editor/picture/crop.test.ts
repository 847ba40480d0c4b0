import { expect, it } from "vitest";
import { toPart, WHOLE } from "./crop.ts";

it("keeps as much of a picture as 4 to 3 allows, in its middle", () => {
  expect(toPart({ width: 4000, height: 1500 }, WHOLE)).toEqual({
    width: 2000,
    height: 1500,
    left: 1000,
    top: 0,
  });
  expect(toPart({ width: 800, height: 1000 }, WHOLE)).toEqual({ width: 800, height: 600, left: 0, top: 200 });
});

it("keeps a smaller part with zoom, inside the picture at both ends", () => {
  const size = { width: 800, height: 600 };
  expect(toPart(size, { zoom: 2, x: 0, y: 0 })).toEqual({ width: 400, height: 300, left: 0, top: 0 });
  expect(toPart(size, { zoom: 2, x: 1, y: 1 })).toEqual({ width: 400, height: 300, left: 400, top: 300 });
});
