import type { DocumentChart } from "../../../infra/documents/document.ts";
import type { PlantFigures } from "./plant-figures.ts";
import type { ReportFormat } from "./report-format.ts";

type Curve = NonNullable<PlantFigures["curve"]>;

const TICK_EVERY_HOURS = 3;

/** Local times of instants, `HH:mm`. */
export function clockOf(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  return (at) => format.format(at);
}

/** Steps without power in which the sun is up: by night units sleep, and nothing is missing. */
function findMissing({ points, expected, expectedFrom, fromAt, stepS }: Curve, now: number): boolean[] {
  const stepOf = (at: number | string) =>
    Math.floor((new Date(at).getTime() - Date.parse(String(fromAt))) / (stepS * 1000));
  const light = new Set(expected.filter(({ powerW }) => (powerW ?? 0) > 0).map(({ at }) => stepOf(at)));
  return points.map(
    ({ at, powerW }) =>
      powerW === null && new Date(at).getTime() < now && (expectedFrom === "none" || light.has(stepOf(at))),
  );
}

function curveChart(curve: Curve, { now }: PlantFigures, { say }: ReportFormat): DocumentChart {
  const clock = clockOf(curve.timeZone);
  const labels = curve.points.map(({ at }) => clock(Date.parse(at)));
  return {
    title: say("powerChart"),
    series: `${say("power")} (kW)`,
    kind: "area",
    values: curve.points.map(({ powerW }) => (powerW === null ? null : powerW / 1000)),
    isMissing: findMissing(curve, now),
    labels,
    ticks: labels.flatMap((label, index) => {
      const [hour = 0, minute = 0] = label.split(":").map(Number);
      return minute === 0 && hour % TICK_EVERY_HOURS === 0 ? [index] : [];
    }),
    missingText: say("noData"),
  };
}

/** Power of a day, or energy of its parts; none where there is no data. */
export function plantChart(figures: PlantFigures, format: ReportFormat): DocumentChart | undefined {
  const { bars, curve, range } = figures;
  const { say } = format;
  if (curve !== undefined)
    return curve.points.every(({ powerW }) => powerW === null)
      ? undefined
      : curveChart(curve, figures, format);
  if (bars.every(({ energyWh }) => energyWh === null)) return undefined;
  return {
    title: say(range.kind === "year" ? "energyChart.year" : "energyChart.month"),
    series: `${say("energy")} (kWh)`,
    kind: "bars",
    values: bars.map(({ energyWh }) => (energyWh === null ? null : energyWh / 1000)),
    isMissing: bars.map(({ energyWh, period }) => energyWh === null && period <= figures.today),
    labels: bars.map(({ period }) =>
      range.kind === "year" ? format.monthName(period) : String(Number(period.slice(8))),
    ),
    ticks: bars.map((_, index) => index),
    missingText: say("noData"),
  };
}
