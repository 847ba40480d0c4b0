import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { formatHour } from "../../shared/base/format/times.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { AlarmMailsDialog } from "./alarm-mails-dialog.tsx";

/** Which alarms are mailed to the account: what is set, the form, and a test. */
export function AlarmMailsCard({ emailNotify }: { readonly emailNotify: boolean }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const settings = useQuery(queryOf(endpoints.notification.get));
  const test = useChange(endpoints.notification.test);
  const { data } = settings;

  function describeState(email: string | null, isOn: boolean): string {
    if (email === null) return t("alarmMails.noEmail");
    if (!emailNotify) return t("alarmMails.allOff");
    return isOn ? t("alarmMails.goTo", { email }) : t("alarmMails.off");
  }

  return (
    <section className="card" aria-label={t("alarmMails.title")}>
      <div className="card-head">
        <h2>{t("alarmMails.title")}</h2>
        <span className="note">{t("alarmMails.text")}</span>
      </div>
      {settings.isPending && <Skeleton width="100%" height="6rem" />}
      {settings.isError && <FailedState error={settings.error} onRetry={() => void settings.refetch()} />}
      {data !== undefined && (
        <ul className="personal-rows">
          <li>
            <div>
              <strong>{describeState(data.email, data.isOn)}</strong>
              {data.isOn && (
                <p className="note">
                  {[
                    t(`alarmMails.plantsOf.${data.plants}`),
                    t(`alarmMails.severities.${data.minSeverity}`),
                    t(`alarmMails.digests.${data.digest}`),
                    ...(data.quietFrom !== null && data.quietTo !== null
                      ? [
                          t("alarmMails.quietSpan", {
                            from: formatHour(data.quietFrom),
                            to: formatHour(data.quietTo),
                          }),
                        ]
                      : []),
                  ].join(" · ")}
                </p>
              )}
            </div>
            <button
              type="button"
              className="button"
              disabled={data.email === null || test.isPending}
              onClick={() => test.mutate({})}
            >
              {t("alarmMails.test")}
            </button>
            <button type="button" className="button" onClick={() => setIsEditing(true)}>
              {t("alarmMails.edit")}
            </button>
          </li>
        </ul>
      )}
      <Allowed to="alarm:read">
        <p className="personal-note">
          <Link to="/alarms/webhooks">{t("alarmMails.webhooks")}</Link>
        </p>
      </Allowed>
      {isEditing && data !== undefined && (
        <AlarmMailsDialog settings={data} onClose={() => setIsEditing(false)} />
      )}
    </section>
  );
}
