import { endpoints } from "virtual:endpoints";
import type { WebhookDelivery, WebhookRow } from "@heliograph/contract";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { ZoneNote } from "../../shared/logs/zone-note.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";

/** The job sends deliveries while the page is open. */
const REFRESH_MS = 10_000;

const deliveryTable = defineTable({
  name: "webhook-deliveries",
  endpoint: endpoints.webhook.deliveries,
  order: "desc",
  filters: ["state"],
});

/** The latest deliveries of a webhook and its dead letters, which can be delivered again. */
export function DeliveryList({ webhook: { webhookId, deadCount } }: { readonly webhook: WebhookRow }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(deliveryTable, { webhookId });
  const { mutate } = useChange(endpoints.webhook.redeliver);
  const columns = useMemo(() => {
    const again = ({ deliveryId }: WebhookDelivery) => mutate({ webhookId, deliveryIds: [deliveryId] });
    return deliveryColumns({ t, tag, again });
  }, [t, tag, mutate, webhookId]);
  useEffect(() => {
    const timer = setInterval(() => {
      for (const { path } of [endpoints.webhook.list, endpoints.webhook.deliveries]) void dropPath(path);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  async function sendAllAgain(): Promise<void> {
    const result = await askConfirm({
      title: t("webhooks.deliveries.allTitle"),
      text: t("webhooks.deliveries.allText", { count: deadCount }),
      confirmText: t("webhooks.deliveries.again"),
    });
    if (result === "confirm") mutate({ webhookId });
  }

  return (
    <DataTable
      table={table}
      title={t("webhooks.deliveries.title")}
      note={<ZoneNote />}
      columns={columns}
      keyOf={(row) => row.deliveryId}
      nameOf={(row) => t("webhooks.deliveries.name", { at: formatMoment(row.createdAt, tag) })}
      filters={
        <ValueFilter
          table={table}
          name="state"
          label={t("webhooks.deliveries.state")}
          textOf={(state) => t(`webhooks.deliveryState.${state}`)}
          allText={t("webhooks.deliveries.all")}
        />
      }
      actions={
        deadCount > 0 && (
          <button type="button" className="button" onClick={() => void sendAllAgain()}>
            {t("webhooks.deliveries.allAgain")}
          </button>
        )
      }
      noMatchTitle={t("webhooks.deliveries.noMatch")}
      emptyState={
        <EmptyState
          icon="server"
          title={t("webhooks.deliveries.none")}
          text={t("webhooks.deliveries.noneText")}
        />
      }
    />
  );
}
