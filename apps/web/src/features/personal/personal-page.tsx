import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { AlarmMailsCard } from "./alarm-mails-card.tsx";
import { BrowserCard } from "./browser-card.tsx";
import { FactorsCard } from "./factors-card.tsx";
import { LogOffCard } from "./log-off-card.tsx";
import { OwnAccountCard } from "./own-account-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SessionCard } from "./session-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import "./personal.css";

/** What the server knows of the signed-in person, what this browser keeps, and the session (R2.11). */
export function PersonalPage() {
  const { t } = useTranslation();
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const info = useQuery({
    ...queryOf(endpoints.user.getUserInfo),
    enabled: !isAnonymous,
  });
  const user = info.data;
  return (
    <div className="personal">
      <h1>{t("title.personal")}</h1>
      {isAnonymous && (
        <div className="card">
          <EmptyState icon="person" title={t("personal.signedOut")} text={t("personal.signedOutText")}>
            <Link className="button" to="/login">
              {t("action.signIn")}
            </Link>
          </EmptyState>
        </div>
      )}
      {info.isError && user === undefined && (
        <FailedState error={info.error} onRetry={() => void info.refetch()} />
      )}
      {info.isPending && !isAnonymous && <Skeleton width="100%" height="24rem" />}
      {user !== undefined && (
        <>
          <ProfileCard user={user} />
          <OwnAccountCard user={user} />
          <AlarmMailsCard emailNotify={user.emailNotify} />
        </>
      )}
      <BrowserCard />
      {user !== undefined && (
        <>
          <SessionCard signedInAt={user.signedInAt} />
          <SessionsCard />
          <FactorsCard />
          <LogOffCard />
        </>
      )}
    </div>
  );
}
