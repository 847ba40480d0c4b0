import { endpoints } from "virtual:endpoints";
import type { CompanyDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { PageHead } from "../../shared/ui/layout/page/page-head.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { CompanyActions } from "./company-actions.tsx";
import "./company.css";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A company and what belongs to it (R2.12, R3.7): one's own, or the one the address names. */
export function CompanyPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const companyId = params.get("companyId");
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const company = useQuery({
    ...queryOf(endpoints.account.getCompany, companyId === null ? {} : { companyId }),
    enabled: !isAnonymous,
  });
  return (
    <div className="company">
      <PageHead
        title={company.data?.name ?? t("title.company")}
        {...(company.data !== undefined && { actions: <CompanyActions company={company.data} /> })}
      />
      <Content
        company={company.data}
        error={isAnonymous ? new ApiError("") : company.error}
        onRetry={() => void company.refetch()}
      />
    </div>
  );
}

interface ContentProps {
  readonly company: CompanyDetail | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function Content({ company, error, onRetry }: ContentProps) {
  const { t } = useTranslation();
  if (company !== undefined) return <CompanyCards company={company} />;
  if (error === null) return <Skeleton width="100%" height="32rem" />;
  const isHidden = error instanceof ApiError && [0, 400, 403, 404].includes(error.status);
  if (!isHidden) return <FailedState error={error} onRetry={onRetry} />;
  return (
    <div className="card">
      <EmptyState icon="company" title={t("company.missing")} text={t("company.missingText")} error={error}>
        <Link className="button" to="/home">
          {t("action.toHome")}
        </Link>
      </EmptyState>
    </div>
  );
}

function CompanyCards({ company }: { readonly company: CompanyDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const counts = [
    ["plants", company.plantCount],
    ["accounts", company.accountCount],
    ["companies", company.companyCount],
  ] as const;
  return (
    <>
      <dl className="company-counts">
        {counts.map(([name, count]) => (
          <div key={name} className="card">
            <dt>{t(`company.counts.${name}`)}</dt>
            <dd className="quantity">{formatNumber(count, tag, 0)}</dd>
          </div>
        ))}
      </dl>
      <section className="card" aria-label={t("company.profile")}>
        <div className="card-head">
          <h2>{t("company.profile")}</h2>
        </div>
        <Facts>
          <Fact name={t("company.name")}>{company.name}</Fact>
          <Fact name={t("company.address")}>{company.address}</Fact>
          <Fact name={t("company.upstream")}>{company.upstreamCompanyName}</Fact>
          <Fact name={t("company.contact")}>{company.contact}</Fact>
          <Fact name={t("company.contactPhone")}>{company.contactPhone}</Fact>
          <Fact name={t("company.contactEmail")}>{company.contactEmail}</Fact>
          <Fact name={t("company.administrator")}>
            {company.administratorName ?? t("company.noAdministrator")}
          </Fact>
          <Fact name={t("company.administratorPhone")}>{company.administratorPhone}</Fact>
          <Fact name={t("company.administratorAccount")}>{company.administratorAccount}</Fact>
          <Fact name={t("company.createdAt")}>
            {formatDateTime(Date.parse(company.createdAt), viewerZone, tag)}
          </Fact>
        </Facts>
        <Allowed to="account:read">
          <p className="company-links">
            <Link className="button" to="/account/list">
              {t("company.toAccounts")}
            </Link>
          </p>
        </Allowed>
      </section>
    </>
  );
}
