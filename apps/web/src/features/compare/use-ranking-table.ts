import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { StateSpec } from "../../shared/ui/table/table-state.ts";
import { initialState, readTableState, writeTableState } from "../../shared/ui/table/table-state.ts";
import type { TableModel } from "../../shared/ui/table/use-table.ts";
import type { Measure } from "./measures.ts";
import type { RankedPlant } from "./ranked-plants.ts";
import { SORTS, sortPlants } from "./ranked-plants.ts";

/** Sorted by the measure unless the address says otherwise. */
const specOf = (measure: Measure): StateSpec => ({
  schema: { sorts: SORTS, pageSizes: [100], filters: {} },
  sort: measure,
  order: "desc",
  pageSize: 100,
  filters: [],
});

/** The compared plants as a table, whose order is in the address; a comparison comes as a whole and is sorted here. */
export function useRankingTable(
  comparison: UseQueryResult,
  plants: readonly RankedPlant[],
  measure: Measure,
): TableModel<RankedPlant> {
  const [params, setParams] = useSearchParams();
  const spec = useMemo(() => specOf(measure), [measure]);
  const state = readTableState(params, spec);
  const { sort, order } = state;
  const data = useMemo(() => {
    const rows = sortPlants(plants, sort, order);
    return { rows, total: rows.length };
  }, [plants, sort, order]);
  return {
    name: "comparedPlants",
    isWhole: true,
    schema: spec.schema,
    state,
    initial: initialState(spec),
    isFiltered: false,
    list: { ...comparison, data } as TableModel<RankedPlant>["list"],
    set: (change) => setParams(writeTableState(params, spec, change)),
    read: () => Promise.resolve(data),
  };
}
