/** Web Mercator: the world is a square of side 1, with its origin at 180° west in the north. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

const MAX_LATITUDE = 85;

export function project(latitude: number, longitude: number): WorldPoint {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const y = Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / (2 * Math.PI);
  return { x: (longitude + 180) / 360, y: 0.5 - y };
}

/** A place on Earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Place of a point in degrees; a point beyond the date line is on the other side of the world. */
export function unproject({ x, y }: WorldPoint): Place {
  const latitude = (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
  const turns = x - Math.floor(x);
  return {
    latitude: Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)),
    longitude: turns * 360 - 180,
  };
}

/** What a map shows: its centre, and the width of the whole world in pixels. */
export interface MapView extends WorldPoint {
  readonly worldPx: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const MIN_WORLD_PX = 320;
/** Of the drawn map, about 100 m a pixel: the coastline is no finer, and approximate places are further apart. */
export const MAX_WORLD_PX = 400_000;
/** Around a single plant still some coast is seen. */
export const MAX_FIT_WORLD_PX = 9_000;
const PADDING_PX = 36;

export const limitScale = (worldPx: number, maxWorldPx: number): number =>
  Math.max(MIN_WORLD_PX, Math.min(maxWorldPx, worldPx));

/** The view that shows all points; the whole world without any. */
export function fitView(
  points: readonly WorldPoint[],
  { width, height }: MapSize,
  maxWorldPx: number,
): MapView {
  if (points.length === 0) return { x: 0.5, y: 0.42, worldPx: Math.max(MIN_WORLD_PX, width) };
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const fitting = Math.min(
    (width - 2 * PADDING_PX) / Math.max(right - left, 1e-9),
    (height - 2 * PADDING_PX) / Math.max(bottom - top, 1e-9),
  );
  const worldPx = limitScale(fitting, maxWorldPx);
  return { x: (left + right) / 2, y: (top + bottom) / 2, worldPx };
}

/** The pixel of a point in a view. */
export function toPixel(point: WorldPoint, view: MapView, { width, height }: MapSize): WorldPoint {
  return {
    x: width / 2 + (point.x - view.x) * view.worldPx,
    y: height / 2 + (point.y - view.y) * view.worldPx,
  };
}

/** The point at a pixel of a view. */
export function fromPixel(pixel: WorldPoint, view: MapView, { width, height }: MapSize): WorldPoint {
  return {
    x: view.x + (pixel.x - width / 2) / view.worldPx,
    y: view.y + (pixel.y - height / 2) / view.worldPx,
  };
}

/** The view at another scale that shows the same point at this pixel. */
export function zoomAt(
  view: MapView,
  size: MapSize,
  { pixel, factor, maxWorldPx }: { pixel: WorldPoint; factor: number; maxWorldPx: number },
): MapView {
  const worldPx = limitScale(view.worldPx * factor, maxWorldPx);
  const { x, y } = fromPixel(pixel, view, size);
  return {
    worldPx,
    x: x - (pixel.x - size.width / 2) / worldPx,
    y: y - (pixel.y - size.height / 2) / worldPx,
  };
}

/** The pixel of the point in a view that is nearest to its centre, so that zooming does not lose it; the centre without one. */
export function findAnchor(points: readonly WorldPoint[], view: MapView, size: MapSize): WorldPoint {
  const centre = { x: size.width / 2, y: size.height / 2 };
  let [anchor, nearest] = [centre, Number.POSITIVE_INFINITY];
  for (const point of points) {
    const pixel = toPixel(point, view, size);
    const [dx, dy] = [pixel.x - centre.x, pixel.y - centre.y];
    const isSeen = Math.abs(dx) <= centre.x && Math.abs(dy) <= centre.y;
    if (isSeen && Math.hypot(dx, dy) < nearest) [anchor, nearest] = [pixel, Math.hypot(dx, dy)];
  }
  return anchor;
}
