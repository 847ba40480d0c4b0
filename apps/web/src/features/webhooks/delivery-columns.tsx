import type { WebhookDelivery } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { describeResult } from "./webhook-texts.ts";

type Shown = WebhookDelivery["state"] | "retrying" | "failed";

const variants: Readonly<Record<Shown, StatusVariant>> = {
  pending: "waiting",
  retrying: "warning",
  delivered: "done",
  dead: "fault",
  failed: "fault",
};

/** A test is not retried: it fails, and is no dead letter. */
function shownState({ state, attempts, isTest }: WebhookDelivery): Shown {
  if (state === "pending" && attempts > 0) return "retrying";
  return state === "dead" && isTest ? "failed" : state;
}

/** Not before its first attempt, and no test. */
export const canBeSentAgain = ({ state, attempts, isTest }: WebhookDelivery): boolean =>
  (state !== "pending" || attempts > 0) && !isTest;

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
      render: (row) => {
        const shown = shownState(row);
        return <StatusMark variant={variants[shown]} text={t(`webhooks.deliveryState.${shown}`)} />;
      },
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
      titleKey: "webhooks.deliveries.action",
      isHideable: false,
      render: (row) => {
        const text = t(`webhooks.deliveries.${row.state === "pending" ? "now" : "again"}`);
        const name = t("webhooks.deliveries.name", { at: formatMoment(row.createdAt, tag) });
        return (
          canBeSentAgain(row) && (
            <button
              type="button"
              className="button"
              aria-label={`${text}: ${name}`}
              onClick={() => again(row)}
            >
              {text}
            </button>
          )
        );
      },
    },
  ];
}
