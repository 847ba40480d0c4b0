import type { TFunction } from "i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { LineSample } from "../../../shared/ui/chart/line-sample.tsx";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import { OperatingStatus, statusText } from "../../../shared/ui/status/operating-status.tsx";
import { Difference, Missing, Plain } from "../../../shared/ui/status/quantity.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import type { Measure } from "../measures.ts";
import { measureColumn, otherMeasureColumns, round } from "./measure-columns.tsx";
import type { RankedPlant } from "./ranked-plants.ts";

interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  readonly plants: readonly RankedPlant[];
  readonly measure: Measure;
  readonly median: number | undefined;
  readonly currency: string | undefined;
  /** Days of the figures. */
  readonly dayCount: number;
  /** Line styles in the chart by plant; plants that are not drawn are absent. */
  readonly styles: ReadonlyMap<string, number>;
  readonly onRemove: (stationId: string) => void;
}

/** Columns of a comparison; the figures of a column have the same unit and the same number of decimals. */
export const rankingColumns = (input: ColumnsInput): readonly Column<RankedPlant>[] => [
  ...ofRanked(input, rankColumn),
  nameColumn(input),
  {
    key: "status",
    titleKey: "column.status",
    render: ({ status, isAsleep }) => <OperatingStatus status={status} isAsleep={isAsleep} />,
    exportValue: ({ status, isAsleep }) => statusText(input.t, { status, isAsleep }),
  },
  measureColumn(input),
  ...ofRanked(input, differenceColumn),
  ...otherMeasureColumns(input),
  {
    key: "installedCapacityKwp",
    titleKey: "column.capacity",
    unit: "kWp",
    align: "right",
    render: ({ installedCapacityKwp }) => <Plain value={installedCapacityKwp} digits={2} />,
    exportValue: ({ installedCapacityKwp }) => installedCapacityKwp,
  },
  daysColumn(input),
  removeColumn(input),
];

/** A column that is empty unless a plant is ranked: on a day that is not over, none is. */
const ofRanked = ({ plants }: ColumnsInput, column: Column<RankedPlant>): readonly Column<RankedPlant>[] =>
  plants.some(({ rank }) => rank !== null) ? [column] : [];

const rankColumn: Column<RankedPlant> = {
  key: "rank",
  titleKey: "compare.rank",
  align: "right",
  width: "6rem",
  render: ({ rank }) => <Plain value={rank} digits={0} />,
  exportValue: ({ rank }) => rank,
};

const differenceColumn: Column<RankedPlant> = {
  key: "difference",
  titleKey: "compare.difference",
  align: "right",
  render: ({ difference }) => <Difference share={difference} />,
  exportUnit: "%",
  exportValue: ({ difference }) => round(difference === null ? null : difference * 100, 1),
};

/** The plant after its line of the chart. */
const nameColumn = ({ styles }: ColumnsInput): Column<RankedPlant> => ({
  key: "name",
  titleKey: "column.name",
  isHideable: false,
  isOpener: true,
  isTruncated: true,
  width: "18%",
  render: ({ stationId, name }) => {
    const index = styles.get(stationId);
    return (
      <>
        <span className="compare-line">{index !== undefined && <LineSample index={index} hasSymbol />}</span>
        {name}
      </>
    );
  },
  exportValue: ({ name }) => name,
});

const daysColumn = ({ t, tag, dayCount }: ColumnsInput): Column<RankedPlant> => ({
  key: "dayCount",
  titleKey: "compare.days",
  align: "right",
  width: "13rem",
  // Fewer days make the yield smaller.
  render: ({ isEnergyHidden, isRunning, dayCount: count }) =>
    isEnergyHidden ? (
      <Missing />
    ) : (
      <span className="quantity compare-days" data-incomplete={count < dayCount}>
        {isRunning && count > 0
          ? t("compare.soFar")
          : t("compare.daysOf", {
              count: formatNumber(count, tag, 0),
              total: formatNumber(dayCount, tag, 0),
            })}
      </span>
    ),
  exportValue: (row) => (row.isEnergyHidden ? null : row.dayCount),
});

const removeColumn = ({ t, onRemove }: ColumnsInput): Column<RankedPlant> => ({
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
});
