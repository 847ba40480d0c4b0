import type { ImportKind, ImportResult } from "@heliograph/contract";
import type { ImportField } from "@heliograph/contract/device-import-limits";
import { IMPORT_FIELDS } from "@heliograph/contract/device-import-limits";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { EditsState } from "./cell-edits.ts";
import { findEdit, setEdit } from "./cell-edits.ts";
import { originalOf, ResultCell } from "./result-cell.tsx";

interface ResultRowsProps extends EditsState {
  readonly kind: ImportKind;
  /** What each column of the file contains. */
  readonly columns: readonly (ImportField | null)[];
  readonly rows: readonly ImportResult[];
  readonly isWritten: boolean;
}

/** Rows of the file with what is wrong with each; cells of rows with errors can be corrected. */
export function ResultRows({ kind, columns, rows, isWritten, edits, onEdits }: ResultRowsProps) {
  const { t } = useTranslation();
  const fields = IMPORT_FIELDS[kind].flatMap(({ field }) => (columns.includes(field) ? field : []));
  return (
    <div className="import-scroll">
      <table className="import-table import-result">
        <thead>
          <tr>
            <th>{t("deviceImport.row")}</th>
            {fields.map((field) => (
              <th key={field}>{t(`deviceImport.field.${field}`)}</th>
            ))}
            <th>{t("deviceImport.outcome")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row" data-label={t("deviceImport.row")}>
                {row.row}
              </th>
              {fields.map((field) => (
                <td key={field} data-label={t(`deviceImport.field.${field}`)}>
                  <ResultCell
                    row={row}
                    field={field}
                    edit={findEdit(edits, { row: row.row, field })}
                    onEdit={
                      isWritten || row.problems.length === 0
                        ? undefined
                        : (value) =>
                            onEdits((before) =>
                              setEdit(before, { row: row.row, field, value }, originalOf(row, field)),
                            )
                    }
                  />
                </td>
              ))}
              <td data-label={t("deviceImport.outcome")}>
                <Outcome row={row} isWritten={isWritten} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ row, isWritten }: { readonly row: ImportResult; readonly isWritten: boolean }) {
  const { t } = useTranslation();
  if (row.problems.length > 0)
    return row.problems.map(({ key, text }) => (
      <StatusMark key={text} variant={key === "importRow.unchecked" ? "waiting" : "fault"} text={text} />
    ));
  return (
    <StatusMark
      variant={isWritten ? "done" : "good"}
      text={t(isWritten ? "deviceImport.done" : "deviceImport.valid")}
    />
  );
}
