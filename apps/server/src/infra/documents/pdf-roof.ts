import type { DocumentPhotograph, DocumentRoof, DocumentRoofGroup } from "./document.ts";
import type { Pdf, PdfText, TextStyle } from "./pdf-text.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Share of a place that the module takes; the rest is the gap around it. */
const MODULE_SHARE = 0.92;
/** A module on the largest scale, in points for a metre. */
const MAX_SCALE = 42;
const MIN_TEXT = 2;
const MAX_TEXT = 8;
const NAME_SPACE = 14;
const NAME: TextStyle = { size: 8, weight: "bold" };
/** What is seen of a photograph around the modules, by the longer side of what they take. */
const PHOTOGRAPH_MARGIN = 0.08;
const FILL = "#e7edf3";
const EMPTY = "#ffffff";
const LINE = "#8a97a6";

type Point = readonly [x: number, y: number];

function toCorners(group: DocumentRoofGroup): Point[] {
  const angle = (group.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [width, height] = [group.columns * group.moduleWidthM, group.rows * group.moduleHeightM];
  const corners: readonly Point[] = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ];
  return corners.map(([x, y]) => [group.xM + x * cos - y * sin, group.yM + x * sin + y * cos]);
}

function findBounds({ groups, photograph }: DocumentRoof) {
  const corners = groups.flatMap(toCorners);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const margin = photograph === undefined ? 0 : PHOTOGRAPH_MARGIN * Math.max(right - left, bottom - top);
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin };
}

/** Scale of a roof in a box, and the part of the height that it takes. */
export function fitRoof(roof: DocumentRoof, { width, height }: Pick<Box, "width" | "height">) {
  const { left, right, top, bottom } = findBounds(roof);
  const scale = Math.min(
    width / Math.max(right - left, 0.1),
    (height - NAME_SPACE) / Math.max(bottom - top, 0.1),
    MAX_SCALE,
  );
  return { left, top, scale, width: (right - left) * scale, height: (bottom - top) * scale + NAME_SPACE };
}

/** Draws every module at its place, with its texts where there is space for them. */
export function drawRoof(pdf: Pdf, text: PdfText, roof: DocumentRoof, box: Box): void {
  const { left, top, scale, width, height } = fitRoof(roof, box);
  const [originX, originY] = [box.x + (box.width - width) / 2, box.y + NAME_SPACE];
  const { groups, photograph } = roof;
  const drawAt = (
    { xM, yM, rotationDeg }: DocumentPhotograph | DocumentRoofGroup,
    draw: () => void,
  ): void => {
    pdf.save();
    pdf.translate(originX + (xM - left) * scale, originY + (yM - top) * scale);
    pdf.rotate(rotationDeg);
    draw();
    pdf.restore();
  };
  if (photograph !== undefined) {
    pdf.save();
    pdf.rect(box.x, box.y, box.width, height).clip();
    drawAt(photograph, () => drawPhotograph(pdf, photograph, scale));
    pdf.restore();
  }
  for (const group of groups) {
    drawAt(group, () => {
      drawModules(pdf, text, { group, scale });
      drawName(pdf, text, { name: group.name, isOnPhotograph: photograph !== undefined });
    });
  }
}

function drawPhotograph(
  pdf: Pdf,
  { jpeg, widthM, heightM, opacity }: DocumentPhotograph,
  scale: number,
): void {
  pdf.opacity(opacity);
  // The library takes an array of another kind, which is what a thread receives, for a path.
  pdf.image(Buffer.from(jpeg), 0, 0, { width: widthM * scale, height: heightM * scale });
}

function drawName(
  pdf: Pdf,
  text: PdfText,
  { name, isOnPhotograph }: { name: string; isOnPhotograph: boolean },
): void {
  if (name === "") return;
  if (isOnPhotograph) {
    pdf.save();
    // Modules of another group may be behind it.
    pdf.fillOpacity(0.7);
    pdf.rect(-1, -12, text.measure(name, NAME) + 4, 11).fill(EMPTY);
    pdf.restore();
  }
  text.draw(name, { x: 1, y: -4 }, NAME);
}

function drawModules(
  pdf: Pdf,
  text: PdfText,
  { group, scale }: { group: DocumentRoofGroup; scale: number },
): void {
  const [placeWidth, placeHeight] = [group.moduleWidthM * scale, group.moduleHeightM * scale];
  const [width, height] = [placeWidth * MODULE_SHARE, placeHeight * MODULE_SHARE];
  const size = Math.min(MAX_TEXT, Math.min(width, height) / 4);
  for (const { row, column, lines } of group.modules) {
    const [x, y] = [
      column * placeWidth + (placeWidth - width) / 2,
      row * placeHeight + (placeHeight - height) / 2,
    ];
    pdf
      .rect(x, y, width, height)
      .lineWidth(0.4)
      .fillAndStroke(lines.length === 0 ? EMPTY : FILL, LINE);
    if (size < MIN_TEXT || lines.length === 0) continue;
    // Upright in a group of any rotation.
    pdf.save();
    pdf.translate(x + width / 2, y + height / 2);
    pdf.rotate(-group.rotationDeg);
    for (const [index, line] of lines.entries()) {
      const style = { size, ...(index === 0 && { weight: "bold" as const }) };
      const cut = text.cut(line, style, Math.min(width, height) - 1);
      const baseline = size * (0.35 + (index - (lines.length - 1) / 2) * 1.25);
      text.draw(cut, { x: -text.measure(cut, style) / 2, y: baseline }, style);
    }
    pdf.restore();
  }
}
