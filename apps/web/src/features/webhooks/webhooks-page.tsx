import { endpoints } from "virtual:endpoints";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { ApiDocsLink } from "../../shared/ui/content/api-docs-link.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { NoWebhooks } from "./no-webhooks.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { webhookColumns } from "./webhook-columns.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import "./webhooks.css";

const webhookTable = defineTable({ name: "webhooks", endpoint: endpoints.webhook.list });

/** Addresses that the account has alarms sent to. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(webhookTable);
  const { data } = table.list;
  const isEmpty = data?.rows.length === 0;
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<{ name: string; secret: string }>();
  const columns = useMemo(() => webhookColumns(t, tag), [t, tag]);
  const addButton = (
    <button type="button" className="button" data-kind="primary" onClick={() => setIsAdding(true)}>
      <Icon name="plus" />
      {t("webhooks.add")}
    </button>
  );
  return (
    <PageBody
      title={t("frame.webhooks")}
      text={t("webhooks.intro")}
      actions={<ApiDocsLink part="webhooks" />}
    >
      {isEmpty ? (
        <NoWebhooks>{addButton}</NoWebhooks>
      ) : (
        <DataTable
          table={table}
          title={t("frame.webhooks")}
          columns={columns}
          keyOf={(row) => row.webhookId}
          nameOf={(row) => row.name}
          addressOf={(row) => `/alarms/webhooks/${row.webhookId}`}
          actions={addButton}
          emptyState={null}
        />
      )}
      {isAdding && (
        <WebhookForm
          onClose={() => setIsAdding(false)}
          onAdded={(created) => {
            setIsAdding(false);
            setAdded(created);
          }}
        />
      )}
      {added !== undefined && (
        <SecretDialog name={added.name} secret={added.secret} onClose={() => setAdded(undefined)} />
      )}
    </PageBody>
  );
}
