import type { Language, SheetFormat } from "@heliograph/contract";
import { formatMessage, IMPORT_LIMITS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { readTableInThread } from "../../../infra/sheets/read-table.ts";
import { suggestFields } from "./import-fields.ts";

/** The format that the name of an uploaded file says. Throws A0700 for any other. */
export function findSheetFormat(fileName: string): SheetFormat {
  const extension = /\.(csv|xlsx)$/iu.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined) throw new AppError("A0700", { messageKey: "importFile.type" });
  return extension as SheetFormat;
}

export interface ListedSerial {
  readonly sn: string;
  readonly place: string;
}

/**
 * Serial numbers and places of an uploaded file with the columns of an import, in any of the four languages. Throws A0700
 * with the reason when it cannot be read, or has no column of serial numbers.
 */
export async function readSerialList(
  file: Uint8Array,
  { fileName, maxRows, language }: { fileName: string; maxRows: number; language: Language },
): Promise<ListedSerial[]> {
  const table = await readTableInThread(file, findSheetFormat(fileName), {
    maxRows,
    maxColumns: IMPORT_LIMITS.columns,
    maxCellCharacters: IMPORT_LIMITS.cellCharacters,
  });
  const fields = suggestFields("plant", table.head);
  const [sn, place] = [fields.indexOf("sn"), fields.indexOf("place")];
  if (sn === -1)
    throw new AppError("A0700", {
      messageKey: "importFile.noSerials",
      params: { field: formatMessage(language, "importField.sn") },
    });
  return table.rows.flatMap(({ cells }) => {
    const text = (cells[sn] ?? "").replaceAll(/\s/gu, "").toUpperCase();
    return text === "" ? [] : [{ sn: text, place: (cells[place] ?? "").trim() }];
  });
}
