import { endpoints } from "virtual:endpoints";
import type { CustomerTypeRow } from "@heliograph/contract";
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
import { TypeDrawer } from "./type-drawer.tsx";
import { AddTypeDialog } from "./type-form.tsx";
import "./rights.css";

const typeTable = defineTable({ name: "types", endpoint: endpoints.customerType.list, pageSize: 50 });

function typeColumns(
  t: TFunction,
  tag: string,
  open: (row: CustomerTypeRow) => void,
): readonly Column<CustomerTypeRow>[] {
  const count = (
    key: "permissionCount" | "roleCount" | "accountCount",
    titleKey: "rights.permissions" | "rights.roles" | "rights.accounts",
  ): Column<CustomerTypeRow> => ({
    key,
    titleKey,
    align: "right",
    render: (row) => <span className="quantity">{formatNumber(row[key], tag, 0)}</span>,
  });
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
    { key: "builtIn", titleKey: "rights.madeBy", render: (row) => row.isBuiltIn && t("rights.builtIn") },
    count("permissionCount", "rights.permissions"),
    count("roleCount", "rights.roles"),
    count("accountCount", "rights.accounts"),
    { key: "remarks", titleKey: "rights.remarks", render: (row) => row.remarks },
  ];
}

/** Account types: each bounds what its roles may do (R6.1). */
export function TypesTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(typeTable);
  const [opened, setOpened] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(() => typeColumns(t, tag, (row) => setOpened(row.customerTypeId)), [t, tag]);
  return (
    <PageBody title={t("title.types")} text={t("rights.typesIntro")}>
      <DataTable
        table={table}
        title={t("title.types")}
        columns={columns}
        keyOf={(row) => row.customerTypeId}
        nameOf={(row) => row.name}
        actions={
          <Allowed to="customerType:edit">
            <button type="button" className="button" data-kind="primary" onClick={() => setIsAdding(true)}>
              <Icon name="plus" />
              {t("rights.addType")}
            </button>
          </Allowed>
        }
        blank={<Blank icon="lock" title={t("rights.noTypes")} />}
      />
      {opened !== undefined && <TypeDrawer customerTypeId={opened} onClose={() => setOpened(undefined)} />}
      {isAdding && <AddTypeDialog onClose={() => setIsAdding(false)} />}
    </PageBody>
  );
}
