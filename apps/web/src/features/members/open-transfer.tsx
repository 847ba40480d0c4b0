import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Members } from "./members.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface OpenTransferProps {
  readonly transfer: NonNullable<Members["transfer"]>;
  readonly mayWithdraw: boolean;
  readonly onWithdraw: (transfer: NonNullable<Members["transfer"]>) => void;
}

/** The plant is on its way to another owner, and can be held back. */
export function OpenTransfer({ transfer, mayWithdraw, onWithdraw }: OpenTransferProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const at = formatDateTime(Date.parse(transfer.createdAt), viewerZone, tag);
  return (
    <section className="card members-transfer" aria-label={t("members.transfer")}>
      <div>
        <h2>{t("transfer.open", { name: transfer.toName })}</h2>
        <p>{t("transfer.openText", { at })}</p>
      </div>
      {mayWithdraw && (
        <button type="button" className="button" onClick={() => onWithdraw(transfer)}>
          {t("transfer.withdraw")}
        </button>
      )}
    </section>
  );
}
