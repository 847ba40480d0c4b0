import type { Background } from "./background.ts";
import { drawBackground } from "./background.ts";
import type { Mark, Palette } from "./colors.ts";
import { ASLEEP, BUCKETS, bucketOfState, NO_DATA, SHUT, ZERO } from "./colors.ts";
import type { AlarmMarks } from "./draw-alarms.ts";
import { drawAlarms } from "./draw-alarms.ts";
import { drawLabel } from "./draw-label.ts";
import type { Geometry, PlacedGroup } from "./geometry.ts";
import { MODULE_SHARE } from "./geometry.ts";
import { readLabels } from "./place-labels.ts";
import type { Detail, Size, View } from "./view.ts";
import { detailOf } from "./view.ts";

/** Cells in the order of their colour, so that the colour of the canvas changes once for each. */
export interface PaintOrder {
  /** Bucket of each cell. */
  readonly buckets: Uint8Array;
  readonly cells: Uint32Array;
  /** Where each bucket begins in `cells`; one more than there are buckets. */
  readonly starts: Uint32Array;
}

/** Sorts cells by bucket. */
export function orderByBucket(buckets: Uint8Array): PaintOrder {
  const starts = new Uint32Array(BUCKETS + 1);
  for (const bucket of buckets) starts[bucket + 1]!++;
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  const cells = new Uint32Array(buckets.length);
  for (let cell = 0; cell < buckets.length; cell++) cells[next[buckets[cell]!]!++] = cell;
  return { buckets, cells, starts };
}

/** Words on a module: its value and the end of its serial number. */
export type CellText = (cell: number) => readonly [value: string, sn: string];

export interface Scene {
  readonly geometry: Geometry;
  /** Undefined without a photograph, and until it is read. */
  readonly background?: Background | undefined;
  readonly order: PaintOrder;
  /** Whether states are marked: not before the values are read. */
  readonly hasMarks: boolean;
  readonly palette: Palette;
  readonly view: View;
  readonly size: Size;
  readonly textOf: CellText;
  /** Of each group, from long to short: its name with its figure, and its name. */
  readonly groupTexts: readonly (readonly string[])[];
  /** Bucket of each group's mean, drawn where modules are too small. */
  readonly groupBuckets: readonly number[];
  /** Cells with an outline. */
  readonly selected: ReadonlySet<number>;
  readonly hovered: number | undefined;
  /** Undefined where alarms are not marked. */
  readonly alarms?: AlarmMarks | undefined;
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  | "fillRect"
  | "strokeRect"
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "fill"
  | "stroke"
  | "fillText"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "font"
  | "save"
  | "restore"
  | "translate"
  | "scale"
  | "lineCap"
  | "rotate"
  | "strokeText"
  | "lineJoin"
  | "textAlign"
  | "textBaseline"
  | "drawImage"
  | "globalAlpha"
>;

/** Sides of a module and of its group in pixels. */
interface Piece {
  readonly group: PlacedGroup;
  readonly width: number;
  readonly height: number;
  readonly isUpright: boolean;
}

function listPieces({ geometry, view }: Scene, detail: Detail): Piece[] {
  const share = detail === "string" ? 1 : MODULE_SHARE;
  return geometry.groups.map((group) => ({
    group,
    width: Math.max(group.moduleWidthM * view.scale * share, 1),
    height: Math.max(group.moduleHeightM * view.scale * share, 1),
    isUpright: group.rotationDeg === 0,
  }));
}

function tracePiece(
  canvas: Canvas,
  { group: { cos, sin } }: Piece,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const [ax, ay, bx, by] = [(width / 2) * cos, (width / 2) * sin, (-height / 2) * sin, (height / 2) * cos];
  canvas.moveTo(x - ax - bx, y - ay - by);
  canvas.lineTo(x + ax - bx, y + ay - by);
  canvas.lineTo(x + ax + bx, y + ay + by);
  canvas.lineTo(x - ax + bx, y - ay + by);
  canvas.closePath();
}

/** Calls `paint` for the cells of a bucket that are on the canvas, with their middle in pixels. */
function eachVisible(
  { geometry, order, view, size }: Scene,
  bucket: number,
  margin: number,
  paint: (cell: number, x: number, y: number) => void,
): void {
  const { x, y } = geometry;
  const [offsetX, offsetY] = [size.width / 2 - view.x * view.scale, size.height / 2 - view.y * view.scale];
  for (let index = order.starts[bucket]!; index < order.starts[bucket + 1]!; index++) {
    const cell = order.cells[index]!;
    const left = x[cell]! * view.scale + offsetX;
    if (left < -margin || left > size.width + margin) continue;
    const top = y[cell]! * view.scale + offsetY;
    if (top < -margin || top > size.height + margin) continue;
    paint(cell, left, top);
  }
}

function drawModules(canvas: Canvas, scene: Scene, pieces: readonly Piece[]): void {
  const { geometry, palette } = scene;
  const margin = Math.max(...pieces.map(({ width, height }) => width + height));
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (scene.order.starts[bucket] === scene.order.starts[bucket + 1]) continue;
    canvas.fillStyle = palette.fills[bucket]!;
    let isTraced = false;
    eachVisible(scene, bucket, margin, (cell, x, y) => {
      const piece = pieces[geometry.group[cell]!]!;
      const { width, height } = piece;
      if (piece.isUpright) {
        // Whole pixels: sharp edges, and no blending.
        const left = Math.round(x - width / 2);
        const top = Math.round(y - height / 2);
        canvas.fillRect(
          left,
          top,
          Math.max(Math.round(x + width / 2) - left, 1),
          Math.max(Math.round(y + height / 2) - top, 1),
        );
        return;
      }
      if (!isTraced) canvas.beginPath();
      isTraced = true;
      tracePiece(canvas, piece, x, y, width, height);
    });
    if (isTraced) canvas.fill();
  }
}

