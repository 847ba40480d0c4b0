import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { formatDay } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { DayRange } from "../../../shared/ui/form/range-picker/range.ts";
import { daysIn } from "../../../shared/ui/form/range-picker/range.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import type { TableModel } from "../../../shared/ui/table/use-table.ts";
import { AddPlant } from "../add-plant.tsx";
import { findCurrency, hasSeveralCurrencies } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import type { PlantLine } from "../plant-lines.ts";
import { MeasureValue } from "./figure.tsx";
import { findMax } from "./measure-columns.tsx";
import type { RankedPlant, Ranking as RankedPlants } from "./ranked-plants.ts";
import { rankingColumns } from "./ranking-columns.tsx";

interface RankingProps {
  readonly table: TableModel<RankedPlant>;
  readonly ranking: RankedPlants;
  readonly measure: Measure;
  readonly lines: readonly PlantLine[];
  /** Of the figures. */
  readonly days: Pick<DayRange, "from" | "to">;
  /** The selected period goes on after these days. */
  readonly isCut: boolean;
  readonly stationIds: readonly string[];
  readonly onAdd: (stationId: string) => void;
  readonly onRemove: (stationId: string) => void;
}

/** A bar for each plant, the highest value first unless another column is chosen, with its difference from the median. */
export function Ranking(props: RankingProps) {
  const { table, ranking, measure, lines, days, isCut, stationIds, onAdd, onRemove } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { plants, median } = ranking;
  const currency = findCurrency(plants);
  const dayCount = Math.max(0, daysIn(days));
  const columns = rankingColumns({
    ...{ t, tag, plants, measure, median, currency, dayCount, onRemove },
    styles: new Map(lines.map(({ plant, styleIndex }) => [plant.stationId, styleIndex])),
  });
  return (
    <div className="compare-ranking">
      <DataTable
        table={table}
        title={t("compare.ranking")}
        note={<RankingNote {...{ ranking, measure, currency, days, isCut }} />}
        columns={columns}
        keyOf={(row) => row.stationId}
        nameOf={(row) => row.name}
        addressOf={(row) => `/station/${row.stationId}`}
        exportName={`${t("frame.compare")} ${days.from}–${days.to}`}
        actions={<AddPlant stationIds={stationIds} onAdd={onAdd} />}
        emptyState={null}
      />
    </div>
  );
}

interface RankingNoteProps extends Pick<RankingProps, "ranking" | "measure" | "days" | "isCut"> {
  readonly currency: string | undefined;
}

/** The median, and what makes the plants' values less comparable. */
function RankingNote({ ranking, measure, currency, days, isCut }: RankingNoteProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { plants, median } = ranking;
  const max = findMax(plants, measure);
  const runningCount = plants.filter(({ isRunning }) => isRunning).length;
  const notes: readonly (string | false)[] = [
    ...(measure === "expectedShare" ? listExpectedNotes(plants, daysIn(days), t, tag) : []),
    measure === "earningsPerKwp" && hasSeveralCurrencies(plants) && t("compare.oneCurrency", { currency }),
    measure !== "powerPerKwp" && runningCount > 0 && t("compare.running", { count: runningCount }),
    measure !== "powerPerKwp" &&
      isCut &&
      runningCount === 0 &&
      t("compare.until", { day: formatDay(days.to, tag) }),
  ];
  const text = notes.filter((note) => note !== false).join(" · ");
  return (
    <>
      {median !== undefined && (
        <>
          {t("compare.median")} <MeasureValue value={median} {...{ measure, max, currency }} />
          {text !== "" && " · "}
        </>
      )}
      {text}
    </>
  );
}

/** What the energies are compared with, and on how many days. */
function listExpectedNotes(
  plants: RankedPlants["plants"],
  dayCount: number,
  t: TFunction,
  tag: string,
): readonly string[] {
  const known = plants.flatMap(({ expected }) => (expected === null ? [] : [expected]));
  if (known.length === 0) return [];
  const isFrom = (source: "irradiance" | "clear-sky") => known.every(({ from }) => from === source);
  const source = isFrom("irradiance") ? "compare.fromIrradiance" : "compare.fromClearSky";
  const days = Math.max(...known.map((each) => each.dayCount));
  const figures = { days: formatNumber(days, tag, 0), total: formatNumber(dayCount, tag, 0) };
  return [
    t(isFrom("irradiance") || isFrom("clear-sky") ? source : "compare.mixedSources"),
    ...(days < dayCount ? [t("compare.expectedDays", figures)] : []),
  ];
}
