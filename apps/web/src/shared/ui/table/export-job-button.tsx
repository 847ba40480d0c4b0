import type { SheetFormat } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { toast } from "../../base/toast.ts";
import { followJob } from "../../tasks/jobs.ts";
import { Icon } from "../content/icon.tsx";
import { Menu } from "../menu/menu.tsx";
import { askFileName } from "./ask-file-name.ts";

/** What a user wants exported. */
export interface ExportRequest {
  readonly format: SheetFormat;
  /** Without its extension. */
  readonly fileName: string;
  /** Keys of the columns, in the order shown. */
  readonly columns: readonly string[];
  /** Keys of the chosen rows; all that match the filters when absent. */
  readonly rows?: readonly string[];
}

/** Starts an export on the server, which replies with the id of its job. */
export type StartExport = (
  request: ExportRequest,
) => Promise<{ readonly data: { readonly jobId: string } } | undefined>;

interface ExportJobButtonProps {
  readonly start: StartExport;
  /** The name a file begins with. */
  readonly name: string;
  /** Keys of the columns shown; an export that is not of a list has none. */
  readonly columns?: readonly string[];
  readonly rows?: readonly string[];
  /** What the file will contain, where it is not the rows of a list. */
  readonly text?: string;
}

const formats = ["csv", "xlsx"] as const;

/** Exports a list by a background job of the server; the task list shows it, also in other browsers. */
export function ExportJobButton({ start, name, columns = [], rows, text: ownText }: ExportJobButtonProps) {
  const { t } = useTranslation();

  async function begin(format: SheetFormat): Promise<void> {
    const title = t(format === "csv" ? "export.title" : "export.titleXlsx");
    const text = ownText ?? t(rows === undefined ? "export.text" : "export.textChosen");
    const fileName = await askFileName(t, { name, title, text, extension: format });
    if (fileName === undefined) return;
    const request = { format, fileName, columns, ...(rows !== undefined && { rows }) };
    // A refusal is on screen already.
    const response = await start(request).catch(() => undefined);
    if (response === undefined) return;
    followJob(response.data.jobId);
    toast("success", t("export.started", { name: `${fileName}.${format}` }));
  }

  return (
    <div className="export-menu">
      <Menu
        label={t("export.export")}
        button={
          <>
            <Icon name="download" />
            {t("export.export")}
          </>
        }
      >
        {(close) =>
          formats.map((format) => (
            <button
              key={format}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                void begin(format);
              }}
            >
              {t(`export.${format}`)}
            </button>
          ))
        }
      </Menu>
    </div>
  );
}
