import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { sessionStore } from "../../shared/api/api.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { Fact, Facts } from "../../shared/ui/facts.tsx";
import { BrowserCard } from "./browser-card.tsx";
import { FactorsCard } from "./factors-card.tsx";
import { LogOffCard } from "./log-off-card.tsx";
import { SessionCard } from "./session-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import "./personal.css";

/** What the server knows of the signed-in person, what this browser keeps, and the session (R2.11). */
export function PersonalPage() {
  const { t } = useTranslation();
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const info = useQuery({
    ...queryOf(endpoints.user.getUserInfo, undefined, { isQuiet: true }),
    enabled: !isAnonymous,
  });
  const user = info.data;
  return (
    <div className="personal">
      <h1>{t("title.personal")}</h1>
      {isAnonymous && (
        <div className="card">
          <Blank icon="person" title={t("personal.nobody")} text={t("personal.nobodyText")}>
            <Link className="button" to="/login">
              {t("action.signIn")}
            </Link>
          </Blank>
        </div>
      )}
      {info.isError && user === undefined && <FailedBlank onRetry={() => void info.refetch()} />}
      {info.isPending && !isAnonymous && <Skeleton width="100%" height="24rem" />}
      {user !== undefined && (
        <section className="card" aria-label={t("personal.profile")}>
          <div className="card-head">
            <h2>{t("personal.profile")}</h2>
          </div>
          <Facts>
            <Fact name={t("accounts.userName")}>{user.userName}</Fact>
            <Fact name={t("accounts.nickname")}>{user.nickname}</Fact>
            <Fact name={t("personal.salutation")}>
              {user.salutation && t(`personal.salutations.${user.salutation}`)}
            </Fact>
            <Fact name={t("accounts.email")}>{user.email}</Fact>
            <Fact name={t("accounts.phone")}>{user.phone}</Fact>
            <Fact name={t("accounts.contact")}>{user.contact}</Fact>
            <Fact name={t("accounts.companyName")}>
              <Link to="/company-detail">{user.companyName}</Link>
            </Fact>
            <Fact name={t("accounts.customerTypeName")}>{user.customerTypeName}</Fact>
            <Fact name={t("accounts.roleName")}>{user.roleName}</Fact>
            <Fact name={t("accounts.supervisorName")}>{user.supervisorName}</Fact>
            <Fact name={t("personal.emailNotify")}>
              {user.emailNotify ? t("personal.on") : t("personal.off")}
            </Fact>
          </Facts>
        </section>
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
