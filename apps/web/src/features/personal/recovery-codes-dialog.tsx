import { useTranslation } from "react-i18next";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";

/** The codes, this one time. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("factors.codesTitle")} onClose={onClose}>
      <p>{t("factors.codesText")}</p>
      <ul className="personal-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button" data-kind="primary" onClick={onClose}>
          {t("factors.codesKept")}
        </button>
      </div>
    </Dialog>
  );
}
