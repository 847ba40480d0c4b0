import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./dialog.tsx";
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

/** What became of each of the chosen rows. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reached by keyboard */}
      <section className="result-rows" tabIndex={0} aria-label={label}>
        <table className="data-table">
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
      </section>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
        {actions}
      </div>
    </Dialog>
  );
}
