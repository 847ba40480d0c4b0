import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog/dialog.tsx";

interface ConflictDialogProps {
  readonly onKeep: () => void;
  readonly onLoad: () => void;
}

/** Someone else has changed the draft: which version continues. Closing it decides nothing; the changes stay on this device. */
export function ConflictDialog({ onKeep, onLoad }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Dialog title={t("layoutEditor.conflictTitle")} onClose={() => setOpen(false)}>
      <p>{t("layoutEditor.conflictText")}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onLoad}>
          {t("layoutEditor.loadTheirs")}
        </button>
        <button type="button" className="button" data-kind="primary" onClick={onKeep}>
          {t("layoutEditor.keepMine")}
        </button>
      </div>
    </Dialog>
  );
}
