import { endpoints } from "virtual:endpoints";
import type { BodyInputOf } from "@heliograph/contract";
import { call } from "../../shared/api/api.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import type { PlantListTable } from "./plant-list.ts";

type Body = BodyInputOf<typeof endpoints.station.export>;

/** Exports the plants of a list by a job of the server; undefined for a session without an account, which has no jobs. */
export function plantExport({ state }: Pick<PlantListTable, "state">): StartExport | undefined {
  if (sessionStore.read()?.isAnonymous !== false) return undefined;
  const { sort, order, search } = state;
  const { minCapacityKwp, maxCapacityKwp, ...others } = state.filters;
  const filters = {
    ...others,
    // Numbers are text in the address.
    ...(minCapacityKwp !== undefined && { minCapacityKwp: Number(minCapacityKwp) }),
    ...(maxCapacityKwp !== undefined && { maxCapacityKwp: Number(maxCapacityKwp) }),
  };
  return async ({ format, fileName, columns, rows }) => {
    const body = {
      format,
      fileName,
      columns,
      order,
      ...(sort !== undefined && { sort }),
      // Rows stay selected while filters change: those that no longer match are exported as well.
      ...(rows === undefined && search !== "" && { search }),
      ...(rows === undefined && filters),
      ...(rows !== undefined && { stationIds: rows }),
    };
    // Keys of columns and of the sort are the contract's; filter values were checked against it.
    return await call(endpoints.station.export, { body: body as Body });
  };
}
