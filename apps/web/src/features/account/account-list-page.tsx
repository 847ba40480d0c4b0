import { endpoints } from "virtual:endpoints";
import type { AccountRow, Relation } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { Allowed, useCan } from "../../shared/auth/allowed.tsx";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import { accountColumns } from "./account-columns.tsx";
import { AccountDrawer } from "./account-drawer.tsx";
import { AddAccountDialog } from "./account-form.tsx";
import { accountList } from "./account-list.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import "./account.css";

const relations: readonly Relation[] = ["colleague", "customer"];

/** Colleagues and customers: accounts of the own company and of its subsidiaries (R2.10, R3.6). */
export function AccountListPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [params] = useSearchParams();
  const relation = params.get("relation") === "customer" ? "customer" : "colleague";
  const table = useTable(accountList, { relation });
  const canReadCompanies = useCan("company:read") === true;
  const [opened, setOpened] = useState<string>();
  const [adding, setAdding] = useState<"account" | "invitation">();
  const own = useQuery(queryOf(endpoints.user.getUserInfo));
  const open = useCallback((row: AccountRow) => setOpened(row.accountId), []);
  const columns = useMemo(
    () => accountColumns(t, tag, canReadCompanies, open),
    [t, tag, canReadCompanies, open],
  );
  const Adding = adding === "invitation" ? InviteDialog : AddAccountDialog;
  const total = table.list.data?.total;
  return (
    <PageBody title={t("title.accounts")}>
      <nav className="relations" aria-label={t("accounts.relation")}>
        {relations.map((each) => (
          <Link
            key={each}
            to={each === "colleague" ? "/account/list" : `/account/list?relation=${each}`}
            {...(each === relation && { "aria-current": "page" })}
          >
            {t(`accounts.tabs.${each}`)}
          </Link>
        ))}
      </nav>
      <DataTable
        table={table}
        title={t(`accounts.tabs.${relation}`)}
        {...(total !== undefined && {
          note: t("accounts.found", { count: total }),
        })}
        searchLabel={t("accounts.search")}
        filters={
          <ValueFilter
            table={table}
            name="status"
            label={t("accounts.status")}
            textOf={(status) => t(`accounts.statuses.${status}`)}
          />
        }
        columns={columns}
        actions={
          <Allowed to="account:add">
            <button
              type="button"
              className="button"
              disabled={own.data === undefined}
              onClick={() => setAdding("invitation")}
            >
              {t("accounts.invite")}
            </button>
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={own.data === undefined}
              onClick={() => setAdding("account")}
            >
              <Icon name="plus" />
              {t(`accounts.addButton.${relation}`)}
            </button>
          </Allowed>
        }
        keyOf={(row) => row.accountId}
        nameOf={(row) => row.userName}
        noMatchTitle={t("accounts.noMatch")}
        emptyState={
          <EmptyState
            icon="person"
            title={t(`accounts.none.${relation}`)}
            text={t(`accounts.noneText.${relation}`)}
          />
        }
      />
      {opened !== undefined && <AccountDrawer accountId={opened} onClose={() => setOpened(undefined)} />}
      {adding !== undefined && own.data !== undefined && (
        <Adding relation={relation} ownCompanyId={own.data.companyId} onClose={() => setAdding(undefined)} />
      )}
    </PageBody>
  );
}
