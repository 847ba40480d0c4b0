import { toCsvLine } from "@heliograph/contract/csv";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { toast } from "../../base/toast.ts";
import { download } from "../../tasks/download.ts";
import { cancelTask, startTask, useTasks } from "../../tasks/tasks.ts";
import { Icon } from "../content/icon.tsx";
import { askFileName } from "./ask-file-name.ts";
import { collectRows } from "./collect-rows.ts";
import type { Column } from "./column.ts";
import { titleOf } from "./column.ts";
import { toCsv } from "./csv.ts";
import type { TableModel } from "./use-table.ts";

interface ExportButtonProps<Row> {
  readonly table: TableModel<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The name a file begins with. */
  readonly name: string;
  /** Only these rows; all that match the filters when absent. */
  readonly rows?: readonly Row[];
  /** What the file will contain; by default all rows that match the filters. */
  readonly text?: string | undefined;
}

/** Exports a list to a CSV file in the background; shows progress and cancels. */
export function ExportButton<Row>({ table, columns, keyOf, name, rows, text }: ExportButtonProps<Row>) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [taskId, setTaskId] = useState<number>();
  const task = useTasks().find(({ id, state }) => id === taskId && state === "running");

  async function begin(): Promise<void> {
    const chosen = await askFileName(t, {
      name,
      title: t("export.title"),
      text: rows === undefined && text ? text : t(rows === undefined ? "export.text" : "export.textChosen"),
      extension: "csv",
    });
    if (chosen === undefined) return;
    const file = `${chosen}.csv`;
    const run = async (signal: AbortSignal, report: (progress: number) => void) => {
      const pageSize = table.schema.pageSizes.at(-1) ?? table.state.pageSize;
      const all = rows ?? (await collectRows({ read: table.read, pageSize, keyOf, signal, report }));
      const made = { name: file, blob: writeCsv(columns, all, t) };
      download(made);
      toast("success", t("export.done", { name: file }));
      return made;
    };
    setTaskId(startTask({ title: file, run }));
  }

  if (task === undefined)
    return (
      <button type="button" className="button" onClick={() => void begin()}>
        <Icon name="download" />
        {t("export.export")}
      </button>
    );
  const progress = formatShare(task.progress ?? 0, tag, 0);
  return (
    <button
      type="button"
      className="button"
      aria-label={t("export.stop", { name: task.title })}
      onClick={() => cancelTask(task.id)}
    >
      <Icon name="close" />
      <span className="quantity">{progress}</span>
    </button>
  );
}

function writeCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], t: TFunction): Blob {
  const written = columns.filter(({ exportValue }) => exportValue !== undefined);
  const head = written.map((column) => {
    const title = titleOf(column, t);
    const unit = column.exportUnit ?? column.unit;
    return unit === undefined ? title : `${title} (${unit})`;
  });
  return toCsv([
    toCsvLine(head),
    ...rows.map((row) => toCsvLine(written.map(({ exportValue }) => exportValue?.(row)))),
  ]);
}
