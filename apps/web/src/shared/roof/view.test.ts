import { expect, it } from "vitest";
import { detailOf, fitView, limitView, panBy, readView, toPixel, toRoof, writeView, zoomAt } from "./view.ts";

const bounds = { left: 0, top: 0, right: 40, bottom: 20 };
const size = { width: 1000, height: 600 };
const view = { x: 12, y: 7, scale: 30 };

it("fits all of the roof into the canvas", () => {
  const fitted = fitView(bounds, size);
  expect(fitted).toMatchObject({ x: 20, y: 10 });
  const [left, top] = toPixel(fitted, size, 0, 0);
  expect(left).toBeGreaterThanOrEqual(24);
  expect(top).toBeGreaterThanOrEqual(24);
});

it("keeps the point under the pointer when it zooms", () => {
  const pixel = [820, 130] as const;
  const zoomed = zoomAt(view, size, pixel, 1.7);
  for (const [index, value] of toRoof(zoomed, size, ...pixel).entries())
    expect(value).toBeCloseTo(toRoof(view, size, ...pixel)[index]!, 9);
  expect(zoomed.scale).toBeCloseTo(51);
});

it("moves the roof with the pointer", () => {
  const [before, after] = [view, panBy(view, 90, -30)].map((each) => toPixel(each, size, 5, 5));
  expect([after![0] - before![0], after![1] - before![1]]).toEqual([90, -30]);
});

it("stays on the roof and within its zooms", () => {
  const fitted = fitView(bounds, size).scale;
  expect(limitView({ x: -900, y: 999, scale: 1e-6 }, bounds, size)).toEqual({
    x: 0,
    y: 20,
    scale: fitted / 2,
  });
  expect(limitView({ ...view, scale: 9_999 }, bounds, size).scale).toBe(220);
});

it("reads the view it wrote, and nothing else", () => {
  expect(readView(writeView(view))).toEqual(view);
  for (const text of [null, "", "1,2", "1,2,3,4", "a,b,c", "1,2,0", "1,2,-4", "1,2,9e9"])
    expect(readView(text)).toBeUndefined();
});

it("shows groups from afar, then modules, then their values", () => {
  expect([1, 4, 20, 60].map(detailOf)).toEqual(["group", "string", "module", "text"]);
});
