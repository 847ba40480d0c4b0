import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { unitStates } from "../../shared/roof/colors.ts";
import type { DayValues, RoofValue } from "../../shared/roof/day-values.ts";
import { roofValues } from "../../shared/roof/day-values.ts";
import { formatMoment, formatValue } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import type { Moment } from "../../shared/roof/paint.ts";
import type { Hover } from "../../shared/roof/roof-canvas.tsx";
import type { Size } from "../../shared/roof/view.ts";

/** A day whose values are subtracted. */
export interface OtherDay {
  readonly day: string;
  readonly values: DayValues | undefined;
}

interface HoverCardProps {
  readonly hover: Hover;
  /** Of the canvas: the card stays on it. */
  readonly size: Size;
  readonly layout: Layout;
  readonly values: DayValues | undefined;
  readonly step: number;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly other: OtherDay | undefined;
  /** What the roof is coloured by. */
  readonly value: RoofValue;
}

const DISTANCE_PX = 14;

/** On the side of the pointer that has more space. */
function placeCard({ left, top }: Hover, size: Size): CSSProperties {
  return {
    ...(left > size.width / 2
      ? { right: `${size.width - left + DISTANCE_PX}px` }
      : { left: `${left + DISTANCE_PX}px` }),
    ...(top > size.height / 2
      ? { bottom: `${size.height - top + DISTANCE_PX}px` }
      : { top: `${top + DISTANCE_PX}px` }),
  };
}

/** What a module gives at the moment, beside the pointer. */
export function HoverCard(props: HoverCardProps) {
  const { hover, size, layout, values, step, moment, other, value } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const index = layout.cells.unit[hover.cell]!;
  const unit = layout.units[index]!;
  const parent = unit.parent === null ? undefined : layout.units[unit.parent];
  const name = unit.label || unit.sn || t("layout.emptySlot");
  return (
    <div className="roof-hover" style={placeCard(hover, size)} aria-hidden="true">
      <b>{name}</b>
      {unit.sn !== null && unit.sn !== name && <span>{unit.sn}</span>}
      {parent !== undefined && <span>{parent.label || parent.sn}</span>}
      {values !== undefined && (
        <>
          <span>{t(`layout.state.${unitStates[values.stateOf(index, step)]!}`)}</span>
          <dl>
            {moment?.shares !== undefined && (
              <div>
                <dt>{t("layout.ofExpected")}</dt>
                <dd>{formatValue(moment.shares[index]!, "ratio", tag)}</dd>
              </div>
            )}
            {moment?.isDifference && other !== undefined && (
              <div>
                <dt>{t("layout.differenceTo", { day: formatDay(other.day, tag) })}</dt>
                <dd>{formatMoment(moment.now[index]!, moment, tag)}</dd>
              </div>
            )}
            {roofValues
              .filter((each) => each !== "ratio")
              .map((each) => (
                <div key={each} data-shown={each === value}>
                  <dt>{t(`layout.value.${each}`)}</dt>
                  <dd>{formatValue(values.curveOf(each, index)[step] ?? Number.NaN, each, tag)}</dd>
                </div>
              ))}
          </dl>
        </>
      )}
    </div>
  );
}
