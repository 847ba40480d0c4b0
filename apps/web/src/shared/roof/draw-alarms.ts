import type { Geometry } from "./geometry.ts";
import { MODULE_SHARE } from "./geometry.ts";
import type { Size, View } from "./view.ts";

/** Marks of alarms on the roof. */
export interface AlarmMarks {
  /** Colour of the mark of each cell that has one. */
  readonly colors: ReadonlyMap<number, string>;
  /** Of the sign in the mark. */
  readonly ink: string;
}

interface Roof {
  readonly geometry: Geometry;
  readonly view: View;
  readonly size: Size;
  readonly palette: { readonly ground: string };
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "fill"
  | "stroke"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "lineJoin"
>;

const RADIUS_PX = 8;
const HALO_PX = 3;
/** From this side in pixels on, the mark is in a corner: the middle has the figures of the module. */
const CORNER_FROM_PX = 36;

/** A triangle with an exclamation mark: as large on a small module, where it would be missed otherwise. */
export function drawAlarms(
  canvas: Canvas,
  { geometry, view, size, palette }: Roof,
  { colors, ink }: AlarmMarks,
): void {
  for (const [cell, color] of colors) {
    const group = geometry.groups[geometry.group[cell]!]!;
    const side = Math.min(group.moduleWidthM, group.moduleHeightM) * view.scale * MODULE_SHARE;
    const shift = side < CORNER_FROM_PX ? 0 : side / 2 - RADIUS_PX - 1;
    const x = (geometry.x[cell]! - view.x) * view.scale + size.width / 2 + shift * (group.cos + group.sin);
    const y = (geometry.y[cell]! - view.y) * view.scale + size.height / 2 + shift * (group.sin - group.cos);
    canvas.beginPath();
    canvas.moveTo(x, y - RADIUS_PX);
    canvas.lineTo(x + RADIUS_PX, y + RADIUS_PX * 0.75);
    canvas.lineTo(x - RADIUS_PX, y + RADIUS_PX * 0.75);
    canvas.closePath();
    canvas.lineJoin = "round";
    canvas.lineWidth = HALO_PX * 2;
    canvas.strokeStyle = palette.ground;
    canvas.stroke();
    canvas.lineWidth = 2;
    canvas.strokeStyle = color;
    canvas.stroke();
    canvas.fillStyle = color;
    canvas.fill();
    canvas.beginPath();
    canvas.moveTo(x, y - RADIUS_PX * 0.4);
    canvas.lineTo(x, y + RADIUS_PX * 0.2);
    canvas.moveTo(x, y + RADIUS_PX * 0.45);
    canvas.lineTo(x, y + RADIUS_PX * 0.65);
    canvas.strokeStyle = ink;
    canvas.stroke();
  }
}
