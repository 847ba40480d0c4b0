import type { WebhookDelivery } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { describeResult } from "./webhook-texts.ts";

const variants: Readonly<Record<WebhookDelivery["state"], StatusVariant>> = {
  pending: "waiting",
  delivered: "done",
  dead: "fault",
};

export const canBeSentAgain = ({ state, isTest }: WebhookDelivery): boolean => state !== "pending" && !isTest;

export function deliveryColumns({
  t,
  tag,
  again,
}: {
  t: TFunction;
  tag: string;
  again: (row: WebhookDelivery) => void;
}): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: "createdAt",
      titleKey: "webhooks.deliveries.created",
      isHideable: false,
      render: ({ createdAt }) => formatMoment(createdAt, tag),
    },
    {
      key: "state",
      titleKey: "webhooks.deliveries.state",
      render: ({ state }) => (
        <StatusMark variant={variants[state]} text={t(`webhooks.deliveryState.${state}`)} />
      ),
    },
    {
      key: "eventCount",
      titleKey: "webhooks.deliveries.events",
      align: "right",
      render: ({ isTest, eventCount }) =>
        isTest ? t("webhooks.deliveries.isTest") : formatNumber(eventCount, tag, 0),
    },
    {
      key: "attempts",
      titleKey: "webhooks.deliveries.attempts",
      align: "right",
      render: ({ attempts }) => formatNumber(attempts, tag, 0),
    },
    {
      key: "result",
      titleKey: "webhooks.deliveries.result",
      render: (row) => describeResult(row, t) ?? <Missing />,
    },
    {
      key: "nextAttemptAt",
      titleKey: "webhooks.deliveries.next",
      render: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? <Missing /> : formatMoment(nextAttemptAt, tag),
    },
    {
      key: "again",
      titleKey: "webhooks.deliveries.again",
      isHideable: false,
      render: (row) =>
        canBeSentAgain(row) && (
          <button
            type="button"
            className="button"
            aria-label={`${t("webhooks.deliveries.again")}: ${t("webhooks.deliveries.name", { at: formatMoment(row.createdAt, tag) })}`}
            onClick={() => again(row)}
          >
            {t("webhooks.deliveries.again")}
          </button>
        ),
    },
  ];
}