const fontOf = (modulePx: number): number => Math.min(Math.max(modulePx * 0.22, 10), 20);

const MARKS_FROM_PX = 8.5;

/** Lines that tell the states apart without colour: zero a bar, no data a slash, shut down a cross, asleep a dot. */
const stateMarks: readonly Mark[] = [
  [bucketOfState(ZERO), [[-0.3, 0, 0.3, 0]]],
  [bucketOfState(NO_DATA), [[-0.3, 0.3, 0.3, -0.3]]],
  [bucketOfState(ASLEEP), [[-0.04, 0, 0.04, 0]]],
  [
    bucketOfState(SHUT),
    [
      [-0.3, -0.3, 0.3, 0.3],
      [-0.3, 0.3, 0.3, -0.3],
    ],
  ],
];

/** Beside text a mark takes the place of the value. */
function drawMarks(canvas: Canvas, scene: Scene, modulePx: number, detail: Detail): void {
  const { palette } = scene;
  const fontPx = fontOf(modulePx);
  const [side, rise] = detail === "text" ? [fontPx * 1.4, fontPx * 0.8] : [modulePx * MODULE_SHARE, 0];
  for (const [bucket, lines] of [...stateMarks, ...(palette.marks ?? [])]) {
    canvas.strokeStyle = palette.isDark[bucket] ? palette.lightText : palette.darkText;
    canvas.lineWidth = 1.5;
    canvas.beginPath();
    eachVisible(scene, bucket, 0, (_, x, y) => {
      for (const [ax, ay, bx, by] of lines) {
        canvas.moveTo(x + ax * side, y + ay * side - rise);
        canvas.lineTo(x + bx * side, y + by * side - rise);
      }
    });
    canvas.stroke();
  }
}

