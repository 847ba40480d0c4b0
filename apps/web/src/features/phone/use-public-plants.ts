import { endpoints } from "virtual:endpoints";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { loadPages, useReloaded } from "./use-reloaded.ts";

export const sorts = ["name", "powerW", "energyTodayKwh", "energyTotalKwh"] as const;
export type PublicPlantSort = (typeof sorts)[number];

const PAGE = 50;

/** Loads public plants; the list on screen stays until the next response. */
export function usePublicPlants({ search: typed, sort }: { search: string; sort: PublicPlantSort }) {
  const search = typed.trim();
  return useReloaded(`${sort} ${search}`, (pages, signal) =>
    loadPages(pages, async (page) => {
      const order = sort === "name" ? ("asc" as const) : ("desc" as const);
      const query = { page, pageSize: PAGE, sort, order, ...(search !== "" && { search }) };
      const response = await call(endpoints.publicPlants.list, { query, signal, refusalIn: "card" });
      if (response === undefined) throw new ApiError("");
      return response.data;
    }),
  );
}
