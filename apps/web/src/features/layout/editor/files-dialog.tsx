import { endpoints } from "virtual:endpoints";
import type { DataOf, LayoutDraft, LayoutFileFormat } from "@heliograph/contract";
import { MAX_LAYOUT_FILE_MIB } from "@heliograph/contract/layout-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import { download } from "../../../shared/tasks/download.ts";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import { FileButton } from "../../../shared/ui/form/file-button.tsx";

const formats: readonly LayoutFileFormat[] = ["json", "csv", "xlsx"];
const MIB = 1024 * 1024;
/** Problems and units that are named one by one. */
const MAX_NAMED = 8;

type Read = DataOf<typeof endpoints.layout.read>;

interface FilesDialogProps {
  readonly stationId: string;
  /** Of files, without extension. */
  readonly fileName: string;
  /** Saves the draft; false where it could not be saved. */
  readonly onSave: () => Promise<boolean>;
  readonly onReplace: (layout: LayoutDraft) => void;
  readonly onClose: () => void;
}

/** Writes the layout to a file, or replaces it by that of a file. */
export function FilesDialog({ stationId, fileName, onSave, onReplace, onClose }: FilesDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("layoutEditor.files.title")} onClose={onClose}>
      <div className="editor-dialog">
        <ExportPart {...{ stationId, fileName, onSave }} />
        <ImportPart {...{ stationId, onReplace }} />
      </div>
    </Dialog>
  );
}

type ExportProps = Pick<FilesDialogProps, "stationId" | "fileName" | "onSave">;

function ExportPart({ stationId, fileName, onSave }: ExportProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);

  async function save(format: LayoutFileFormat): Promise<void> {
    setBusy(true);
    try {
      const isSaved = await onSave();
      setUnsaved(!isSaved);
      if (!isSaved) return;
      const response = await call(endpoints.layout.export, { query: { stationId, format } });
      if (response !== undefined) download({ name: `${fileName}.${format}`, blob: response.data });
    } catch (error) {
      // A toast says why.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="editor-files">
      <h3>{t("layoutEditor.files.export")}</h3>
      <p className="note">{t("layoutEditor.files.exportHint")}</p>
      <div className="editor-actions">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void save(format)}
          >
            {t(`layoutEditor.files.format.${format}`)}
          </button>
        ))}
      </div>
      {isUnsaved && (
        <p className="refusal" role="alert">
          {t("layoutEditor.saving.offline")}
        </p>
      )}
    </section>
  );
}

function ImportPart({ stationId, onReplace }: Pick<FilesDialogProps, "stationId" | "onReplace">) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [read, setRead] = useState<Read>();

  async function readFile(file: File): Promise<void> {
    setRead(undefined);
    setRefusal(undefined);
    const format = formats.find((each) => file.name.toLowerCase().endsWith(`.${each}`));
    if (format === undefined || file.size > MAX_LAYOUT_FILE_MIB * MIB) {
      const isLarge = format !== undefined;
      setRefusal(
        t(isLarge ? "layoutEditor.files.tooLarge" : "layoutEditor.files.type", { mib: MAX_LAYOUT_FILE_MIB }),
      );
      return;
    }
    setReading(true);
    try {
      const response = await call(endpoints.layout.read, {
        query: { stationId, format },
        file: new Blob([file], { type: "application/octet-stream" }),
        refusalIn: "field",
      });
      setRead(response?.data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    } finally {
      setReading(false);
    }
  }

  return (
    <section className="editor-files">
      <h3>{t("layoutEditor.files.import")}</h3>
      <Field
        label={t("layoutEditor.files.file")}
        hint={t("layoutEditor.files.importHint")}
        {...(refusal !== undefined && { refusal })}
      >
        {(attributes) => (
          <FileButton
            accept={formats.map((format) => `.${format}`)}
            isBusy={isReading}
            onFile={(file) => void readFile(file)}
            attributes={attributes}
          >
            {t("file.choose")}
          </FileButton>
        )}
      </Field>
      {isReading && <p role="status">{t("layoutEditor.files.reading")}</p>}
      {read !== undefined && <ReadResult read={read} onReplace={onReplace} />}
    </section>
  );
}

function ReadResult({ read, onReplace }: { readonly read: Read } & Pick<FilesDialogProps, "onReplace">) {
  const { t } = useTranslation();
  const { layout, problems, unknown } = read;
  if (layout === null) {
    const more = problems.length - MAX_NAMED;
    return (
      <div className="refusal editor-problems" role="alert">
        <p>{t("layoutEditor.files.problems")}</p>
        <ul>
          {problems.slice(0, MAX_NAMED).map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
          {more > 0 && <li>{t("layoutEditor.moreProblems", { count: more })}</li>}
        </ul>
      </div>
    );
  }
  const cells = layout.groups.flatMap((group) => group.cells);
  const names = unknown.slice(0, MAX_NAMED).join(", ");
  return (
    <>
      <p role="status">
        {t("layoutEditor.files.summary", {
          groups: layout.groups.length,
          modules: cells.length,
          units: cells.filter(({ unit }) => unit !== null).length,
        })}
      </p>
      {unknown.length > 0 && (
        <p className="layout-automatic">
          {t("layoutEditor.files.unknown", {
            count: unknown.length,
            names: unknown.length > MAX_NAMED ? `${names} …` : names,
          })}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" data-kind="primary" onClick={() => onReplace(layout)}>
          {t("layoutEditor.files.apply")}
        </button>
      </div>
    </>
  );
}