function drawTexts(canvas: Canvas, scene: Scene, modulePx: number): void {
  const { palette, textOf } = scene;
  const fontPx = fontOf(modulePx);
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    canvas.fillStyle = palette.isDark[bucket] ? palette.lightText : palette.darkText;
    eachVisible(scene, bucket, modulePx, (cell, x, y) => {
      const [value, sn] = textOf(cell);
      canvas.font = `600 ${fontPx}px ${palette.font}`;
      // Close to the middle, where a module has most space in any rotation.
      canvas.fillText(value, x, y - fontPx * 0.7);
      canvas.font = `${fontPx * 0.85}px ${palette.font}`;
      canvas.fillText(sn, x, y + fontPx * 0.7);
    });
  }
}

function drawGroupTexts(canvas: Canvas, { geometry, groupTexts, palette, view, size }: Scene): void {
  const { text: color, ground, font } = palette;
  for (const { group, text, side, ...from } of readLabels(geometry.groups, groupTexts, view.scale)) {
    const x = (group.middleX - view.x) * view.scale + size.width / 2 + from.x;
    const y = (group.middleY - view.y) * view.scale + size.height / 2 + from.y;
    if (x < -200 || x > size.width + 200 || y < -40 || y > size.height + 40) continue;
    drawLabel(canvas, { text, x, y, rotationDeg: group.rotationDeg, side, color, ground, font });
  }
}

function drawOutlines(canvas: Canvas, scene: Scene, pieces: readonly Piece[]): void {
  const { geometry, palette, selected, hovered, view, size } = scene;
  const outline = (cell: number, color: string, width: number): void => {
    const piece = pieces[geometry.group[cell]!]!;
    canvas.strokeStyle = color;
    canvas.lineWidth = width;
    canvas.beginPath();
    const x = (geometry.x[cell]! - view.x) * view.scale + size.width / 2;
    const y = (geometry.y[cell]! - view.y) * view.scale + size.height / 2;
    tracePiece(canvas, piece, x, y, piece.width + width, piece.height + width);
    canvas.stroke();
  };
  for (const cell of selected) outline(cell, palette.selection, 2.5);
  if (hovered !== undefined) outline(hovered, palette.text, 1.5);
}

/** Each group as one area in the colour of its mean. */
function drawGroups(canvas: Canvas, { geometry, groupBuckets, palette, view, size }: Scene): void {
  for (const [index, group] of geometry.groups.entries()) {
    const [width, height] = [group.columns * group.moduleWidthM, group.rows * group.moduleHeightM];
    const x = (group.middleX - view.x) * view.scale + size.width / 2;
    const y = (group.middleY - view.y) * view.scale + size.height / 2;
    const piece = { group, width: width * view.scale, height: height * view.scale, isUpright: false };
    canvas.fillStyle = palette.fills[groupBuckets[index]!]!;
    canvas.beginPath();
    tracePiece(canvas, piece, x, y, piece.width, piece.height);
    canvas.fill();
  }
}

/** Draws the roof; the canvas is `size` pixels of the page. */
export function drawRoof(canvas: Canvas, scene: Scene): void {
  const { geometry, view, size, palette } = scene;
  canvas.fillStyle = palette.ground;
  canvas.fillRect(0, 0, size.width, size.height);
  if (scene.background !== undefined) drawBackground(canvas, scene.background, view, size);
  if (geometry.count === 0) return;
  const modulePx = geometry.moduleM * view.scale;
  const detail = detailOf(modulePx);
  const pieces = listPieces(scene, detail);
  if (detail === "group") drawGroups(canvas, scene);
  else drawModules(canvas, scene, pieces);
  if (scene.hasMarks && modulePx >= MARKS_FROM_PX) drawMarks(canvas, scene, modulePx, detail);
  if (detail === "text") drawTexts(canvas, scene, modulePx);
  drawGroupTexts(canvas, scene);
  drawOutlines(canvas, scene, pieces);
  if (scene.alarms !== undefined) drawAlarms(canvas, scene, scene.alarms);
}
