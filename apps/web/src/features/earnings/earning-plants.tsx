import { endpoints } from "virtual:endpoints";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import type { CurrencyEarnings } from "./currency-tiles.tsx";
import { listPlantColumns } from "./plant-columns.tsx";
import { LIST_ID } from "./unpriced-note.tsx";
import type { EarningsPeriod } from "./use-earnings-period.ts";

const earningPlants = defineTable({
  name: "earningPlants",
  endpoint: endpoints.home.earningsPlants,
  sort: "amount",
  order: "desc",
});

interface EarningPlantsProps {
  readonly period: EarningsPeriod;
  readonly earnings: CurrencyEarnings;
}

/** The plants of one currency with their part of its sum. */
export function EarningPlants({ period, earnings }: EarningPlantsProps) {
  const { t } = useTranslation();
  const { currency } = earnings;
  const table = useTable(earningPlants, { ...period.query, currency });
  const { by } = period.query;
  const hasData = earnings.bars.some(({ amount }) => amount !== null);
  // The sums are those of all plants, whatever is searched for.
  const sumText = table.isFiltered || !hasData ? undefined : t("fleetEarnings.all");
  const columns = useMemo(() => listPlantColumns({ earnings, by, sumText }), [earnings, by, sumText]);
  const shown = period.query.period === undefined ? "" : `&period=${period.query.period}`;
  return (
    <DataTable
      id={LIST_ID}
      table={table}
      title={t("fleetEarnings.plantList", { currency })}
      noMatchTitle={t("fleetEarnings.noMatch", { currency })}
      columns={columns}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      searchLabel={t("home.search")}
      addressOf={(row) => `/station/${row.stationId}/earnings?by=${by}${shown}`}
      emptyState={<EmptyState icon="panel" title={t("fleetEarnings.none")} />}
    />
  );
}
