import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { daysIn } from "../../shared/ui/form/range-picker/range.ts";
import { Missing, Plain, Scaled } from "../../shared/ui/status/quantity.tsx";
import { findMedian } from "./median.ts";
import "../../shared/ui/table/data-table.css";

type Row = DataOf<typeof endpoints.station.compare>["rows"][number];

interface RankingProps {
  readonly rows: readonly Row[];
  readonly range: DayRange;
  readonly today: string;
  readonly onRemove: (stationId: string) => void;
}

const byName = (one: Row, other: Row): number => one.name.localeCompare(other.name);

/** Days of the range that have begun. */
const countDays = (range: DayRange, today: string): number =>
  Math.max(0, daysIn({ ...range, to: range.to < today ? range.to : today }));

/** A bar for each plant, the highest yield first, with its difference from the median. */
export function Ranking({ rows, range, today, onRemove }: RankingProps) {
  const { t } = useTranslation();
  const yields = rows.flatMap(({ specificYieldKwhPerKwp: each }) => (each === null ? [] : [each]));
  const max = Math.max(0, ...yields);
  const median = findMedian(yields);
  const dayCount = countDays(range, today);
  const ranked = rows.filter(({ specificYieldKwhPerKwp }) => specificYieldKwhPerKwp !== null);
  const others = rows
    .filter(({ specificYieldKwhPerKwp }) => specificYieldKwhPerKwp === null)
    .toSorted(byName);
  return (
    <section className="card" aria-label={t("compare.ranking")}>
      <div className="card-head">
        <h2>{t("compare.ranking")}</h2>
        {median !== undefined && (
          <span className="note">
            {t("compare.median")} <Plain value={median} digits={1} unit="kWh/kWp" />
          </span>
        )}
      </div>
      <table className="data-table compare-table">
        <thead>
          <tr>
            <th scope="col" data-align="right">
              {t("compare.rank")}
            </th>
            <th scope="col">{t("column.name")}</th>
            <th scope="col">
              {t("compare.yield")} <span className="unit">kWh/kWp</span>
            </th>
            <th scope="col" data-align="right">
              {t("compare.difference")}
            </th>
            <th scope="col" data-align="right">
              {t("energy.title")}
            </th>
            <th scope="col" data-align="right">
              {t("column.capacity")} <span className="unit">kWp</span>
            </th>
            <th scope="col" data-align="right">
              {t("compare.days")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("compare.remove")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...ranked, ...others].map((row, index) => (
            <PlantLine
              key={row.stationId}
              row={row}
              rank={row.specificYieldKwhPerKwp === null ? undefined : index + 1}
              {...{ max, median, dayCount, onRemove }}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PlantLineProps {
  readonly row: Row;
  /** Undefined for a plant without a yield. */
  readonly rank: number | undefined;
  readonly max: number;
  readonly median: number | undefined;
  readonly dayCount: number;
  readonly onRemove: (stationId: string) => void;
}

function PlantLine({ row, rank, max, median, dayCount, onRemove }: PlantLineProps) {
  const { t } = useTranslation();
  const { stationId, name, energyWh, installedCapacityKwp, specificYieldKwhPerKwp, isEnergyHidden } = row;
  return (
    <tr>
      <td data-align="right">{rank === undefined ? <Missing /> : <Plain value={rank} digits={0} />}</td>
      <td className="compare-name">
        <Link to={`/station/${stationId}`}>{name}</Link>
      </td>
      <td>
        {specificYieldKwhPerKwp === null ? (
          <span className="note">{t(isEnergyHidden ? "compare.hidden" : "compare.noData")}</span>
        ) : (
          <YieldBar value={specificYieldKwhPerKwp} max={max} median={median} />
        )}
      </td>
      <td data-align="right">
        <Difference value={specificYieldKwhPerKwp} median={median} />
      </td>
      <td data-align="right">
        <Scaled value={energyWh} unit="Wh" />
      </td>
      <td data-align="right">
        <Plain value={installedCapacityKwp} digits={2} />
      </td>
      <td data-align="right">{isEnergyHidden ? <Missing /> : <Days count={row.dayCount} of={dayCount} />}</td>
      <td>
        <IconButton
          icon="close"
          label={t("compare.removeNamed", { name })}
          isQuiet
          onClick={() => onRemove(stationId)}
        />
      </td>
    </tr>
  );
}

interface YieldBarProps {
  readonly value: number;
  readonly max: number;
  readonly median: number | undefined;
}

/** A bar up to the highest yield, with a line at the median. */
function YieldBar({ value, max, median }: YieldBarProps) {
  const toWidth = (part: number) => `${max > 0 ? Math.min(100, Math.max(0, (part / max) * 100)) : 0}%`;
  return (
    <span className="compare-yield">
      <span className="compare-bar" aria-hidden="true">
        <i style={{ width: toWidth(value) }} />
        {median !== undefined && <b style={{ insetInlineStart: toWidth(median) }} />}
      </span>
      <Plain value={value} digits={value < 100 ? 2 : 1} />
    </span>
  );
}

/** Per cent above or below the median. */
function Difference({
  value,
  median,
}: {
  readonly value: number | null;
  readonly median: number | undefined;
}) {
  const { tag } = useLocale();
  if (value === null || median === undefined || median <= 0) return <Missing />;
  const text = new Intl.NumberFormat(tag, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(value / median - 1);
  return <span className="quantity">{text}</span>;
}

/** Days with data; fewer days make the yield smaller. */
function Days({ count, of }: { readonly count: number; readonly of: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const figures = { count: formatNumber(count, tag, 0), total: formatNumber(of, tag, 0) };
  return (
    <span className="quantity compare-days" data-incomplete={count < of}>
      {t("compare.daysOf", figures)}
    </span>
  );
}
