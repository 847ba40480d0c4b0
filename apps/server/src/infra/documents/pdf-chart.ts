import type { DocumentChart } from "./document.ts";
import type { Pdf, PdfText } from "./pdf-text.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAX_STEPS = 5;
const LABEL = { size: 7.5, color: "#5b6675" } as const;
const GRID_COLOR = "#e3e7ec";
const MISSING_COLOR = "#eceff3";
const BAR_COLOR = "#e08a00";
const AREA_COLOR = "#f5c46b";

/** Step of an axis up to `max`: 1, 2 or 5 times a power of ten. */
export function axisStep(max: number): number {
  if (max <= 0) return 1;
  const rough = max / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Values of the grid lines from zero to the largest value, or to the smallest one below zero. */
function listGrid(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const max = Math.max(0, ...known);
  const min = Math.min(0, ...known);
  const step = axisStep(Math.max(max, -min));
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function drawArea(
  pdf: Pdf,
  values: readonly (number | null)[],
  at: (index: number, value: number) => [number, number],
) {
  let from = 0;
  while (from < values.length) {
    if (values[from] === null) {
      from += 1;
      continue;
    }
    let to = from;
    while (to + 1 < values.length && values[to + 1] !== null) to += 1;
    const points = values.slice(from, to + 1).map((value, index) => at(from + index, value ?? 0));
    const [start, end] = [at(from, 0), at(to, 0)];
    pdf.moveTo(...start);
    for (const point of points) pdf.lineTo(...point);
    pdf
      .lineTo(...end)
      .fillOpacity(0.45)
      .fill(AREA_COLOR)
      .fillOpacity(1);
    const [first, ...others] = points;
    if (first !== undefined) pdf.moveTo(...first);
    for (const point of others) pdf.lineTo(...point);
    pdf.lineWidth(1.2).stroke(BAR_COLOR);
    from = to + 1;
  }
}

/** Draws a chart with axes, grid and legend; periods without data are grey over the whole height. */
export function drawChart(pdf: Pdf, text: PdfText, chart: DocumentChart, box: Box, locale: string): void {
  const { values, kind } = chart;
  const grid = listGrid(values);
  const [bottomValue = 0, topValue = 1] = [grid[0], grid.at(-1)];
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const marks = grid.map((value) => format.format(value));
  const left = box.x + Math.max(...marks.map((mark) => text.measure(mark, LABEL))) + 8;
  const plot = { x: left, y: box.y + 16, width: box.x + box.width - left, height: box.height - 16 - 16 };
  const yOf = (value: number) =>
    plot.y + plot.height - ((value - bottomValue) / (topValue - bottomValue)) * plot.height;
  const slot = plot.width / Math.max(1, values.length);

  chart.isMissing.forEach((isMissing, index) => {
    if (isMissing) pdf.rect(plot.x + index * slot, plot.y, slot, plot.height).fill(MISSING_COLOR);
  });
  grid.forEach((value, index) => {
    const y = yOf(value);
    pdf
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(0.5)
      .stroke(GRID_COLOR);
    text.drawRight(marks[index] as string, { x: plot.x - 5, y: y + 2.5 }, LABEL);
  });
  if (kind === "area") drawArea(pdf, values, (index, value) => [plot.x + (index + 0.5) * slot, yOf(value)]);
  else
    values.forEach((value, index) => {
      if (value === null || value === 0) return;
      const [top, bottom] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))];
      pdf.rect(plot.x + index * slot + slot * 0.15, top, slot * 0.7, bottom - top).fill(BAR_COLOR);
    });
  pdf
    .moveTo(plot.x, yOf(0))
    .lineTo(plot.x + plot.width, yOf(0))
    .lineWidth(0.8)
    .stroke("#8a94a3");
  drawTicks(text, chart, plot, slot);
  drawLegend(pdf, text, chart, { x: plot.x, y: box.y + 6 });
}

function drawTicks(text: PdfText, { ticks, labels, kind }: DocumentChart, plot: Box, slot: number): void {
  let end = Number.NEGATIVE_INFINITY;
  for (const index of ticks) {
    const label = labels[index] ?? "";
    const width = text.measure(label, LABEL);
    // The time of a curve is that of the start of its step.
    const centre = plot.x + (index + (kind === "area" ? 0 : 0.5)) * slot;
    const x = Math.min(Math.max(plot.x, centre - width / 2), plot.x + plot.width - width);
    if (x < end + 3) continue;
    text.draw(label, { x, y: plot.y + plot.height + 11 }, LABEL);
    end = x + width;
  }
}

function drawLegend(pdf: Pdf, text: PdfText, chart: DocumentChart, at: { x: number; y: number }): void {
  pdf.rect(at.x, at.y - 6, 7, 7).fill(BAR_COLOR);
  const width = text.draw(chart.series, { x: at.x + 11, y: at.y }, LABEL);
  if (!chart.isMissing.includes(true)) return;
  const x = at.x + width + 28;
  pdf.rect(x, at.y - 6, 7, 7).fill(MISSING_COLOR);
  pdf
    .rect(x, at.y - 6, 7, 7)
    .lineWidth(0.4)
    .stroke("#b8c0ca");
  text.draw(chart.missingText, { x: x + 11, y: at.y }, LABEL);
}
