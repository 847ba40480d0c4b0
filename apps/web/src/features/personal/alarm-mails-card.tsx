import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { formatHour } from "../../shared/base/format/times.ts";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { AlarmMailsDialog } from "./alarm-mails-dialog.tsx";

type Settings = DataOf<typeof endpoints.notification.get>;

/** What is set, each setting under the name that it has in the form. */
function AlarmMailFacts({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { plants, chosenPlants, minSeverity, digest, hasRecovery, quietFrom, quietTo, maxPerHour } = settings;
  const names = chosenPlants.map(({ stationName }) => stationName).join(", ");
  const hasQuiet = quietFrom !== null && quietTo !== null;
  return (
    <Facts>
      <Fact name={t("alarmMails.plants")}>
        {plants === "chosen" ? names : t(`alarmMails.plantsOf.${plants}`)}
      </Fact>
      <Fact name={t("alarmMails.minSeverity")}>{t(`alarmMails.severities.${minSeverity}`)}</Fact>
      <Fact name={t("alarmMails.digest")}>{t(`alarmMails.digests.${digest}`)}</Fact>
      <Fact name={t("alarmMails.ends")}>{t(hasRecovery ? "alarmMails.endsSent" : "alarmMails.endsNot")}</Fact>
      <Fact name={t("alarmMails.quiet")}>
        {hasQuiet ? `${formatHour(quietFrom)} – ${formatHour(quietTo)}` : t("alarmMails.quietNone")}
      </Fact>
      <Fact name={t("alarmMails.maxPerHour")}>{maxPerHour}</Fact>
    </Facts>
  );
}

/** Which alarms are mailed to the account: what is set, the form, and a test. */
export function AlarmMailsCard({ emailNotify }: { readonly emailNotify: boolean }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const settings = useQuery(queryOf(endpoints.notification.get));
  const test = useChange(endpoints.notification.test);
  const notify = useChange(endpoints.settings.updateMessageNotify);
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
              <StatusMark
                variant={data.isOn && emailNotify && data.email !== null ? "good" : "inactive"}
                text={describeState(data.email, data.isOn)}
              />
            </div>
            {!emailNotify && (
              <button
                type="button"
                className="button"
                disabled={notify.isPending}
                onClick={() => notify.mutate({ emailNotify: true })}
              >
                {t("alarmMails.turnOnAll")}
              </button>
            )}
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
      {data?.isOn && <AlarmMailFacts settings={data} />}
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
