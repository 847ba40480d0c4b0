import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { daysIn } from "../../shared/ui/form/range-picker/range.ts";
import { Plain } from "../../shared/ui/status/quantity.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { rankPlants } from "./ranked-plants.ts";
import { rankingColumns } from "./ranking-columns.tsx";
import { useRankingTable } from "./use-ranking-table.ts";

interface RankingProps {
  readonly comparison: UseQueryResult<DataOf<typeof endpoints.station.compare>>;
  readonly range: DayRange;
  readonly today: string;
  readonly onRemove: (stationId: string) => void;
}

/** Days of the range that have begun. */
const countDays = (range: DayRange, today: string): number =>
  Math.max(0, daysIn({ ...range, to: range.to < today ? range.to : today }));

/** A bar for each plant, the highest yield first unless another column is chosen, with its difference from the median. */
export function Ranking({ comparison, range, today, onRemove }: RankingProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { plants, median } = useMemo(() => rankPlants(comparison.data?.rows ?? []), [comparison.data]);
  const table = useRankingTable(comparison, plants);
  const maxYield = Math.max(0, ...plants.map(({ specificYieldKwhPerKwp }) => specificYieldKwhPerKwp ?? 0));
  const dayCount = countDays(range, today);
  return (
    <DataTable
      table={table}
      title={t("compare.ranking")}
      {...(median !== undefined && {
        note: (
          <>
            {t("compare.median")} <Plain value={median} digits={maxYield < 99.95 ? 2 : 1} unit="kWh/kWp" />
          </>
        ),
      })}
      columns={rankingColumns({ t, tag, maxYield, median, dayCount, onRemove })}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      addressOf={(row) => `/station/${row.stationId}`}
      exportName={`${t("frame.compare")} ${range.from}–${range.to}`}
      emptyState={null}
    />
  );
}
