import { endpoints } from "virtual:endpoints";
import { MAX_COMPARED_PLANTS } from "@heliograph/contract/plant-compare-limits";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";

/**
 * Opens the energy of a day by plant: the comparison of all plants on that day, or, with more plants than it takes, the
 * days of that month with their energy and earnings.
 */
export function useDayPage(): (day: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (day) => {
    const query = { pageSize: MAX_COMPARED_PLANTS, sort: "name" } as const;
    // A refusal is shown where every refused call is.
    const list = await client.fetchQuery(queryOf(endpoints.station.list, query)).catch(() => undefined);
    if (list === undefined) return;
    const ids = list.rows.map(({ stationId }) => stationId);
    const isWhole = list.total <= MAX_COMPARED_PLANTS;
    await navigate(
      isWhole
        ? `/compare?plants=${ids.join()}&period=${day}&by=energyWh`
        : `/earnings?by=day&period=${day.slice(0, 7)}`,
    );
  };
}
