import { endpoints } from "virtual:endpoints";
import type { CompanyNode } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";

const PAGE_SIZE = 100;

interface BranchProps {
  readonly company: CompanyNode;
  readonly isOpenFirst?: boolean;
  readonly onAdd: (upstream: CompanyNode) => void;
}

/** A company of the tree; those below it are read when it is opened. */
export function CompanyBranch({ company, isOpenFirst = false, onAdd }: BranchProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const { companyId, name, companyCount } = company;
  return (
    <li>
      <div className="company-row">
        {companyCount > 0 ? (
          <IconButton
            icon={isOpen ? "down" : "right"}
            label={t("companies.below", { name })}
            isQuiet
            className="company-opener"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        ) : (
          <span className="company-opener" />
        )}
        <CompanyLine company={company} />
        <Allowed to="company:add">
          <IconButton
            icon="plus"
            label={t("companies.addUnder", { name })}
            isQuiet
            onClick={() => onAdd(company)}
          />
        </Allowed>
      </div>
      {isOpen && companyCount > 0 && <Below companyId={companyId} onAdd={onAdd} />}
    </li>
  );
}

function Below({ companyId, onAdd }: { readonly companyId: string; readonly onAdd: BranchProps["onAdd"] }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState(1);
  return (
    <ul className="company-tree">
      {Array.from({ length: pages }, (_, index) => (
        <LevelPage
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the page's number
          key={index}
          query={{ upstreamCompanyId: companyId, page: index + 1 }}
          onAdd={onAdd}
          {...(index === pages - 1 && { onMore: () => setPages(pages + 1), moreText: t("companies.more") })}
        />
      ))}
    </ul>
  );
}

interface LevelProps {
  readonly query: { readonly upstreamCompanyId: string; readonly page: number };
  readonly onAdd: BranchProps["onAdd"];
  readonly onMore?: () => void;
  readonly moreText?: string;
}

function LevelPage({ query, onAdd, onMore, moreText }: LevelProps) {
  const level = useQuery(queryOf(endpoints.company.tree, { ...query, pageSize: PAGE_SIZE }));
  if (level.data === undefined)
    return (
      <li>
        <Skeleton width="24rem" height="2rem" />
      </li>
    );
  const hasMore = level.data.total > query.page * PAGE_SIZE;
  return (
    <>
      {level.data.rows.map((company) => (
        <CompanyBranch key={company.companyId} company={company} onAdd={onAdd} />
      ))}
      {hasMore && onMore !== undefined && (
        <li>
          <button type="button" className="button" onClick={onMore}>
            {moreText}
          </button>
        </li>
      )}
    </>
  );
}

/** Name and counts of a company; where it is found by a search, the way to it. */
export function CompanyLine({ company, hasPath = false }: { company: CompanyNode; hasPath?: boolean }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { companyId, name, path, administratorName, accountCount, plantCount } = company;
  const figure = (count: number) => formatNumber(count, tag, 0);
  return (
    <span className="company-line">
      <Link to={`/company-detail?companyId=${companyId}`}>{name}</Link>
      {hasPath && path.length > 0 && <small>{path.join(" › ")}</small>}
      {administratorName !== null && <small>{administratorName}</small>}
      <small className="quantity">
        {t("companies.counts", { accounts: figure(accountCount), plants: figure(plantCount) })}
      </small>
    </span>
  );
}
