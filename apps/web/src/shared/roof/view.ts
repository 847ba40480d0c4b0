import type { Bounds } from "./bounds.ts";

/** What a canvas shows: the point of the roof in its middle (m) and pixels for a metre. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PADDING_PX = 24;
/** Closest: a module fills about a third of the canvas. */
const MAX_SCALE = 220;

/** The view in which all of the roof is visible. */
export function fitView({ left, top, right, bottom }: Bounds, size: Size): View {
  const scale = Math.min(
    Math.max(size.width - 2 * PADDING_PX, 1) / (right - left),
    Math.max(size.height - 2 * PADDING_PX, 1) / (bottom - top),
    MAX_SCALE,
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** A view limited to the roof: not farther than half of the fitted view, its middle on the roof. */
export function limitView({ x, y, scale }: View, bounds: Bounds, size: Size): View {
  const fitted = fitView(bounds, size).scale;
  return {
    x: Math.min(Math.max(x, bounds.left), bounds.right),
    y: Math.min(Math.max(y, bounds.top), bounds.bottom),
    scale: Math.min(Math.max(scale, fitted / 2), MAX_SCALE),
  };
}

/** The point of the roof at a pixel of the canvas. */
export const toRoof = (view: View, size: Size, left: number, top: number): readonly [number, number] => [
  view.x + (left - size.width / 2) / view.scale,
  view.y + (top - size.height / 2) / view.scale,
];

/** The pixel at a point of the roof. */
export const toPixel = (view: View, size: Size, x: number, y: number): readonly [number, number] => [
  (x - view.x) * view.scale + size.width / 2,
  (y - view.y) * view.scale + size.height / 2,
];

/** Zooms by a factor so that the roof under a pixel stays there. */
export function zoomAt(view: View, size: Size, pixel: readonly [number, number], factor: number): View {
  const [x, y] = toRoof(view, size, ...pixel);
  const scale = view.scale * factor;
  return {
    x: x - (pixel[0] - size.width / 2) / scale,
    y: y - (pixel[1] - size.height / 2) / scale,
    scale,
  };
}

export const panBy = (view: View, left: number, top: number): View => ({
  ...view,
  x: view.x - left / view.scale,
  y: view.y - top / view.scale,
});

/** A view as text in an address, `12.4,8,31.5`. */
export const writeView = ({ x, y, scale }: View): string =>
  [x, y, scale].map((value) => Number(value.toFixed(2))).join();

/** Undefined for anything that is no view. */
export function readView(text: string | null): View | undefined {
  const [x, y, scale, ...rest] = (text ?? "").split(",").map(Number);
  if (x === undefined || y === undefined || scale === undefined || rest.length > 0) return undefined;
  return Number.isFinite(x) && Number.isFinite(y) && scale > 0 && scale <= MAX_SCALE
    ? { x, y, scale }
    : undefined;
}

/** What is legible: groups with their name, modules side by side, modules with gaps, modules with text. */
export type Detail = "group" | "string" | "module" | "text";

const MODULE_FROM_PX = 7;
const STRING_FROM_PX = 2;
const TEXT_FROM_PX = 44;

/** Level of detail by the smaller side of a module in pixels. */
export function detailOf(modulePx: number): Detail {
  if (modulePx < STRING_FROM_PX) return "group";
  if (modulePx < MODULE_FROM_PX) return "string";
  return modulePx < TEXT_FROM_PX ? "module" : "text";
}
