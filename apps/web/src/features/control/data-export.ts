import { endpoints } from "virtual:endpoints";
import type { BodyInputOf } from "@heliograph/contract";
import { call } from "../../shared/api/api.ts";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import type { DataListTable } from "./data-list.ts";

type Body = BodyInputOf<typeof endpoints.deviceView.export>;

/** Exports the devices of the list by a job of the server. */
export function dataExport({ state }: Pick<DataListTable, "state">): StartExport {
  const { sort, order, search, filters } = state;
  return async ({ format, fileName, columns }) => {
    const body = {
      format,
      fileName,
      columns,
      order,
      ...(sort !== undefined && { sort }),
      ...(search !== "" && { search }),
      ...filters,
    };
    // Keys of columns and of the sort are the contract's; filter values were checked against it.
    return await call(endpoints.deviceView.export, { body: body as Body });
  };
}
