import { endpoints } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { publicPictureAddress } from "../../../shared/api/picture-address.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import type { Control } from "../../../shared/ui/schema-form/form-field.tsx";

const { uploadPicture } = endpoints.provider;
if (uploadPicture.upload === undefined) throw new Error("The contract says nothing of this upload");
const { contentTypes, mostBytes } = uploadPicture.upload;
const mostMb = mostBytes / 1024 / 1024;

interface QrPictureFieldProps extends Control {
  /** The picture the contact has now: it is there to be seen; one just uploaded is not until it is saved. */
  readonly savedId: string | undefined;
}

/** Takes one picture, sends it at once, shows it, and says why it was refused. */
export function QrPictureField({ value, onChange, attributes, savedId }: QrPictureFieldProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => () => (chosen === undefined ? undefined : URL.revokeObjectURL(chosen)), [chosen]);

  async function send(file: File): Promise<void> {
    setRefusal(undefined);
    // The server refuses it as well, but only after the browser has begun to send it.
    if (file.size > mostBytes) return setRefusal(t("picture.tooLarge", { max: mostMb }));
    setIsBusy(true);
    try {
      const typed = new Blob([file], { type: file.type || "application/octet-stream" });
      const answer = await call(uploadPicture, { file: typed, isQuiet: true });
      if (answer === undefined) return;
      setChosen(URL.createObjectURL(file));
      onChange(answer.data.pictureId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
    } finally {
      setIsBusy(false);
    }
  }

  const hasPicture = typeof value === "string" && value !== "";
  const address = value === savedId && savedId !== undefined ? publicPictureAddress(savedId) : chosen;
  return (
    <div className="qr-picture">
      {hasPicture && address !== undefined && <img src={address} alt={t("providers.code")} />}
      <div className="qr-picture-actions">
        <label className="button" aria-disabled={isBusy}>
          {chooseText()}
          <input
            {...attributes}
            type="file"
            accept={contentTypes.join(",")}
            disabled={isBusy}
            aria-invalid={attributes["aria-invalid"] || refusal !== undefined}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file may be chosen again after it was mended.
              target.value = "";
              if (file !== undefined) void send(file);
            }}
          />
        </label>
        {hasPicture && (
          <button
            type="button"
            className="button"
            data-kind="quiet"
            onClick={() => {
              setRefusal(undefined);
              onChange("");
            }}
          >
            <Icon name="trash" />
            {t("picture.remove")}
          </button>
        )}
        {refusal === undefined ? (
          <span className="hint">{t("picture.hint", { max: mostMb })}</span>
        ) : (
          <span className="refusal" role="alert">
            {refusal}
          </span>
        )}
      </div>
    </div>
  );

  function chooseText(): string {
    if (isBusy) return t("picture.busy");
    return hasPicture ? t("picture.replace") : t("picture.choose");
  }
}
