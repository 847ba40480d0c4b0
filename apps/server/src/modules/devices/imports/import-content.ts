import type { ImportKind } from "@heliograph/contract";
import { seal, unseal } from "../../../infra/sealed.ts";
import type { Table } from "../../../infra/sheets/table-limits.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import type { Columns } from "./import-columns.ts";
import { describeColumns } from "./import-columns.ts";
import type { SealedImport } from "./imports.repository.ts";

const KEY_NAME = "device-imports";

/** Rows of uploaded files contain registration codes, which are stored encrypted until the import is deleted. */
export function createImportContent(serverKeys: ServerKeys) {
  const open = async (sealed: Buffer): Promise<unknown> =>
    JSON.parse(unseal(await serverKeys.get(KEY_NAME), sealed));

  return {
    async seal(kind: ImportKind, table: Table): Promise<SealedImport> {
      const key = await serverKeys.get(KEY_NAME);
      return {
        content: seal(key, JSON.stringify(table)),
        columnSamples: seal(key, JSON.stringify(describeColumns(kind, table))),
      };
    },
    unseal: async (sealed: Buffer): Promise<Table> => (await open(sealed)) as Table,

    /** The columns alone, without the rows. */
    unsealColumns: async (sealed: Buffer): Promise<Columns> => (await open(sealed)) as Columns,
  };
}

export type ImportContent = ReturnType<typeof createImportContent>;
