import { endpoints } from "virtual:endpoints";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import { PlantPicture } from "../../../shared/ui/content/plant-picture.tsx";
import { useBlobAddress } from "../../../shared/ui/content/use-blob-address.ts";
import type { Control } from "../../../shared/ui/form/control.ts";
import { FileButton } from "../../../shared/ui/form/file-button.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import "./picture.css";

const { uploadPicture } = endpoints.station;
const contentTypes = uploadPicture.upload?.contentTypes ?? [];
/** Larger files are not opened; what is sent is far smaller. */
const MAX_FILE_MB = 40;
const MIB = 1024 * 1024;

interface PictureFieldProps {
  readonly control: Control;
  /** The plant with the picture it has; absent while it is added. */
  readonly saved: { readonly stationId: string; readonly pictureId: string | null } | undefined;
}

/** The one picture of a plant (R5.7): dropped or chosen, cropped, uploaded, and in use when the form is saved. */
export function PictureField({ control: { value, onChange, attributes }, saved }: PictureFieldProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<ImageBitmap>();
  const [sent, setSent] = useState<{ readonly pictureId: string; readonly file: Blob }>();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const pictureId = typeof value === "string" ? value : "";
  const preview = useBlobAddress(sent?.pictureId === pictureId ? sent?.file : undefined);
  const isOfDraft = pictureId !== "" && pictureId !== saved?.pictureId && pictureId !== sent?.pictureId;

  async function open(file: File): Promise<void> {
    setRefusal(undefined);
    if (file.size > MAX_FILE_MB * MIB) return setRefusal(t("plantEditor.tooLarge", { max: MAX_FILE_MB }));
    try {
      setOpened(await createImageBitmap(file));
    } catch {
      // The browser says no more than that it cannot decode the file.
      setRefusal(t("plantEditor.notPicture"));
    }
  }
  async function send(file: Blob): Promise<void> {
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const response = await call(uploadPicture, { file, refusalIn: "field" });
      if (response === undefined) return;
      setSent({ pictureId: response.data.pictureId, file });
      onChange(response.data.pictureId);
      setOpened(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped here; the button chooses one without a pointer
    <div
      className="picture-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file !== undefined) void open(file);
      }}
    >
      {pictureId !== "" && pictureId === saved?.pictureId && (
        <PlantPicture stationId={saved.stationId} pictureId={pictureId} />
      )}
      {isOfDraft && <span className="hint">{t("plantEditor.keptPicture")}</span>}
      {preview !== undefined && <img className="plant-picture" src={preview} alt="" />}
      <div className="picture-field-actions">
        <FileButton
          accept={contentTypes}
          isRefused={refusal !== undefined}
          onFile={(file) => void open(file)}
          attributes={attributes}
        >
          {pictureId === "" ? t("plantEditor.choosePicture") : t("plantEditor.replacePicture")}
        </FileButton>
        {pictureId !== "" && (
          <button type="button" className="button" data-kind="quiet" onClick={() => onChange("")}>
            {t("plantEditor.removePicture")}
          </button>
        )}
      </div>
      {refusal !== undefined && opened === undefined && (
        <span className="refusal" role="alert">
          {refusal}
        </span>
      )}
      {opened !== undefined && (
        <CropDialog
          picture={opened}
          isBusy={isBusy}
          refusal={refusal}
          onUse={(file) => void send(file)}
          onClose={() => {
            setOpened(undefined);
            setRefusal(undefined);
          }}
        />
      )}
    </div>
  );
}
