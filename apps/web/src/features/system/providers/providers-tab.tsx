import { endpoints } from "virtual:endpoints";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { nameOfProvider, providerColumns } from "./provider-columns.tsx";
import type { Edited } from "./provider-form.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { useProviderActions } from "./use-provider-actions.ts";
import "./providers-tab.css";

const providerTable = defineTable({ name: "providers", endpoint: endpoints.provider.list });

/** Service contacts by country or region, in the order people see them (R1.11, R3.16). */
export function ProvidersTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(providerTable);
  const [edited, setEdited] = useState<Edited>();
  const rows = table.list.data?.rows;
  const { said, move, remove } = useProviderActions(rows);
  const columns = useMemo(
    () =>
      providerColumns({ t, tag, count: rows?.length ?? 0, move, remove, edit: (row) => setEdited({ row }) }),
    [t, tag, rows?.length, move, remove],
  );
  return (
    <PageBody title={t("title.providers")} text={t("providers.intro")}>
      <DataTable
        table={table}
        title={t("providers.list")}
        note={rows === undefined ? undefined : t("providers.count", { count: rows.length })}
        columns={columns}
        keyOf={(row) => row.providerId}
        nameOf={(row) => nameOfProvider(row, tag)}
        actions={
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => setEdited({ row: undefined })}
          >
            <Icon name="plus" />
            {t("providers.add")}
          </button>
        }
        emptyState={<EmptyState icon="mail" title={t("providers.none")} text={t("providers.noneText")} />}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {edited !== undefined && <ProviderForm edited={edited} onClose={() => setEdited(undefined)} />}
    </PageBody>
  );
}
