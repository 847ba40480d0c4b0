import { endpoints } from "virtual:endpoints";
import type { CompanyNode } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { findListSchema } from "../../shared/ui/table/list-schema.ts";
import { SearchBox } from "../../shared/ui/table/search-box.tsx";
import { CompanyBranch, CompanyLine } from "./company-branch.tsx";
import { AddCompanyDialog } from "./company-form.tsx";
import "./company.css";

const MAX_RESULTS = 100;

/** The own company and all below it as a tree, opened level by level; a search finds them anywhere. */
export function CompaniesPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [upstream, setUpstream] = useState<CompanyNode>();
  const { data, error, isError, refetch } = useQueryWithPrevious(
    queryOf(endpoints.company.tree, search === "" ? {} : { search, pageSize: MAX_RESULTS }),
  );
  return (
    <PageBody title={t("title.companies")} text={t("companies.intro")}>
      <section className="card" aria-label={t("title.companies")}>
        <div className="card-head">
          <h2>{t("companies.tree")}</h2>
          <div className="company-tools">
            <SearchBox
              label={t("companies.search")}
              maxLength={findListSchema(endpoints.company.tree)?.maxSearchLength}
              value={search}
              onChange={setSearch}
            />
          </div>
        </div>
        {data === undefined && !isError && <Skeleton width="100%" height="16rem" />}
        {data === undefined && isError && <FailedState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && search !== "" && <Found rows={data.rows} total={data.total} />}
        {data !== undefined && search === "" && (
          <ul className="company-tree" data-root="true">
            {data.rows.map((company) => (
              <CompanyBranch key={company.companyId} company={company} isOpenFirst onAdd={setUpstream} />
            ))}
          </ul>
        )}
      </section>
      {upstream !== undefined && (
        <AddCompanyDialog upstream={upstream} onClose={() => setUpstream(undefined)} />
      )}
    </PageBody>
  );
}

function Found({ rows, total }: { readonly rows: readonly CompanyNode[]; readonly total: number }) {
  const { t } = useTranslation();
  if (rows.length === 0)
    return <EmptyState icon="search" title={t("companies.noMatch")} text={t("companies.noMatchText")} />;
  return (
    <ul className="company-tree" data-root="true">
      {rows.map((company) => (
        <li key={company.companyId} className="company-row">
          <CompanyLine company={company} hasPath />
        </li>
      ))}
      {total > rows.length && (
        <li className="hint">{t("companies.narrow", { count: total - rows.length })}</li>
      )}
    </ul>
  );
}
