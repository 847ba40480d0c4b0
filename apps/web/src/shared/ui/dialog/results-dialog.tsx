import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./dialog.tsx";
import "../table/data-table.css";
import "./results-dialog.css";

interface ResultsDialogProps {
  readonly title: string;
  /** Name of the table for screen readers. */
  readonly label: string;
  /** Above the table. */
  readonly summary?: ReactNode;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Buttons beside "Close". */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** The result of each selected row. */
export function ResultsDialog({
  title,
  label,
  summary,
  columns,
  rows,
  actions,
  onClose,
}: ResultsDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      {summary}
      <div className="result-rows">
        <table className="data-table" aria-label={label}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map((name, index) => (
                  <td key={name} data-wrapped="true">
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="dialog-actions result-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
        {actions}
      </div>
    </Dialog>
  );
}
