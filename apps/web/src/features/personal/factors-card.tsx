import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { PasskeyRows } from "./passkey-rows.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { TotpDialog } from "./totp-dialog.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The account's second factors: authenticator app, passkeys, recovery codes. */
export function FactorsCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const factors = useQuery(queryOf(endpoints.secondFactor.get));
  const beginTotp = useChange(endpoints.secondFactor.beginTotp);
  const removeTotp = useChange(endpoints.secondFactor.removeTotp);
  const renewCodes = useChange(endpoints.secondFactor.renewRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { data } = factors;

  async function ask(title: string, text: string, confirmText: string): Promise<boolean> {
    return (await askConfirm({ title, text, confirmText, kind: "danger" })) === "confirm";
  }
  async function remove(): Promise<void> {
    const words = [t("factors.removeTotpTitle"), t("factors.removeTotpText"), t("factors.remove")] as const;
    if (await ask(...words)) removeTotp.mutate({});
  }
  async function renew(): Promise<void> {
    const words = [t("factors.renewTitle"), t("factors.renewText"), t("factors.renewCodes")] as const;
    if (await ask(...words))
      renewCodes.mutate({}, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  }

  return (
    <section className="card" aria-label={t("factors.title")}>
      <div className="card-head">
        <h2>{t("factors.title")}</h2>
        <span className="note">
          {t("factors.text")} {data?.isRequired === true && t("factors.required")}
        </span>
      </div>
      {factors.isPending && <Skeleton width="100%" height="12rem" />}
      {factors.isError && <FailedState error={factors.error} onRetry={() => void factors.refetch()} />}
      {data !== undefined && (
        <ul className="personal-rows">
          <li>
            <div>
              <strong>{t("factors.totp")}</strong>
              <p className="note">
                {data.totpSince === null
                  ? t("factors.none")
                  : t("factors.totpSince", {
                      at: formatDateTime(Date.parse(data.totpSince), viewerZone, tag),
                    })}
              </p>
            </div>
            <button
              type="button"
              className="button"
              disabled={beginTotp.isPending || removeTotp.isPending}
              onClick={() => (data.totpSince === null ? beginTotp.mutate({}) : void remove())}
            >
              {t(data.totpSince === null ? "factors.setTotp" : "factors.remove")}
            </button>
          </li>
          <PasskeyRows passkeys={data.passkeys} onCodes={setCodes} onAsk={ask} />
          {(data.totpSince !== null || data.passkeys.length > 0) && (
            <li>
              <div>
                <strong>{t("factors.codes")}</strong>
                <p className="note">
                  {t("factors.codesLeft", {
                    count: data.recoveryCodesLeft,
                  })}
                </p>
              </div>
              <button
                type="button"
                className="button"
                disabled={renewCodes.isPending}
                onClick={() => void renew()}
              >
                {t("factors.renewCodes")}
              </button>
            </li>
          )}
        </ul>
      )}
      {beginTotp.data !== undefined && (
        <TotpDialog
          {...beginTotp.data}
          onClose={beginTotp.reset}
          onDone={(made) => {
            beginTotp.reset();
            setCodes(made);
          }}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </section>
  );
}
