import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { formatMoment, viewerZone } from "../../shared/logs/moments.ts";
import { usePageLabel } from "../../shared/routing/cached-page.ts";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookState } from "./webhook-state.tsx";
import { describeCover } from "./webhook-texts.ts";
import "./webhooks.css";

/** One webhook: what it sends where, whether it succeeds, and its deliveries. */
export function WebhookPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { id } = useParams();
  const list = useQuery(queryOf(endpoints.webhook.list));
  const webhook = list.data?.rows.find(({ webhookId }) => webhookId === id);
  usePageLabel(webhook?.name);
  if (list.data !== undefined && webhook === undefined)
    return (
      <section className="card">
        <EmptyState icon="server" title={t("webhooks.missing")} text={t("webhooks.missingText")} />
      </section>
    );
  return (
    <PageBody
      title={webhook?.name ?? t("frame.webhooks")}
      here={webhook?.name ?? ""}
      crumbs={[{ text: t("frame.webhooks"), address: "/alarms/webhooks" }]}
      awaited={list}
      beside={webhook && <WebhookState webhook={webhook} />}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      {webhook !== undefined && (
        <>
          <section className="card" aria-label={t("webhooks.settings")}>
            <Facts>
              <Fact name={t("webhooks.column.address")}>
                <span className="webhook-address">{webhook.url}</span>
              </Fact>
              <Fact name={t("webhooks.column.covers")}>{describeCover(webhook, t)}</Fact>
              <Fact name={t("webhooks.column.lastSuccess")}>
                {webhook.lastSuccessAt === null ? (
                  t("webhooks.never")
                ) : (
                  <TimeAgo at={webhook.lastSuccessAt} timeZone={viewerZone} />
                )}
              </Fact>
              {webhook.failingSince !== null && (
                <Fact name={t("webhooks.failingSince")}>
                  {formatMoment(webhook.failingSince, tag)}
                  {webhook.state === "on" && (
                    <span className="webhook-note">{t("webhooks.failingText")}</span>
                  )}
                </Fact>
              )}
              {webhook.previousSecretUntil !== null && (
                <Fact name={t("webhooks.signing")}>
                  {t("webhooks.previousUntil", { at: formatMoment(webhook.previousSecretUntil, tag) })}
                </Fact>
              )}
            </Facts>
          </section>
          <DeliveryList webhook={webhook} />
        </>
      )}
    </PageBody>
  );
}
