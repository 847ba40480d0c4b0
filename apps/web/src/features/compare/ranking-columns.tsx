import type { TFunction } from "i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import type { RankedPlant } from "./ranked-plants.ts";

interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  readonly maxYield: number;
  readonly median: number | undefined;
  /** Days of the period that have begun. */
  readonly dayCount: number;
  readonly onRemove: (stationId: string) => void;
}

/** Columns of a comparison; the figures of a column have the same unit and the same number of decimals. */
export function rankingColumns(input: ColumnsInput): readonly Column<RankedPlant>[] {
  const { t, tag, maxYield, median, dayCount, onRemove } = input;
  return [
    {
      key: "rank",
      titleKey: "compare.rank",
      align: "right",
      width: "7rem",
      render: ({ rank }) => <Plain value={rank} digits={0} />,
      exportValue: ({ rank }) => rank,
    },
    {
      key: "name",
      titleKey: "column.name",
      isHideable: false,
      isOpener: true,
      isTruncated: true,
      render: ({ name }) => name,
      exportValue: ({ name }) => name,
    },
    {
      key: "specificYieldKwhPerKwp",
      titleKey: "compare.yield",
      unit: "kWh/kWp",
      isHideable: false,
      width: "40%",
      render: ({ specificYieldKwhPerKwp: value, isEnergyHidden }) =>
        value === null ? (
          <span className="note">{t(isEnergyHidden ? "compare.hidden" : "compare.noData")}</span>
        ) : (
          <YieldBar value={value} max={maxYield} median={median} />
        ),
      exportValue: ({ specificYieldKwhPerKwp: value }) => round(value, 3),
    },
    {
      key: "difference",
      titleKey: "compare.difference",
      align: "right",
      render: ({ difference }) => <Difference share={difference} tag={tag} />,
      exportUnit: "%",
      exportValue: ({ difference }) => round(difference === null ? null : difference * 100, 1),
    },
    {
      key: "energyWh",
      titleKey: "energy.title",
      unit: "kWh",
      align: "right",
      render: (row) => <Plain value={toKwh(row)} digits={1} />,
      exportValue: (row) => round(toKwh(row), 3),
    },
    {
      key: "installedCapacityKwp",
      titleKey: "column.capacity",
      unit: "kWp",
      align: "right",
      render: ({ installedCapacityKwp }) => <Plain value={installedCapacityKwp} digits={2} />,
      exportValue: ({ installedCapacityKwp }) => installedCapacityKwp,
    },
    {
      key: "dayCount",
      titleKey: "compare.days",
      align: "right",
      // Fewer days make the yield smaller.
      render: ({ isEnergyHidden, dayCount: count }) =>
        isEnergyHidden ? (
          <Missing />
        ) : (
          <span className="quantity compare-days" data-incomplete={count < dayCount}>
            {t("compare.daysOf", {
              count: formatNumber(count, tag, 0),
              total: formatNumber(dayCount, tag, 0),
            })}
          </span>
        ),
      exportValue: (row) => (row.isEnergyHidden ? null : row.dayCount),
    },
    {
      key: "remove",
      titleKey: "compare.remove",
      align: "right",
      isHideable: false,
      render: ({ stationId, name }) => (
        <IconButton
          icon="close"
          label={t("compare.removeNamed", { name })}
          isQuiet
          onClick={() => onRemove(stationId)}
        />
      ),
    },
  ];
}

const toKwh = ({ energyWh }: RankedPlant): number | null => (energyWh === null ? null : energyWh / 1000);

/** Without the digits that a computed value has beyond those of the measurements. */
const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

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
      <Plain value={value} digits={max < 99.95 ? 2 : 1} />
    </span>
  );
}

/** Per cent above or below the median. */
function Difference({ share, tag }: { readonly share: number | null; readonly tag: string }) {
  if (share === null) return <Missing />;
  const text = new Intl.NumberFormat(tag, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(share);
  return <span className="quantity">{text}</span>;
}
