import type { Upload } from "@heliograph/contract";
import type { InputHTMLAttributes } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../api/shown-refusals.ts";
import { Icon } from "../content/icon.tsx";
import { FileButton } from "./file-button.tsx";
import "./picture-upload.css";

interface PictureUploadProps {
  /** What the contract says of the file. */
  readonly upload: Upload | undefined;
  readonly hasPicture: boolean;
  /** Sends the file with a quiet call: a refusal is shown here. */
  readonly onSend: (file: Blob) => Promise<void>;
  readonly onRemove: () => Promise<void> | void;
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>;
}

/** Takes one picture, sends it immediately, and says why it was refused. */
export function PictureUpload({ upload, hasPicture, onSend, onRemove, attributes = {} }: PictureUploadProps) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (upload === undefined) throw new Error("The contract says nothing of this upload");
  const { contentTypes, maxBytes } = upload;
  const max = maxBytes / 1024 / 1024;

  async function run(action: () => Promise<void> | void): Promise<void> {
    setRefusal(undefined);
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  function choose(file: File): void {
    // The server refuses it as well, but only after the browser has begun to send it.
    if (file.size > maxBytes) setRefusal(t("picture.tooLarge", { max }));
    else void run(() => onSend(new Blob([file], { type: file.type || "application/octet-stream" })));
  }

  const chooseText = hasPicture ? t("picture.replace") : t("picture.choose");
  return (
    <div className="picture-upload">
      <FileButton
        accept={contentTypes}
        isBusy={isBusy}
        isRefused={refusal !== undefined}
        onFile={choose}
        attributes={attributes}
      >
        {isBusy ? t("picture.busy") : chooseText}
      </FileButton>
      {hasPicture && (
        <button
          type="button"
          className="button"
          data-kind="quiet"
          disabled={isBusy}
          onClick={() => void run(onRemove)}
        >
          <Icon name="trash" />
          {t("picture.remove")}
        </button>
      )}
      {refusal === undefined ? (
        <span className="hint">{t("picture.hint", { max })}</span>
      ) : (
        <span className="refusal" role="alert">
          {refusal}
        </span>
      )}
    </div>
  );
}
