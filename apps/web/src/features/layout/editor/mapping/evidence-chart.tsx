import { useTranslation } from "react-i18next";
import { formatShare } from "../../../../shared/base/format/numbers.ts";
import { formatHour } from "../../../../shared/base/format/times.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import type { Evidence } from "./find-proposals.ts";

const WIDTH = 300;
const HEIGHT = 96;
const HOURS = 6;
const MINUTES_PER_HOUR = 60;
/** Half of a label: one closer to the end is cut off. */
const LABEL_MINUTES = 30;

interface EvidenceChartProps {
  readonly evidence: Evidence;
  /** Name of the place. */
  readonly place: string;
  readonly nameOf: (unit: number) => string;
}

type Line = "expected" | "own" | "other";

/** Light of a place over the day: what its adjacent modules lead to expect, its unit, and the one that should be there. */
export function EvidenceChart({ evidence, place, nameOf }: EvidenceChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { minutes, expected, own, other, next } = evidence;
  const { unit } = evidence.place;
  // A free place has no unit of its own, and a place that becomes free no next one.
  const lines: { readonly line: Line; readonly losses: Float32Array; readonly name: string }[] = [
    { line: "expected", losses: expected, name: t("layoutEditor.mapping.expected") },
    ...(own && unit !== null ? [{ line: "own" as const, losses: own, name: nameOf(unit) }] : []),
    ...(other && next !== null ? [{ line: "other" as const, losses: other, name: nameOf(next) }] : []),
  ];
  const [from, to] = [(minutes[0] ?? 0) - 8, (minutes.at(-1) ?? 1) + 8];
  const lowest = Math.min(...lines.flatMap(({ losses }) => Array.from(losses, (loss) => 1 - loss)), 0.9);
  const bottom = Math.max(Math.floor(lowest * 10) / 10, 0);
  const toX = (minute: number): number => ((minute - from) / (to - from)) * WIDTH;
  const toY = (light: number): number => HEIGHT * (1 - (light - bottom) / (1.1 - bottom));
  const toPath = (losses: Float32Array): string =>
    Array.from(losses, (loss, at) => {
      const y = Math.min(Math.max(toY(1 - loss), 0), HEIGHT);
      return `${at === 0 ? "M" : "L"}${toX(minutes[at]!).toFixed(1)} ${y.toFixed(1)}`;
    }).join("");
  const units = lines.slice(1).map(({ name }) => name);
  const hours = [HOURS, 2 * HOURS, 3 * HOURS].filter(
    (hour) => hour * MINUTES_PER_HOUR > from && hour * MINUTES_PER_HOUR < to - LABEL_MINUTES,
  );
  return (
    <figure className="mapping-chart">
      <figcaption>
        <b>{place}</b>
      </figcaption>
      <div className="mapping-plot">
        <span>{formatShare(1, tag, 0)}</span>
        <span>{formatShare(bottom, tag, 0)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("layoutEditor.mapping.chart", {
            place,
            units: new Intl.ListFormat(tag).format(units),
          })}
        >
          {hours.map((hour) => (
            <path key={hour} data-line="hour" d={`M${toX(hour * MINUTES_PER_HOUR)} 0V${HEIGHT}`} />
          ))}
          <path data-line="hour" d={`M0 ${toY(1)}H${WIDTH}`} />
          {lines.map(({ line, losses }) => (
            <path key={line} data-line={line} d={toPath(losses)} />
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
        {lines.map(({ line, name }) => (
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
