import { endpoints } from "virtual:endpoints";
import type { RoleRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/format/numbers.ts";
import { useLocale } from "../../../shared/i18n/i18n.ts";
import { Allowed } from "../../../shared/session/allowed.tsx";
import { Blank } from "../../../shared/ui/blank.tsx";
import type { Column } from "../../../shared/ui/data-table/column.ts";
import { DataTable } from "../../../shared/ui/data-table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/data-table/use-table.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { PageBody } from "../../../shared/ui/page/page-body.tsx";
import { RoleDrawer } from "./role-drawer.tsx";
import { AddRoleDialog } from "./role-form.tsx";

const roleTable = defineTable({ name: "roles", endpoint: endpoints.account.listRoles, pageSize: 50 });

interface ColumnInput {
  readonly t: TFunction;
  readonly tag: string;
  readonly open: (row: RoleRow) => void;
}

function roleColumns({ t, tag, open }: ColumnInput): readonly Column<RoleRow>[] {
  return [
    {
      key: "name",
      titleKey: "rights.name",
      isHideable: false,
      render: (row) => (
        <button type="button" className="link-button" onClick={() => open(row)}>
          {row.name}
        </button>
      ),
    },
    { key: "type", titleKey: "rights.type", render: (row) => row.customerTypeName },
    { key: "company", titleKey: "rights.madeBy", render: (row) => row.companyName ?? t("rights.builtIn") },
    {
      key: "accounts",
      titleKey: "rights.accounts",
      align: "right",
      render: (row) => <span className="quantity">{formatNumber(row.accountCount, tag, 0)}</span>,
    },
    { key: "remarks", titleKey: "rights.remarks", render: (row) => row.remarks },
  ];
}

/** Roles that can be given: built-in ones, and those of the own company, above and below (R6.1). */
export function RolesTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(roleTable);
  const [opened, setOpened] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(() => roleColumns({ t, tag, open: (row) => setOpened(row.roleId) }), [t, tag]);
  return (
    <PageBody title={t("title.roles")} text={t("rights.rolesIntro")}>
      <DataTable
        table={table}
        title={t("title.roles")}
        searchLabel={t("rights.search")}
        columns={columns}
        keyOf={(row) => row.roleId}
        nameOf={(row) => row.name}
        actions={
          <Allowed to="role:edit">
            <button type="button" className="button" data-kind="primary" onClick={() => setIsAdding(true)}>
              <Icon name="plus" />
              {t("rights.addRole")}
            </button>
          </Allowed>
        }
        blank={<Blank icon="lock" title={t("rights.noRoles")} />}
      />
      {opened !== undefined && <RoleDrawer roleId={opened} onClose={() => setOpened(undefined)} />}
      {isAdding && <AddRoleDialog onClose={() => setIsAdding(false)} />}
    </PageBody>
  );
}
