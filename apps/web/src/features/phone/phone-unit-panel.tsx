import type { AlarmRow } from "@heliograph/contract";
import { Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { unitStates } from "../../shared/roof/colors.ts";
import { curvePath } from "../../shared/roof/curve-path.ts";
import type { DayValues, RoofValue } from "../../shared/roof/day-values.ts";
import { roofValues } from "../../shared/roof/day-values.ts";
import { formatValue } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { LazyReason } from "./lazy-reason.tsx";
import "./phone-curve.css";

interface PhoneUnitPanelProps {
  readonly layout: Layout;
  /** Open alarms of the unit. */
  readonly alarms: readonly AlarmRow[];
  readonly values: DayValues;
  /** Changes when reports have changed the values. */
  readonly revision: number;
  readonly value: RoofValue;
  readonly step: number;
  /** Index of the unit. */
  readonly unit: number;
  readonly onClose: () => void;
}

const shownValues = roofValues.filter((value) => value !== "ratio");
const WIDTH = 1_000;
const HEIGHT = 300;

/** A module with its values at the moment and their curve over the day. */
export function PhoneUnitPanel({
  layout,
  alarms,
  values,
  revision,
  value,
  step,
  unit,
  onClose,
}: PhoneUnitPanelProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { label, sn, parent } = layout.units[unit]!;
  const name = label || sn || t("layout.emptySlot");
  const controller = parent === null ? undefined : layout.units[parent];
  const state = t(`layout.state.${unitStates[values.stateOf(unit, step)]!}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports change the values in place
  const curves = useMemo(
    () => new Map(shownValues.map((each) => [each, values.curveOf(each, unit)])),
    [values, revision, unit],
  );
  // A ratio has no unit of its own: its curve is that of the power it is made of.
  const shown = value === "ratio" ? "power" : value;
  return (
    <section className="phone-unit-panel" aria-label={name}>
      <div className="phone-roof-head">
        <span className="phone-name">
          <strong>{name}</strong>
          <small>
            {[sn === name ? null : sn, controller?.label || controller?.sn, state]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
        <IconButton icon="close" label={t("layout.clear")} isQuiet onClick={onClose} />
      </div>
      <Suspense fallback={null}>
        {alarms.map((alarm) => (
          <p key={alarm.alarmId} className="phone-unit-alarm">
            <OperatingStatus status={alarm.severity} /> <LazyReason alarm={alarm} />
          </p>
        ))}
      </Suspense>
      <dl>
        {shownValues.map((each) => (
          <div key={each} data-shown={each === shown}>
            <dt>{t(`layout.value.${each}`)}</dt>
            <dd>{formatValue(curves.get(each)?.[step] ?? Number.NaN, each, tag)}</dd>
          </div>
        ))}
      </dl>
      <UnitCurve curve={curves.get(shown)!} values={values} value={shown} step={step} />
    </section>
  );
}

interface UnitCurveProps {
  readonly curve: Float32Array;
  readonly values: DayValues;
  readonly value: RoofValue;
  readonly step: number;
}

function UnitCurve({ curve, values, value, step }: UnitCurveProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { fromAt, toAt, timeZone } = values.header;
  const known = curve.filter((each) => !Number.isNaN(each));
  if (known.length === 0) return null;
  const [from, to] = [Math.min(0, ...known), Math.max(...known, 0) || 1];
  return (
    <>
      <div className="phone-curve">
        <span className="phone-curve-max">{formatValue(to, value, tag)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("layout.curves", { value: t(`layout.value.${value}`) })}
        >
          <path className="phone-curve-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          <path
            className="phone-curve-line"
            d={curvePath(curve, { from, to, width: WIDTH, height: HEIGHT })}
          />
          <path className="phone-curve-mark" d={`M${((step + 0.5) / curve.length) * WIDTH} 0V${HEIGHT}`} />
        </svg>
      </div>
      <p className="phone-curve-hours" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatClock(fromAt + share * (toAt - fromAt), timeZone, tag)}</span>
        ))}
      </p>
    </>
  );
}
