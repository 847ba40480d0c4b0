import type { DragEvent } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Control } from "../../shared/ui/form/control.ts";

interface FileDropProps {
  readonly attributes: Control["attributes"];
  readonly onFile: (file: File | undefined) => void;
}

/** The file of an import: selected, or dropped on its field. */
export function FileDrop({ attributes, onFile }: FileDropProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const { files } = event.dataTransfer;
    if (files.length === 0 || input.current === null) return;
    // The input names the file as if it had been selected.
    input.current.files = files;
    onFile(files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped here; the input selects one without a pointer
    <div
      className="import-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span>{t("deviceImport.drop")}</span>
      <input
        {...attributes}
        ref={input}
        className="input"
        type="file"
        accept=".xlsx,.csv"
        onChange={({ target }) => onFile(target.files?.[0])}
      />
    </div>
  );
}
