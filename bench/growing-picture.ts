/** Figures of the bench with an amount of stored samples. */
export interface GrowthPoint {
  readonly storedRows: number;
  readonly samplesPerCpuSecond: number;
  readonly listP95Ms: number;
  readonly curveP95Ms: number;
}

interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly values: readonly number[];
}

const WIDTH = 780;
const HEIGHT = 240;
const CHART_WIDTH = 250;
const PLOT = { left: 52, right: 236, top: 56, bottom: 188 } as const;
const GRID_LINES = 4;

/** The smallest round number that is not below the value: 1, 2, 2.5, 4, 5 or 10 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return ([1, 2, 2.5, 4, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** Rows in short: 115 k, 1.1 M. */
export function formatRows(rows: number): string {
  if (rows >= 1e6) return `${Number((rows / 1e6).toPrecision(2)).toLocaleString("en-US")} M`;
  return rows >= 1_000 ? `${Math.round(rows / 1_000)} k` : String(rows);
}

const formatValue = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1_000)} k` : String(Number(value.toPrecision(3)));

function drawChart({ title, unit, values }: Chart, labels: readonly string[], offset: number): string {
  const max = roundUp(Math.max(...values));
  const xOf = (index: number) =>
    PLOT.left + 16 + (index * (PLOT.right - PLOT.left - 32)) / Math.max(1, values.length - 1);
  const yOf = (value: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / max;
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, line) => {
    const value = (max * line) / GRID_LINES;
    const y = yOf(value).toFixed(1);
    return `<path class="grid" d="M${PLOT.left} ${y}H${PLOT.right}"/><text class="axis" text-anchor="end" x="${PLOT.left - 6}" y="${y}" dy="4">${formatValue(value)}</text>`;
  });
  const points = values.map((value, index) => {
    const [x, y] = [xOf(index).toFixed(1), yOf(value).toFixed(1)];
    const label = `<text class="axis" text-anchor="middle" x="${x}" y="${PLOT.bottom + 18}">${labels[index]}</text>`;
    return `<circle cx="${x}" cy="${y}" r="4"/><text text-anchor="middle" x="${x}" y="${y}" dy="-10">${formatValue(value)}</text>${label}`;
  });
  const line = values.map((value, index) => `${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`).join("L");
  return [
    `<g transform="translate(${offset} 0)">`,
    `<text class="title" x="12" y="22">${title}</text><text class="axis" x="12" y="40">${unit}</text>`,
    ...grid,
    `<path class="line" d="M${line}"/>`,
    ...points,
    "</g>",
  ].join("\n");
}

/** Draws the growth as an SVG that is readable on light and dark pages. */
export function drawGrowth(points: readonly GrowthPoint[]): string {
  const charts: Chart[] = [
    {
      title: "Ingest",
      unit: "samples per CPU second",
      values: points.map((point) => point.samplesPerCpuSecond),
    },
    { title: "Plant list", unit: "p95, ms", values: points.map((point) => point.listP95Ms) },
    { title: "Curve of a day", unit: "p95, ms", values: points.map((point) => point.curveP95Ms) },
  ];
  const labels = points.map(({ storedRows }) => formatRows(storedRows));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Ingest, plant list and curve with growing numbers of stored samples">
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.title { font-weight: 600; font-size: 14px; }
.axis { font-size: 11px; fill: #57606a; }
.grid { stroke: #d0d7de; }
.line { fill: none; stroke: #0969da; stroke-width: 2; }
circle { fill: #0969da; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .axis { fill: #9198a1; }
  .grid { stroke: #3d444d; }
  .line { stroke: #4493f8; }
  circle { fill: #4493f8; }
}
</style>
${charts.map((chart, index) => drawChart(chart, labels, index * (CHART_WIDTH + 10))).join("\n")}
<text class="axis" text-anchor="middle" x="${WIDTH / 2}" y="230">stored samples</text>
</svg>
`;
}
