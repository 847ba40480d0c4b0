import type { Geometry } from "./geometry.ts";
import { MODULE_SHARE } from "./geometry.ts";
import type { Size, View } from "./view.ts";

/** The symbol of a severity, in a square of `BOX`. */
interface AlarmMark {
  readonly path: Path2D;
  readonly color: string;
  /** Lines, not an area. */
  readonly isLines: boolean;
}

/** Mark of each cell that has one. */
export type AlarmMarks = ReadonlyMap<number, AlarmMark>;

interface Roof {
  readonly geometry: Geometry;
  readonly view: View;
  readonly size: Size;
  readonly palette: { readonly ground: string };
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  | "save"
  | "restore"
  | "translate"
  | "scale"
  | "fill"
  | "stroke"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "lineJoin"
  | "lineCap"
>;

const RADIUS_PX = 8;
const BOX = 12;
/** Of the lines of a symbol, and of the ground around it, in parts of the box. */
const LINE = 2.8;
const HALO = 2;
/** From this side in pixels on, the mark is in a corner: the middle has the figures of the module. */
const CORNER_FROM_PX = 36;

/** The symbols of the severities: as large on a small module, where they would be missed otherwise. */
export function drawAlarms(canvas: Canvas, { geometry, view, size, palette }: Roof, marks: AlarmMarks): void {
  for (const [cell, mark] of marks) {
    const group = geometry.groups[geometry.group[cell]!]!;
    const side = Math.min(group.moduleWidthM, group.moduleHeightM) * view.scale * MODULE_SHARE;
    const shift = side < CORNER_FROM_PX ? 0 : side / 2 - RADIUS_PX - 1;
    const x = (geometry.x[cell]! - view.x) * view.scale + size.width / 2 + shift * (group.cos + group.sin);
    const y = (geometry.y[cell]! - view.y) * view.scale + size.height / 2 + shift * (group.sin - group.cos);
    canvas.save();
    canvas.translate(x - RADIUS_PX, y - RADIUS_PX);
    canvas.scale((2 * RADIUS_PX) / BOX, (2 * RADIUS_PX) / BOX);
    drawMark(canvas, mark, palette.ground);
    canvas.restore();
  }
}

function drawMark(canvas: Canvas, { path, color, isLines }: AlarmMark, ground: string): void {
  canvas.lineJoin = "round";
  canvas.lineCap = "square";
  canvas.lineWidth = 2 * HALO + (isLines ? LINE : 0);
  canvas.strokeStyle = ground;
  canvas.stroke(path);
  canvas.lineWidth = LINE;
  canvas.strokeStyle = color;
  canvas.fillStyle = color;
  if (isLines) canvas.stroke(path);
  else canvas.fill(path);
}
