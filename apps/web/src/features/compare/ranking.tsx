import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { daysIn } from "../../shared/ui/form/range-picker/range.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import type { TableModel } from "../../shared/ui/table/use-table.ts";
import { AddPlant } from "./add-plant.tsx";
import { findCurrency } from "./compared-plants.ts";
import { MeasureValue } from "./figure.tsx";
import { findMax } from "./measure-columns.tsx";
import type { Measure } from "./measures.ts";
import type { PlantLine } from "./plant-lines.ts";
import type { RankedPlant, Ranking as RankedPlants } from "./ranked-plants.ts";
import { rankingColumns } from "./ranking-columns.tsx";

interface RankingProps {
  readonly table: TableModel<RankedPlant>;
  readonly ranking: RankedPlants;
  readonly measure: Measure;
  readonly lines: readonly PlantLine[];
  readonly range: DayRange;
  readonly today: string;
  readonly stationIds: readonly string[];
  readonly onAdd: (stationId: string) => void;
  readonly onRemove: (stationId: string) => void;
}

/** Days of the range that have begun. */
const countDays = (range: DayRange, today: string): number =>
  Math.max(0, daysIn({ ...range, to: range.to < today ? range.to : today }));

/** A bar for each plant, the highest value first unless another column is chosen, with its difference from the median. */
export function Ranking(props: RankingProps) {
  const { table, ranking, measure, lines, range, today, stationIds, onAdd, onRemove } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { plants, median } = ranking;
  const currency = findCurrency(plants);
  const dayCount = countDays(range, today);
  const columns = rankingColumns({
    ...{ t, tag, plants, measure, median, currency, dayCount, onRemove },
    styles: new Map(lines.map(({ plant, styleIndex }) => [plant.stationId, styleIndex])),
  });
  return (
    <DataTable
      table={table}
      title={t("compare.ranking")}
      note={<RankingNote {...{ ranking, measure, currency, dayCount }} />}
      columns={columns}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      addressOf={(row) => `/station/${row.stationId}`}
      exportName={`${t("frame.compare")} ${range.from}–${range.to}`}
      actions={<AddPlant stationIds={stationIds} onAdd={onAdd} />}
      emptyState={null}
    />
  );
}

interface RankingNoteProps extends Pick<RankingProps, "ranking" | "measure"> {
  readonly currency: string | undefined;
  readonly dayCount: number;
}

/** The median, and what makes the plants' values less comparable. */
function RankingNote({ ranking: { plants, median }, measure, currency, dayCount }: RankingNoteProps) {
  const { t } = useTranslation();
  const max = findMax(plants, measure);
  const currencies = new Set(
    plants.flatMap(({ earnings }) => (earnings === null ? [] : [earnings.currency])),
  );
  const runningCount = plants.filter(({ isRunning }) => isRunning).length;
  // Where all days are running, the plants are alike.
  const isMixed = runningCount > 0 && runningCount < plants.length;
  return (
    <>
      {median !== undefined && (
        <>
          {t("compare.median")} <MeasureValue value={median} {...{ measure, max, currency }} />
        </>
      )}
      {measure === "expectedShare" && <ExpectedNote {...{ plants, dayCount }} />}
      {isMixed && measure !== "powerPerKwp" && ` · ${t("compare.running", { count: runningCount })}`}
      {measure === "earningsPerKwp" && currencies.size > 1 && ` · ${t("compare.oneCurrency", { currency })}`}
    </>
  );
}

/** What the energies are compared with, and on how many days. */
function ExpectedNote({ plants, dayCount }: Pick<RankedPlants, "plants"> & { readonly dayCount: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const known = plants.flatMap(({ expected }) => (expected === null ? [] : [expected]));
  if (known.length === 0) return null;
  const isFrom = (source: "irradiance" | "clear-sky") => known.every(({ from }) => from === source);
  const source = isFrom("irradiance") ? "compare.fromIrradiance" : "compare.fromClearSky";
  const days = Math.max(...known.map((each) => each.dayCount));
  const figures = { days: formatNumber(days, tag, 0), total: formatNumber(dayCount, tag, 0) };
  return (
    <>
      {` · ${t(isFrom("irradiance") || isFrom("clear-sky") ? source : "compare.mixedSources")}`}
      {days < dayCount && ` · ${t("compare.expectedDays", figures)}`}
    </>
  );
}
