import { useTranslation } from "react-i18next";
import { toast } from "../../shared/base/toast.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";

interface SecretDialogProps {
  readonly name: string;
  readonly secret: string;
  /** Another secret signs as well for a while. */
  readonly isReplaced?: boolean;
  readonly onClose: () => void;
}

/** The secret of a webhook, this one time. */
export function SecretDialog({ name, secret, isReplaced = false, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(secret);
    toast("success", t("webhooks.copied"));
  }
  return (
    <Dialog title={t("webhooks.secretTitle", { name })} onClose={onClose}>
      <p>{t("webhooks.secretText")}</p>
      {isReplaced && <p>{t("webhooks.secretText24")}</p>}
      <p className="webhook-secret">
        <input readOnly className="input mono" aria-label={t("webhooks.secret")} value={secret} />
        {/* Absent where the console is opened without https. */}
        {"clipboard" in navigator && (
          <button type="button" className="button" onClick={() => void copy()}>
            {t("webhooks.copy")}
          </button>
        )}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" data-kind="primary" onClick={onClose}>
          {t("webhooks.secretKept")}
        </button>
      </div>
    </Dialog>
  );
}
