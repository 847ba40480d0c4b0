import { seal, unseal } from "../../../infra/sealed.ts";
import type { Table } from "../../../infra/sheets/table-limits.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";

const KEY_NAME = "device-imports";

/** Rows of uploaded files contain registration codes, which are stored encrypted until the import is deleted. */
export function createImportContent(serverKeys: ServerKeys) {
  return {
    seal: async (table: Table): Promise<Buffer> =>
      seal(await serverKeys.get(KEY_NAME), JSON.stringify(table)),
    unseal: async (sealed: Buffer): Promise<Table> =>
      JSON.parse(unseal(await serverKeys.get(KEY_NAME), sealed)) as Table,
  };
}

export type ImportContent = ReturnType<typeof createImportContent>;
