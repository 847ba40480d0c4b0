import { expect, it } from "vitest";
import { keepInside, wholePicture, zoomAt } from "./picture-view.ts";

it("zooms about the point under the finger [R2.16]", () => {
  const view = zoomAt(wholePicture, 2, { x: 100, y: -50 });
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
  // The point that was at (100, -50) of the picture is at 2 × that, moved by the view: still there.
  expect({ x: 100 * view.scale + view.x, y: -50 * view.scale + view.y }).toEqual({ x: 100, y: -50 });
});

it("never shows less than the whole picture nor more than it holds [R2.16]", () => {
  expect(zoomAt(wholePicture, 0.1, { x: 0, y: 0 }).scale).toBe(1);
  expect(zoomAt(wholePicture, 1_000, { x: 0, y: 0 }).scale).toBe(12);
});

it("moves only as far as the picture is larger than the stage [R2.16]", () => {
  const stage = { width: 400, height: 300 };
  expect(keepInside({ scale: 1, x: 80, y: 80 }, { width: 400, height: 200 }, stage)).toEqual(wholePicture);
  expect(keepInside({ scale: 2, x: 900, y: -900 }, { width: 400, height: 200 }, stage)).toEqual({
    scale: 2,
    x: 200,
    y: -50,
  });
});
