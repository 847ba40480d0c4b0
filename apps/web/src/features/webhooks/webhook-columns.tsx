import type { WebhookRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { viewerZone } from "../../shared/logs/moments.ts";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { WebhookState } from "./webhook-state.tsx";
import { describeCover } from "./webhook-texts.ts";

export function webhookColumns(t: TFunction, tag: string): readonly Column<WebhookRow>[] {
  return [
    {
      key: "name",
      titleKey: "webhooks.column.name",
      isOpener: true,
      isHideable: false,
      isTruncated: true,
      render: ({ name }) => name,
    },
    { key: "state", titleKey: "webhooks.column.state", render: (row) => <WebhookState webhook={row} /> },
    {
      key: "url",
      titleKey: "webhooks.column.address",
      isTruncated: true,
      render: ({ url }) => url,
    },
    {
      key: "covers",
      titleKey: "webhooks.column.covers",
      isWrapped: true,
      render: (row) => describeCover(row, t),
    },
    {
      key: "pendingCount",
      titleKey: "webhooks.column.pending",
      align: "right",
      render: ({ pendingCount }) => formatNumber(pendingCount, tag, 0),
    },
    {
      key: "deadCount",
      titleKey: "webhooks.column.dead",
      align: "right",
      render: ({ deadCount }) => formatNumber(deadCount, tag, 0),
    },
    {
      key: "lastSuccessAt",
      titleKey: "webhooks.column.lastSuccess",
      render: ({ lastSuccessAt }) => <TimeAgo at={lastSuccessAt} timeZone={viewerZone} />,
    },
  ];
}
