import { isFlipped, LABEL_DISTANCE_PX, LABEL_HEIGHT_PX } from "./draw-label.ts";
import type { PlacedGroup } from "./geometry.ts";
import type { Box } from "./label-boxes.ts";
import { overlap } from "./label-boxes.ts";

/** A name of a group; `x` and `y` in pixels from the middle of the group to the edge it is written along. */
export interface PlacedLabel {
  readonly group: PlacedGroup;
  readonly text: string;
  readonly side: "above" | "below" | "middle";
  readonly x: number;
  readonly y: number;
}

/** Width of a letter and of a Chinese character, roughly. */
const LETTER_PX = 7.5;
const WIDE_LETTER_PX = 13;
const FIRST_WIDE = "\u2e80";
/** A name may be this much wider than its group. */
const MAX_WIDTH_SHARE = 1.3;
/** Names of so few groups may be wider than that. */
const FEW_GROUPS = 4;

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter < FIRST_WIDE ? LETTER_PX : WIDE_LETTER_PX), 0);

/** The group in pixels, from the origin of the roof. */
const boxOf = (group: PlacedGroup, scale: number): Box => ({
  x: group.middleX * scale,
  y: group.middleY * scale,
  halfWidth: (group.columns * group.moduleWidthM * scale) / 2,
  halfHeight: (group.rows * group.moduleHeightM * scale) / 2,
  cos: group.cos,
  sin: group.sin,
});

/** A name along the upper or lower edge of a group on screen, or across its middle. */
function labelAt(group: PlacedGroup, box: Box, text: string, side: PlacedLabel["side"]) {
  const up = (isFlipped(group.rotationDeg) ? 1 : -1) * { above: 1, below: -1, middle: 0 }[side];
  const [edge, middle] = [
    box.halfHeight * up,
    (box.halfHeight + LABEL_DISTANCE_PX + LABEL_HEIGHT_PX / 2) * up,
  ];
  return {
    label: { group, text, side, x: -edge * box.sin, y: edge * box.cos },
    box: {
      ...box,
      x: box.x - middle * box.sin,
      y: box.y + middle * box.cos,
      halfWidth: widthOf(text) / 2,
      halfHeight: LABEL_HEIGHT_PX / 2,
    },
  };
}

type Texts = readonly (readonly string[])[];

/** Of the last frame: the names do not change while the roof is moved. */
const placed = new WeakMap<Texts, { readonly scale: number; readonly labels: readonly PlacedLabel[] }>();

/** As `placeLabels`, once for the same texts at the same scale. */
export function readLabels(
  groups: readonly PlacedGroup[],
  texts: Texts,
  scale: number,
): readonly PlacedLabel[] {
  const known = placed.get(texts);
  if (known?.scale === scale) return known.labels;
  const labels = placeLabels(groups, texts, scale);
  placed.set(texts, { scale, labels });
  return labels;
}

/**
 * Names of groups that overlap neither each other nor another group: the longest text above its group or below it, else the
 * shortest across its middle, else none. Where the roof is on the canvas does not matter.
 */
export function placeLabels(groups: readonly PlacedGroup[], texts: Texts, scale: number): PlacedLabel[] {
  const boxes = groups.map((group) => boxOf(group, scale));
  const taken: Box[] = [];
  const labels: PlacedLabel[] = [];
  for (const [index, group] of groups.entries()) {
    const own = boxes[index]!;
    const maxWidth = groups.length <= FEW_GROUPS ? Infinity : own.halfWidth * 2 * MAX_WIDTH_SHARE;
    const known = (texts[index] ?? []).filter((text) => text !== "" && widthOf(text) <= maxWidth);
    const isFree = (box: Box): boolean => !taken.some((other) => overlap(box, other));
    const beside = known
      .flatMap((text) => (["above", "below"] as const).map((side) => labelAt(group, own, text, side)))
      .find(({ box }) => isFree(box) && !boxes.some((other) => other !== own && overlap(box, other)));
    const across = known.slice(-1).map((text) => labelAt(group, own, text, "middle"));
    const found = beside ?? across.find(({ box }) => isFree(box));
    if (found === undefined) continue;
    taken.push(found.box);
    labels.push(found.label);
  }
  return labels;
}
