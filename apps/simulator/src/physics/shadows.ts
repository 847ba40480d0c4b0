import type { Orientation, SunPosition } from "@heliograph/solar";

/** An upright object that casts a shadow on one plane: a chimney, a tree, a part of a wall. */
export interface Obstacle {
  /** Where its axis meets the plane, in metres to the right and down from the upper left corner of the modules. */
  readonly xM: number;
  readonly yM: number;
  /** Above that point, vertically. */
  readonly heightM: number;
  readonly radiusM: number;
}

/** The shadow of an obstacle on its plane: all points within the radius of a line. */
export interface Shadow {
  readonly fromX: number;
  readonly fromY: number;
  readonly byX: number;
  readonly byY: number;
  readonly radiusM: number;
}

/** Sizes of a module on its plane. */
interface ModuleSize {
  readonly widthM: number;
  readonly heightM: number;
}

const RAD = Math.PI / 180;
/** A sun that grazes the plane casts shadows of any length; it gives no beam either. */
const MIN_HEIGHT_ABOVE_PLANE = 0.02;
/** Points of a module, across and along, at which its shade is found. */
const POINTS = [1 / 6, 1 / 2, 5 / 6] as const;

/** The shadows of obstacles on a plane; none while the sun is behind it. */
export function castShadows(
  obstacles: readonly Obstacle[],
  { tiltDeg, azimuthDeg }: Orientation,
  { elevationDeg, azimuthDeg: sunAzimuthDeg }: Pick<SunPosition, "elevationDeg" | "azimuthDeg">,
): Shadow[] {
  const [tilt, elevation] = [tiltDeg * RAD, elevationDeg * RAD];
  const turned = (sunAzimuthDeg - azimuthDeg) * RAD;
  // The sun as seen from the plane: to the right, down the slope, and along the normal.
  const forward = Math.cos(elevation) * Math.cos(turned);
  const right = -Math.cos(elevation) * Math.sin(turned);
  const down = forward * Math.cos(tilt) - Math.sin(elevation) * Math.sin(tilt);
  const normal = forward * Math.sin(tilt) + Math.sin(elevation) * Math.cos(tilt);
  if (normal < MIN_HEIGHT_ABOVE_PLANE || elevationDeg <= 0) return [];
  return obstacles.map(({ xM, yM, heightM, radiusM }) => {
    // The top of the obstacle: straight up is up the slope and away from it.
    const [topDown, topNormal] = [-heightM * Math.sin(tilt), heightM * Math.cos(tilt)];
    const stretch = topNormal / normal;
    return { fromX: xM, fromY: yM, byX: -right * stretch, byY: topDown - down * stretch, radiusM };
  });
}

function isWithin({ fromX, fromY, byX, byY, radiusM }: Shadow, x: number, y: number): boolean {
  const [dx, dy] = [x - fromX, y - fromY];
  const along = (dx * byX + dy * byY) / Math.max(byX * byX + byY * byY, 1e-12);
  const part = Math.min(Math.max(along, 0), 1);
  return (dx - part * byX) ** 2 + (dy - part * byY) ** 2 <= radiusM * radiusM;
}

/** Share of a module in shadow; row and column from 0. */
export function shadedShare(
  shadows: readonly Shadow[],
  { widthM, heightM }: ModuleSize,
  row: number,
  column: number,
): number {
  if (shadows.length === 0) return 0;
  let shaded = 0;
  for (const across of POINTS)
    for (const along of POINTS) {
      const [x, y] = [(column + across) * widthM, (row + along) * heightM];
      if (shadows.some((shadow) => isWithin(shadow, x, y))) shaded += 1;
    }
  return shaded / POINTS.length ** 2;
}
