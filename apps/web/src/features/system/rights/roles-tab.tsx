import { endpoints } from "virtual:endpoints";
import type { RoleRow } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../shared/ui/table/column.ts";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { RightsTable } from "./rights-table.tsx";
import { RoleDrawer } from "./role-drawer.tsx";
import { AddRoleDialog } from "./role-form.tsx";

const roleTable = defineTable({ name: "roles", endpoint: endpoints.account.listRoles, pageSize: 50 });
const idOf = (row: RoleRow): string => row.roleId;

/** Roles that can be given: built-in ones, and those of the own company, above and below (R6.1). */
export function RolesTab() {
  const { t } = useTranslation();
  const columns = useMemo(
    (): readonly Column<RoleRow>[] => [
      { key: "type", titleKey: "rights.type", render: (row) => row.customerTypeName },
      { key: "company", titleKey: "rights.madeBy", render: (row) => row.companyName ?? t("rights.builtIn") },
    ],
    [t],
  );
  return (
    <RightsTable
      table={useTable(roleTable)}
      title={t("title.roles")}
      text={t("rights.rolesIntro")}
      searchLabel={t("rights.search")}
      columns={columns}
      idOf={idOf}
      renderOpened={(roleId, onClose) => <RoleDrawer roleId={roleId} onClose={onClose} />}
      addNeeds="role:edit"
      addText={t("rights.addRole")}
      AddDialog={AddRoleDialog}
      emptyText={t("rights.noRoles")}
    />
  );
}
