import { useTranslation } from "react-i18next";
import { SecretDialog as ShownSecret } from "../../shared/ui/dialog/secret-dialog.tsx";

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
  const texts = {
    copy: t("webhooks.copy"),
    copied: t("webhooks.copied"),
    done: t("webhooks.secretKept"),
  };
  return (
    <ShownSecret
      title={t("webhooks.secretTitle", { name })}
      label={t("webhooks.secret")}
      {...{ secret, texts, onClose }}
    >
      <p>{t("webhooks.secretText")}</p>
      {isReplaced && <p>{t("webhooks.secretText24")}</p>}
    </ShownSecret>
  );
}
