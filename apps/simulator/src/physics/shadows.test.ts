import { expect, it } from "vitest";
import { castShadows, shadedShare } from "./shadows.ts";

const module = { widthM: 1, heightM: 1 };
const flat = { tiltDeg: 0, azimuthDeg: 180 };
/** Two metres high, in the middle of the module in row 5 and column 5. */
const pole = { xM: 5.5, yM: 5.5, heightM: 2, radiusM: 0.3 };
const sun = (elevationDeg: number, azimuthDeg: number) => ({ elevationDeg, azimuthDeg });
const shareAt = (shadows: ReturnType<typeof castShadows>, row: number, column: number): number =>
  shadedShare(shadows, module, row, column);

it("casts a shadow away from the sun, as long as the sun is low", () => {
  const noon = castShadows([pole], flat, sun(45, 180));
  expect([shareAt(noon, 4, 5), shareAt(noon, 2, 5), shareAt(noon, 6, 5), shareAt(noon, 5, 4)]).toEqual([
    expect.closeTo(1 / 3),
    0,
    0,
    0,
  ]);
  const lower = castShadows([pole], flat, sun(Math.atan(0.5) * (180 / Math.PI), 180));
  expect(shareAt(lower, 2, 5)).toBeGreaterThan(0);
});

it("passes from the left in the evening to the right in the morning, seen with the slope downwards", () => {
  const evening = castShadows([pole], flat, sun(45, 270));
  expect([shareAt(evening, 5, 6) > 0, shareAt(evening, 5, 4)]).toEqual([true, 0]);
  const morning = castShadows([pole], flat, sun(45, 90));
  expect([shareAt(morning, 5, 6), shareAt(morning, 5, 4) > 0]).toEqual([0, true]);
});

it("casts none while the sun is behind the plane or below the horizon", () => {
  const steep = { tiltDeg: 80, azimuthDeg: 180 };
  expect(castShadows([pole], steep, sun(30, 0))).toEqual([]);
  expect(castShadows([pole], flat, sun(-1, 90))).toEqual([]);
});

it("is shorter on a slope towards the sun than on flat ground", () => {
  const lengthOn = (tiltDeg: number): number =>
    Math.hypot(
      ...castShadows([pole], { ...flat, tiltDeg }, sun(40, 180)).map(({ byX, byY }) => Math.hypot(byX, byY)),
    );
  expect(lengthOn(30)).toBeLessThan(lengthOn(0));
});
