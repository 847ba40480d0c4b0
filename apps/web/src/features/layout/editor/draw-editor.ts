import type { DraftCell, DraftGroup, LayoutDraft } from "@heliograph/contract";
import type { Background } from "../../../shared/roof/background.ts";
import { drawBackground } from "../../../shared/roof/background.ts";
import { sizeOf, toRoofPoint } from "../../../shared/roof/draft/boxes.ts";
import { placeKey } from "../../../shared/roof/draft/edits.ts";
import { drawLabel, isFlipped } from "../../../shared/roof/draw-label.ts";
import { MODULE_SHARE } from "../../../shared/roof/geometry.ts";
import type { Size, View } from "../../../shared/roof/view.ts";
import { toPixel } from "../../../shared/roof/view.ts";

/** Colours of the editor in the theme on screen. */
export interface EditorColors {
  readonly ground: string;
  /** A module with a unit, and one without. */
  readonly unit: string;
  readonly empty: string;
  readonly line: string;
  readonly selection: string;
  readonly text: string;
  readonly onUnit: string;
  readonly font: string;
}

interface EditorScene {
  readonly layout: LayoutDraft;
  readonly background: Background | undefined;
  /** Marked points of the roof. */
  readonly points: readonly (readonly [number, number])[];
  readonly groups: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly nameOf: (unit: number) => string;
  readonly view: View;
  readonly size: Size;
  readonly colors: EditorColors;
  /** Lines that a drag is drawn to. */
  readonly marquee: readonly [number, number, number, number] | undefined;
}

const TEXT_FROM_PX = 32;
const MIDDLE_POLE = 5;
const LABEL_SHIFT_PX = 11;
/** Distance of the handle that turns a group from its edge. */
const HANDLE_PX = 26;
export const HANDLE_RADIUS_PX = 8;

/** Where the handle that turns a group is, in pixels. */
export function handleOf(group: DraftGroup, view: View, size: Size): readonly [number, number] {
  const [width] = sizeOf(group);
  return toPixel(view, size, ...toRoofPoint(group, width / 2, -HANDLE_PX / view.scale));
}

function drawModules(canvas: CanvasRenderingContext2D, scene: EditorScene, group: DraftGroup): void {
  const { colors, view, places, nameOf } = scene;
  const [width, height] = [group.moduleWidthM * view.scale, group.moduleHeightM * view.scale];
  const [w, h] = [Math.max(width * MODULE_SHARE, 1), Math.max(height * MODULE_SHARE, 1)];
  const showsText = Math.min(width, height) >= TEXT_FROM_PX;
  // Names of places are made only where some are selected: this runs for every module and frame.
  const hasSelected = places.size > 0;
  for (const cell of group.cells) {
    const [x, y] = [(cell.column + 0.5) * width, (cell.row + 0.5) * height];
    canvas.fillStyle = cell.unit === null ? colors.empty : colors.unit;
    canvas.fillRect(x - w / 2, y - h / 2, w, h);
    if (cell.unit === null) {
      canvas.strokeStyle = colors.line;
      canvas.lineWidth = 1;
      canvas.strokeRect(x - w / 2 + 0.5, y - h / 2 + 0.5, Math.max(w - 1, 1), Math.max(h - 1, 1));
    }
    if (hasSelected && places.has(placeKey({ groupKey: group.groupKey, ...cell }))) {
      canvas.strokeStyle = colors.selection;
      canvas.lineWidth = 3;
      canvas.strokeRect(x - w / 2, y - h / 2, w, h);
    }
    if (!showsText) continue;
    drawPole(canvas, cell, [x, y, w, h], colors);
    if (cell.unit === null) continue;
    canvas.fillStyle = colors.onUnit;
    canvas.font = `600 11px ${colors.font}`;
    canvas.textAlign = "center";
    canvas.textBaseline = "middle";
    // Upright in a group of any rotation.
    canvas.save();
    canvas.translate(x, y);
    canvas.rotate((-group.rotationDeg * Math.PI) / 180);
    // Below a dot in the middle.
    canvas.fillText(nameOf(cell.unit), 0, cell.pole === MIDDLE_POLE ? LABEL_SHIFT_PX : 0, Math.min(w, h) - 4);
    canvas.restore();
  }
}

