import { useTranslation } from "react-i18next";

interface DialogFootProps {
  readonly submitText: string;
  readonly isBusy?: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: leave it, or send it. */
export function DialogFoot({ submitText, isBusy = false, onCancel }: DialogFootProps) {
  const { t } = useTranslation();
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onCancel}>
        {t("action.cancel")}
      </button>
      <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
        {submitText}
      </button>
    </div>
  );
}
