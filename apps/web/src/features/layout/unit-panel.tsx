import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatClock, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { unitStates } from "../../shared/roof/colors.ts";
import type { DayValues, RoofValue } from "../../shared/roof/day-values.ts";
import { listStepsOfClock } from "../../shared/roof/difference.ts";
import { formatValue } from "../../shared/roof/format-value.ts";
import type { Geometry, Layout } from "../../shared/roof/geometry.ts";
import { findAdjacent } from "../../shared/roof/geometry.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { LineSample } from "../../shared/ui/chart/line-sample.tsx";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import type { OtherDay } from "./hover-card.tsx";
import { unitCurvesOption } from "./unit-curves.ts";

const MAX_ADJACENT = 4;
const HEIGHT = "24rem";

interface UnitPanelProps {
  readonly layout: Layout;
  readonly geometry: Geometry;
  readonly values: DayValues;
  /** Changes when reports have changed the values. */
  readonly revision: number;
  /** The day that is compared, with its values. */
  readonly other: (OtherDay & { readonly revision: number }) | undefined;
  readonly value: RoofValue;
  readonly step: number;
  /** Indexes of the selected units. */
  readonly selected: readonly number[];
  readonly onRemove: (unit: number) => void;
  readonly onClose: () => void;
}

/** The selected units: the day's curve of one beside those next to it, or of several beside each other. */
export function UnitPanel(props: UnitPanelProps) {
  const { layout, geometry, values, revision, other, step, selected, onRemove, onClose } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  // A ratio has no unit of its own: its curve is that of the power it is made of.
  const value = props.value === "ratio" ? "power" : props.value;
  const nameOf = (unit: number): string =>
    layout.units[unit]!.label || layout.units[unit]!.sn || t("layout.emptySlot");
  const { day: otherDay, values: otherValues } = other ?? {};
  const isAlone = selected.length === 1 && otherDay === undefined;
  const adjacent = useMemo(
    () => (isAlone ? findAdjacent(geometry, selected[0]!, MAX_ADJACENT) : []),
    [geometry, selected, isAlone],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports change the values in place
  const option = useMemo(() => {
    const { fromAt, toAt, stepS, timeZone } = values.header;
    const toCurve = (isAdjacent: boolean) => (unit: number) => ({
      name: layout.units[unit]!.label || layout.units[unit]!.sn || "",
      values: values.curveOf(value, unit),
      isAdjacent,
    });
    const otherSteps = otherValues === undefined ? undefined : listStepsOfClock(values, otherValues);
    const toOtherCurve = (unit: number) => {
      const curve = otherValues?.curveOf(value, unit);
      return {
        name: `${nameOf(unit)} · ${formatDay(otherDay ?? "", tag)}`,
        values: Float32Array.from(otherSteps ?? [], (at) => curve?.[at] ?? Number.NaN),
        isAdjacent: true,
      };
    };
    return unitCurvesOption({
      curves: [
        ...selected.map(toCurve(false)),
        ...adjacent.map(toCurve(true)),
        ...(otherSteps === undefined ? [] : selected.map(toOtherCurve)),
      ],
      stepMs: stepS * 1000,
      lengthMs: toAt - fromAt,
      momentMs: step * stepS * 1000,
      clock: (ms) => formatClock(fromAt + ms, timeZone, tag),
      format: (each) => formatValue(each, value, tag),
    });
  }, [
    layout,
    values,
    revision,
    otherDay,
    otherValues,
    other?.revision,
    value,
    step,
    selected,
    adjacent,
    tag,
  ]);
  const title =
    selected.length === 1 ? nameOf(selected[0]!) : t("layout.selected", { count: selected.length });
  return (
    <section className="card roof-panel" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="push" />
        <IconButton icon="close" label={t("layout.clear")} isQuiet onClick={onClose} />
      </div>
      <Chart
        option={option}
        label={t("layout.curves", { value: t(`layout.value.${value}`) })}
        minHeight={HEIGHT}
      />
      <ul className="roof-selected">
        {selected.map((unit, index) => (
          <li key={unit}>
            <LineSample index={index} />
            <span>
              <b>{nameOf(unit)}</b> <small>{layout.units[unit]!.sn}</small>
            </span>
            <span>{t(`layout.state.${unitStates[values.stateOf(unit, step)]!}`)}</span>
            <b>{formatValue(values.curveOf(value, unit)[step] ?? Number.NaN, value, tag)}</b>
            <IconButton
              icon="close"
              label={t("layout.removeNamed", { name: nameOf(unit) })}
              isQuiet
              onClick={() => onRemove(unit)}
            />
          </li>
        ))}
      </ul>
      {other !== undefined && (
        <p className="note">{t("layout.adjacent", { names: formatDay(other.day, tag) })}</p>
      )}
      {adjacent.length > 0 && (
        <p className="note">{t("layout.adjacent", { names: adjacent.map(nameOf).join(", ") })}</p>
      )}
    </section>
  );
}
