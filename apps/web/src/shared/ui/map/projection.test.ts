import { expect, it } from "vitest";
import { findAnchor, fromPixel, MAX_WORLD_PX, toPixel, zoomAt } from "./projection.ts";

const size = { width: 600, height: 300 };
const view = { x: 0.5, y: 0.4, worldPx: 2000 };

it("keeps the point under the pointer in its place while the scale changes", () => {
  const pixel = { x: 120, y: 250 };
  const before = fromPixel(pixel, view, size);
  for (const factor of [0.5, 1.3, 4]) {
    const zoomed = zoomAt(view, size, { pixel, factor, maxWorldPx: MAX_WORLD_PX });
    expect(zoomed.worldPx).toBe(2000 * factor);
    const after = fromPixel(pixel, zoomed, size);
    expect(after.x).toBeCloseTo(before.x, 12);
    expect(after.y).toBeCloseTo(before.y, 12);
  }
});

it("stays within the limits of the scale", () => {
  const pixel = { x: 0, y: 0 };
  expect(zoomAt(view, size, { pixel, factor: 1e9, maxWorldPx: MAX_WORLD_PX }).worldPx).toBe(MAX_WORLD_PX);
});

it("keeps the point nearest to the centre in view while it zooms, and the centre where there is none", () => {
  const points = [
    { x: 0.6, y: 0.4 },
    { x: 0.42, y: 0.38 },
    // Beyond the edge.
    { x: 0.5, y: 0.9 },
  ];
  const pixel = findAnchor(points, view, size);
  expect(pixel).toEqual(toPixel(points[1]!, view, size));
  const zoomed = zoomAt(view, size, { pixel, factor: 8, maxWorldPx: MAX_WORLD_PX });
  expect(toPixel(points[1]!, zoomed, size).x).toBeCloseTo(pixel.x, 6);
  expect(findAnchor(points.slice(2), view, size)).toEqual({ x: 300, y: 150 });
});
