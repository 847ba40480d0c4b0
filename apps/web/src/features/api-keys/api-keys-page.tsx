import { endpoints } from "virtual:endpoints";
import type { ApiKeyRow, DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { ApiDocsLink } from "../../shared/ui/content/api-docs-link.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { AddedKeyDialog } from "./added-key-dialog.tsx";
import { apiKeyColumns } from "./api-key-columns.tsx";
import { ApiKeyForm } from "./api-key-form.tsx";
import { MqttCard } from "./mqtt-card.tsx";

const apiKeyTable = defineTable({ name: "api-keys", endpoint: endpoints.apiKey.list });

/** Keys with which programs read the account's plants. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(apiKeyTable);
  const mqttUrl = useQuery(queryOf(endpoints.apiKey.mqtt)).data?.url ?? undefined;
  const { mutate: revoke } = useChange(endpoints.apiKey.revoke);
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<DataOf<typeof endpoints.apiKey.add>>();
  const columns = useMemo(() => {
    async function askRevoke({ apiKeyId, name }: ApiKeyRow): Promise<void> {
      const result = await askConfirm({
        title: t("apiKeys.revokeTitle", { name }),
        text: t("apiKeys.revokeText"),
        confirmText: t("apiKeys.revoke"),
        kind: "danger",
      });
      if (result === "confirm") revoke({ apiKeyId });
    }
    return apiKeyColumns(t, tag, (row) => void askRevoke(row));
  }, [t, tag, revoke]);
  return (
    <PageBody title={t("frame.apiKeys")} text={t("apiKeys.intro")} actions={<ApiDocsLink part="start" />}>
      <DataTable
        table={table}
        title={t("frame.apiKeys")}
        columns={columns}
        keyOf={(row) => row.apiKeyId}
        nameOf={(row) => row.name}
        actions={
          <button type="button" className="button" data-kind="primary" onClick={() => setIsAdding(true)}>
            <Icon name="plus" />
            {t("apiKeys.add")}
          </button>
        }
        emptyState={<EmptyState icon="lock" title={t("apiKeys.none")} text={t("apiKeys.noneText")} />}
      />
      {mqttUrl !== undefined && <MqttCard url={mqttUrl} />}
      {isAdding && (
        <ApiKeyForm
          isMqttOffered={mqttUrl !== undefined}
          onClose={() => setIsAdding(false)}
          onAdded={(created) => {
            setIsAdding(false);
            setAdded(created);
          }}
        />
      )}
      {added !== undefined && (
        <AddedKeyDialog added={added} mqttUrl={mqttUrl} onClose={() => setAdded(undefined)} />
      )}
    </PageBody>
  );
}
