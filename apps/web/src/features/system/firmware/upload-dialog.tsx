import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { FileButton } from "../../../shared/ui/form/file-button.tsx";
import type { Uploaded } from "./use-upload.ts";
import { useUpload } from "./use-upload.ts";

/** A name that follows the naming standard (R5.9). */
const EXAMPLE = "MCON_MC200_HW1.2_V2.4.1.bin";

interface UploadDialogProps {
  readonly onUploaded: (uploaded: Uploaded) => void;
  readonly onClose: () => void;
}

/** Takes a firmware file and uploads it; a form follows. Closing it ends the upload. */
export function UploadDialog({ onUploaded, onClose }: UploadDialogProps) {
  const { t } = useTranslation();
  const { progress, refusal, fileName, canContinue, start, goOn } = useUpload(onUploaded);
  const isBusy = progress !== undefined;
  return (
    <Dialog title={t("firmware.uploadTitle")} onClose={onClose}>
      <div className="firmware-upload">
        <p>{t("firmware.uploadText")}</p>
        <p className="mono firmware-standard">{EXAMPLE}</p>
        {isBusy ? (
          <>
            <p>{t("firmware.uploading", { name: fileName })}</p>
            <progress aria-label={t("firmware.uploading", { name: fileName })} max={1} value={progress} />
          </>
        ) : (
          <FileButton
            isPrimary
            accept={[".bin", ".sig"]}
            isRefused={refusal !== undefined}
            onFile={(_, all) => void start(all)}
            // The progress has taken its place, and with it the focus.
            attributes={{ multiple: true, autoFocus: refusal !== undefined }}
          >
            <Icon name="document" />
            {t("firmware.choose")}
          </FileButton>
        )}
        {refusal !== undefined && (
          <p className="refusal" role="alert">
            {refusal.fileName}: {refusal.text}
          </p>
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.cancel")}
        </button>
        {canContinue && (
          <button type="button" className="button" data-kind="primary" onClick={() => void goOn()}>
            {t("firmware.goOn")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
