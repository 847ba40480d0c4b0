import type { DragEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { Control } from "../../shared/ui/form/control.ts";
import { FileButton } from "../../shared/ui/form/file-button.tsx";

interface FileDropProps {
  readonly attributes: Control["attributes"];
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
}

/** The file of an import: selected, or dropped on its field. */
export function FileDrop({ attributes, file, onFile }: FileDropProps) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined) onFile(dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped here; the input selects one without a pointer
    <div
      className="import-drop"
      data-state={isOver ? "over" : file && "chosen"}
      data-invalid={attributes["aria-invalid"]}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Its own content is not outside of it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={drop}
    >
      <Icon name={file === undefined ? "document" : "check"} />
      <p>
        <strong>{file?.name ?? t("deviceImport.drop")}</strong>
      </p>
      <FileButton accept={[".xlsx", ".csv"]} onFile={onFile} attributes={attributes}>
        {t(file === undefined ? "file.choose" : "deviceImport.chooseOther")}
      </FileButton>
    </div>
  );
}
