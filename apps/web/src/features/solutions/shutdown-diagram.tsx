import { useTranslation } from "react-i18next";
import { limits } from "./kinds.ts";
import "./drawings.css";

const left = 56;
const right = 470;
const top = 24;
const bottom = 190;
const lastS = 35;
const fullV = 600;
// A string of twenty modules, open: about 1 V each.
const openV = 20;

const x = (seconds: number): number => left + ((right - left) * seconds) / lastS;
// The root brings the small voltages, which matter here, into sight.
const y = (volts: number): number => bottom - (bottom - top) * Math.sqrt(volts / fullV);

/** Voltage of the cables over the seconds after the initiation, with the limit. */
export function ShutdownDiagram() {
  const { t } = useTranslation();
  const { timeS, outsideV, opensFromS, opensToS } = limits;
  return (
    <figure className="flow-diagram">
      <figcaption>{t("solution.time.title")}</figcaption>
      <svg viewBox="0 0 500 226" role="img" aria-label={t("solution.time.label")}>
        <rect
          className="diagram-window"
          x={x(opensFromS)}
          y={top}
          width={x(opensToS) - x(opensFromS)}
          height={bottom - top}
        />
        <text x={x((opensFromS + opensToS) / 2)} y={top + 20} textAnchor="middle">
          {t("solution.time.window")}
        </text>
        <path className="diagram-axis" d={`M${left} ${top}V${bottom}H${right}`} />
        {[0, opensFromS, 10, opensToS, timeS].map((seconds) => (
          <text key={seconds} x={x(seconds)} y={bottom + 20} textAnchor="middle">
            {seconds}
          </text>
        ))}
        <text x={right} y={bottom + 20} textAnchor="end">
          s
        </text>
        <text x={left - 8} y={y(outsideV) + 5} textAnchor="end">
          {outsideV} V
        </text>
        <path className="diagram-limit" d={`M${left} ${y(outsideV)}H${right}M${x(timeS)} ${top}V${bottom}`} />
        <text className="diagram-limit-text" x={x(timeS) - 6} y={top + 52} textAnchor="end">
          {t("solution.time.limit")}
        </text>
        <path
          className="diagram-late"
          d={`M${x(opensFromS)} ${y(fullV)}H${x(opensToS)}L${x(opensToS + 0.6)} ${y(openV)}`}
        />
        <path
          className="diagram-volts"
          d={`M${left} ${y(fullV)}H${x(opensFromS)}L${x(opensFromS + 0.6)} ${y(openV)}H${right}`}
        />
      </svg>
      <p className="diagram-axis-title">{t("solution.time.axis")}</p>
    </figure>
  );
}
