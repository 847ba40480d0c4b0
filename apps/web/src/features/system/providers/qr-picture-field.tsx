import { endpoints } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { publicPictureAddress } from "../../../shared/api/picture-address.ts";
import type { Control } from "../../../shared/ui/form/control.ts";
import { PictureUpload } from "../../../shared/ui/form/picture-upload.tsx";

const { uploadPicture } = endpoints.provider;

interface QrPictureFieldProps extends Control {
  /** The picture the contact has now: it is there to be seen; one just uploaded is not until it is saved. */
  readonly savedId: string | undefined;
}

/** The picture of a contact: uploaded immediately, in use when the form is saved. */
export function QrPictureField({ value, onChange, attributes, savedId }: QrPictureFieldProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => () => (chosen === undefined ? undefined : URL.revokeObjectURL(chosen)), [chosen]);

  async function send(file: Blob): Promise<void> {
    const response = await call(uploadPicture, { file, refusalIn: "field" });
    if (response === undefined) return;
    setChosen(URL.createObjectURL(file));
    onChange(response.data.pictureId);
  }

  const hasPicture = typeof value === "string" && value !== "";
  const address = value === savedId && savedId !== undefined ? publicPictureAddress(savedId) : chosen;
  return (
    <div className="qr-picture">
      {hasPicture && address !== undefined && <img src={address} alt={t("providers.code")} />}
      <PictureUpload
        upload={uploadPicture.upload}
        hasPicture={hasPicture}
        onSend={send}
        onRemove={() => onChange("")}
        attributes={attributes}
      />
    </div>
  );
}
