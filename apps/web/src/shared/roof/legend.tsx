import { useTranslation } from "react-i18next";
import { useLocale } from "../base/i18n/i18n.ts";
import { Segmented } from "../ui/form/segmented.tsx";
import type { Palette, Scale } from "./colors.ts";
import { bucketOfState, SHADES, unitStates } from "./colors.ts";
import type { RoofValue } from "./day-values.ts";
import type { ExpectedPowers } from "./expected.ts";
import { formatMoment } from "./format-value.ts";
import type { Moment } from "./paint.ts";
import type { ScaleKind } from "./scales.ts";
import { listScaleKinds } from "./scales.ts";
import { stateMarks } from "./state-marks.ts";

interface LegendProps {
  readonly value: RoofValue;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly kind: ScaleKind;
  readonly palette: Palette;
  /** Units in each state. */
  readonly counts: readonly number[];
  /** What the units should give, where colours follow it. */
  readonly expected: ExpectedPowers | undefined;
  readonly onKind: (kind: ScaleKind) => void;
}

/** The colours: those of the values from one end of the scale to the other, and those of the states. */
export function Legend(props: LegendProps) {
  const { value, moment, scale, kind, palette, counts, expected, onKind } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const isDifference = moment?.isDifference === true;
  const kinds = listScaleKinds(value).filter((each) => !(isDifference && each === "expected"));
  return (
    <div className="roof-legend">
      <span className="roof-ramp-text">{formatEnd(scale.from, value, moment, tag)}</span>
      <svg
        className="roof-ramp"
        viewBox={`0 0 ${SHADES} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
        shapeRendering="crispEdges"
      >
        {palette.fills.slice(0, SHADES).map((fill, index) => (
          <rect key={fill} x={index} y={0} width={1.05} height={1} fill={fill} />
        ))}
      </svg>
      <span className="roof-ramp-text">{formatEnd(scale.to, value, moment, tag)}</span>
      {kinds.length > 0 && (
        <Segmented
          label={t("layout.scale.label")}
          value={kinds.includes(kind) ? kind : "fixed"}
          options={kinds.map((each) => ({ value: each, text: t(`layout.scale.${each}`) }))}
          onChange={onKind}
        />
      )}
      {expected !== undefined && <span>{t(`layout.expectedFrom.${expected.from}`)}</span>}
      <ul className="roof-states">
        {unitStates.map((state, index) => (
          <li key={state} data-none={counts[index] === 0}>
            {state !== "producing" && (
              <svg viewBox="0 0 14 14" aria-hidden="true">
                <rect width="14" height="14" rx="2" fill={palette.fills[bucketOfState(index)]} />
                <path
                  d={stateMarks[state]}
                  stroke={palette.isDark[bucketOfState(index)] ? palette.lightText : palette.darkText}
                  strokeWidth="1.6"
                />
              </svg>
            )}
            {t(isDifference && state === "producing" ? "layout.compared" : `layout.state.${state}`)}{" "}
            <b>{counts[index]}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an end of the scale stands for: a value, a difference or a share of what is expected. */
export function formatEnd(end: number, value: RoofValue, moment: Moment | undefined, tag: string): string {
  return formatMoment(end, { ...moment, value: moment?.shares === undefined ? value : "ratio" }, tag);
}