/** Where the unit is on its module: a dot in one of nine places. */
function drawPole(
  canvas: CanvasRenderingContext2D,
  { pole, unit }: Pick<DraftCell, "pole" | "unit">,
  [x, y, w, h]: readonly [number, number, number, number],
  colors: EditorColors,
): void {
  if (pole === null) return;
  canvas.fillStyle = unit === null ? colors.text : colors.onUnit;
  canvas.beginPath();
  const [column, row] = [(pole - 1) % 3, Math.floor((pole - 1) / 3)];
  canvas.arc(x + (column - 1) * w * 0.38, y + (row - 1) * h * 0.38, 3, 0, 2 * Math.PI);
  canvas.fill();
}

function drawGroup(canvas: CanvasRenderingContext2D, scene: EditorScene, group: DraftGroup): void {
  const { view, size, colors } = scene;
  const [left, top] = toPixel(view, size, group.xM, group.yM);
  const [width, height] = sizeOf(group).map((side) => side * view.scale) as [number, number];
  canvas.save();
  canvas.translate(left, top);
  canvas.rotate((group.rotationDeg * Math.PI) / 180);
  drawModules(canvas, scene, group);
  if (scene.groups.has(group.groupKey)) {
    canvas.strokeStyle = colors.selection;
    canvas.lineWidth = 2;
    canvas.strokeRect(-3, -3, width + 6, height + 6);
  }
  canvas.restore();
}

function drawHandle(
  canvas: CanvasRenderingContext2D,
  { view, size, colors }: EditorScene,
  group: DraftGroup,
): void {
  const [x, y] = handleOf(group, view, size);
  const [width] = sizeOf(group);
  const [edgeX, edgeY] = toPixel(view, size, ...toRoofPoint(group, width / 2, 0));
  canvas.strokeStyle = colors.selection;
  canvas.fillStyle = colors.ground;
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.moveTo(edgeX, edgeY);
  canvas.lineTo(x, y);
  canvas.stroke();
  canvas.beginPath();
  canvas.arc(x, y, HANDLE_RADIUS_PX, 0, 2 * Math.PI);
  canvas.fill();
  canvas.stroke();
}

/** Below the group: the handle that turns it is above. */
function drawName(
  canvas: CanvasRenderingContext2D,
  { view, size, colors }: EditorScene,
  group: DraftGroup,
): void {
  const [width, height] = sizeOf(group);
  const edge = isFlipped(group.rotationDeg) ? 0 : height;
  const [x, y] = toPixel(view, size, ...toRoofPoint(group, width / 2, edge));
  const { text: color, ground, font } = colors;
  const { name: text, rotationDeg } = group;
  drawLabel(canvas, { text, x, y, rotationDeg, side: "below", color, ground, font });
}

const POINT_PX = 9;

/** A cross within a circle. */
function drawPoint(
  canvas: CanvasRenderingContext2D,
  { view, size, colors }: EditorScene,
  point: readonly [number, number],
): void {
  const [x, y] = toPixel(view, size, ...point);
  canvas.strokeStyle = colors.selection;
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.arc(x, y, POINT_PX, 0, 2 * Math.PI);
  canvas.moveTo(x - POINT_PX, y);
  canvas.lineTo(x + POINT_PX, y);
  canvas.moveTo(x, y - POINT_PX);
  canvas.lineTo(x, y + POINT_PX);
  canvas.stroke();
}

/** Draws the layout as it is edited. */
export function drawEditor(canvas: CanvasRenderingContext2D, scene: EditorScene): void {
  const { layout, size, colors, marquee, groups } = scene;
  canvas.fillStyle = colors.ground;
  canvas.fillRect(0, 0, size.width, size.height);
  if (scene.background !== undefined) drawBackground(canvas, scene.background, scene.view, size);
  for (const group of layout.groups) drawGroup(canvas, scene, group);
  for (const group of layout.groups) drawName(canvas, scene, group);
  const [only, ...others] = layout.groups.filter(({ groupKey }) => groups.has(groupKey));
  if (only !== undefined && others.length === 0) drawHandle(canvas, scene, only);
  for (const point of scene.points) drawPoint(canvas, scene, point);
  if (marquee !== undefined) {
    const [left, top, right, bottom] = marquee;
    canvas.strokeStyle = colors.selection;
    canvas.lineWidth = 1.5;
    canvas.strokeRect(left, top, right - left, bottom - top);
  }
}
