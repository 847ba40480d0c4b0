import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { unitStates } from "../../shared/roof/colors.ts";
import { formatMoment } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import type { Moment } from "../../shared/roof/paint.ts";

const PAGE = 50;

interface UnitListProps {
  readonly layout: Layout;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  /** Indexes of the selected units. */
  readonly selected: readonly number[];
  readonly onToggle: (unit: number) => void;
}

/** The units of the roof as a list: the same without a picture, by keyboard and screen reader. The lowest values are first. */
export function UnitList({ layout, moment, selected, onToggle }: UnitListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [limit, setLimit] = useState(PAGE);
  const rank = (unit: number): number => {
    const value = moment?.now[unit] ?? Number.NaN;
    return Number.isNaN(value) ? -1 : value;
  };
  const units = [...new Set(layout.cells.unit)].sort((one, other) => rank(one) - rank(other));
  return (
    <details className="card roof-list">
      <summary>{t("layout.list")}</summary>
      <ul>
        {units.slice(0, limit).map((unit) => {
          const { label, sn } = layout.units[unit]!;
          const name = label || sn || t("layout.emptySlot");
          return (
            <li key={unit}>
              <label>
                <input type="checkbox" checked={selected.includes(unit)} onChange={() => onToggle(unit)} />
                <b>{name}</b>
              </label>
              <span>{sn !== name && sn}</span>
              {moment !== undefined && (
                <>
                  <span>{t(`layout.state.${unitStates[moment.states[unit]!]!}`)}</span>
                  <b>{formatMoment(moment.now[unit]!, moment, tag)}</b>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {units.length > limit && (
        <button type="button" className="button" onClick={() => setLimit(limit + PAGE)}>
          {t("layout.more", { count: units.length - limit })}
        </button>
      )}
    </details>
  );
}
