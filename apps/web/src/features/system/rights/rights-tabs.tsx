import { endpoints } from "virtual:endpoints";
import type { CustomerTypeRow, RoleRow } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { countColumn, RightsTable } from "./rights-table.tsx";
import { RoleDrawer } from "./role-drawer.tsx";
import { AddRoleDialog } from "./role-form.tsx";
import { TypeDrawer } from "./type-drawer.tsx";
import { AddTypeDialog } from "./type-form.tsx";

const roleTable = defineTable({ name: "roles", endpoint: endpoints.account.listRoles, pageSize: 50 });
const roleIdOf = (row: RoleRow): string => row.roleId;

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
      idOf={roleIdOf}
      renderOpened={(roleId, onClose) => <RoleDrawer roleId={roleId} onClose={onClose} />}
      addNeeds="role:edit"
      addText={t("rights.addRole")}
      AddDialog={AddRoleDialog}
      emptyText={t("rights.noRoles")}
    />
  );
}

const typeTable = defineTable({ name: "types", endpoint: endpoints.customerType.list, pageSize: 50 });
const typeIdOf = (row: CustomerTypeRow): string => row.customerTypeId;

/** Account types: each bounds what its roles may do (R6.1). */
export function TypesTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const columns = useMemo(
    (): readonly Column<CustomerTypeRow>[] => [
      {
        key: "builtIn",
        titleKey: "rights.madeBy",
        render: (row) => (row.isBuiltIn ? t("rights.builtIn") : <Missing />),
      },
      countColumn("permissionCount", "rights.permissions", tag),
      countColumn("roleCount", "rights.roles", tag),
    ],
    [t, tag],
  );
  return (
    <RightsTable
      table={useTable(typeTable)}
      title={t("title.types")}
      text={t("rights.typesIntro")}
      columns={columns}
      idOf={typeIdOf}
      renderOpened={(customerTypeId, onClose) => (
        <TypeDrawer customerTypeId={customerTypeId} onClose={onClose} />
      )}
      addNeeds="customerType:edit"
      addText={t("rights.addType")}
      AddDialog={AddTypeDialog}
      emptyText={t("rights.noTypes")}
    />
  );
}
