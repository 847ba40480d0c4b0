import type { RefusalRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { useTable } from "../../../shared/ui/table/use-table.ts";
import type { Window } from "./log-list.tsx";
import { refusalTable } from "./log-table.ts";

function formatActor({ actor, actorName }: RefusalRow, t: TFunction): string {
  if (actorName !== null) return actorName;
  return actor === "none" || actor === "anonymous" ? t(`logs.actor.${actor}`) : actor;
}

const refusalColumns = (t: TFunction, tag: string): readonly Column<RefusalRow>[] => [
  {
    key: "minute",
    titleKey: "logs.column.minute",
    isHideable: false,
    render: ({ minute }) => (
      <time className="quantity" dateTime={minute}>
        {formatDateTime(Date.parse(minute), viewerZone, tag)}
      </time>
    ),
    exportValue: ({ minute }) => minute,
  },
  {
    key: "actor",
    titleKey: "logs.column.actor",
    render: (row) => formatActor(row, t),
    exportValue: (row) => formatActor(row, t),
  },
  {
    key: "endpoint",
    titleKey: "logs.column.endpoint",
    render: ({ endpoint }) => <code className="log-value">{endpoint}</code>,
    exportValue: ({ endpoint }) => endpoint,
  },
  {
    key: "total",
    titleKey: "logs.column.total",
    align: "right",
    render: ({ total }) => total,
    exportValue: ({ total }) => total,
  },
];

/** Denied requests, counted: one row each would let an attacker fill the log. */
export function RefusalList({ window }: { readonly window: Window }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(refusalTable, window);
  const columns = useMemo(() => refusalColumns(t, tag), [t, tag]);
  return (
    <DataTable
      table={table}
      title={t("logs.kind.refusals")}
      searchLabel={t("logs.searchRefusals")}
      columns={columns}
      keyOf={(row) => [row.minute, row.actor, row.endpoint].join(" ")}
      nameOf={(row) => row.endpoint}
      exportName={t("logs.kind.refusals")}
      noMatchTitle={t("logs.noMatch")}
      emptyState={<EmptyState icon="check" title={t("logs.none")} text={t("logs.noneText")} />}
    />
  );
}
