import type { ImportKind, ImportResult } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

interface ResultRowsProps {
  readonly kind: ImportKind;
  readonly rows: readonly ImportResult[];
  readonly isWritten: boolean;
}

const COLUMNS = { plant: ["alias", "place", "parentSn"], register: ["type", "model"] } as const;

/** Rows of the file, the reason beside each that has an error. */
export function ResultRows({ kind, rows, isWritten }: ResultRowsProps) {
  const { t } = useTranslation();
  const columns = COLUMNS[kind];
  return (
    <div className="import-scroll">
      <table className="import-table">
        <thead>
          <tr>
            <th>{t("deviceImport.row")}</th>
            <th>{t("deviceImport.field.sn")}</th>
            {columns.map((column) => (
              <th key={column}>{t(`deviceImport.field.${column}`)}</th>
            ))}
            <th>{t("deviceImport.outcome")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              <th scope="row">{row.sn}</th>
              {columns.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
              <td>
                {row.problems.length === 0 ? (
                  <StatusMark
                    variant={isWritten ? "done" : "good"}
                    text={t(isWritten ? "deviceImport.done" : "deviceImport.valid")}
                  />
                ) : (
                  row.problems.map(({ text }) => <StatusMark key={text} variant="fault" text={text} />)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
