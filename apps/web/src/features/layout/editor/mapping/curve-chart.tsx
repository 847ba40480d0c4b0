import { formatHour } from "../../../../shared/base/format/times.ts";

const WIDTH = 300;
const HEIGHT = 96;
const HOURS = 6;
const MINUTES_PER_HOUR = 60;
/** Half of a label: one closer to the end is cut off. */
const LABEL_MINUTES = 30;

export interface Curve {
  readonly line: "expected" | "own" | "other";
  readonly values: Float32Array;
  readonly name: string;
}

interface CurveChartProps {
  readonly title: string;
  /** What the picture shows, for screen readers. */
  readonly label: string;
  /** Minutes since midnight of the values. */
  readonly minutes: readonly number[];
  readonly curves: readonly Curve[];
  readonly bottom: number;
  /** Value of the horizontal line. */
  readonly guide: number;
  readonly top: number;
  readonly format: (value: number) => string;
}

/** Curves over the day that are compared with each other. */
export function CurveChart({ title, label, minutes, curves, bottom, guide, top, format }: CurveChartProps) {
  const [from, to] = [(minutes[0] ?? 0) - 8, (minutes.at(-1) ?? 1) + 8];
  const toX = (minute: number): number => ((minute - from) / (to - from)) * WIDTH;
  const toY = (value: number): number => HEIGHT * (1 - (value - bottom) / (top - bottom));
  const toPath = (values: Float32Array): string =>
    Array.from(values, (value, at) => {
      const y = Math.min(Math.max(toY(value), 0), HEIGHT);
      return `${at === 0 ? "M" : "L"}${toX(minutes[at]!).toFixed(1)} ${y.toFixed(1)}`;
    }).join("");
  const hours = [HOURS, 2 * HOURS, 3 * HOURS].filter(
    (hour) => hour * MINUTES_PER_HOUR > from && hour * MINUTES_PER_HOUR < to - LABEL_MINUTES,
  );
  return (
    <figure className="mapping-chart">
      <figcaption>
        <b>{title}</b>
      </figcaption>
      <div className="mapping-plot">
        <span>{format(guide)}</span>
        <span>{format(bottom)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {hours.map((hour) => (
            <path key={hour} data-line="hour" d={`M${toX(hour * MINUTES_PER_HOUR)} 0V${HEIGHT}`} />
          ))}
          <path data-line="hour" d={`M0 ${toY(guide)}H${WIDTH}`} />
          {curves.map(({ line, values }) => (
            <path key={line} data-line={line} d={toPath(values)} />
          ))}
        </svg>
      </div>
      <div className="mapping-hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ left: `${(toX(hour * MINUTES_PER_HOUR) / WIDTH) * 100}%` }}>
            {formatHour(hour)}
          </span>
        ))}
      </div>
      <ul className="mapping-legend">
        {curves.map(({ line, name }) => (
          <li key={line}>
            <svg viewBox="0 0 18 4" aria-hidden="true">
              <path data-line={line} d="M0 2H18" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
