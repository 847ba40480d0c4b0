import type { LayoutBackground } from "@heliograph/contract";

type Point = readonly [x: number, y: number];

const MILLIMETRES = 1000;
const round = (metres: number): number => Math.round(metres * MILLIMETRES) / MILLIMETRES;

/** Scales a photograph so that two of its points are as far apart as on the roof; the first of them stays. */
export function scaleBetween(
  background: LayoutBackground,
  [[fromX, fromY], [toX, toY]]: readonly [Point, Point],
  distanceM: number,
): LayoutBackground {
  const factor = distanceM / Math.hypot(toX - fromX, toY - fromY);
  return {
    ...background,
    xM: round(fromX + (background.xM - fromX) * factor),
    yM: round(fromY + (background.yM - fromY) * factor),
    widthM: round(background.widthM * factor),
    heightM: round(background.heightM * factor),
  };
}
