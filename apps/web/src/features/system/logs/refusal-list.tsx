import type { RefusalRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../shared/format/times.ts";
import { useLocale } from "../../../shared/i18n/i18n.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import { Blank } from "../../../shared/ui/blank.tsx";
import type { Column } from "../../../shared/ui/data-table/column.ts";
import { DataTable } from "../../../shared/ui/data-table/data-table.tsx";
import { useTable } from "../../../shared/ui/data-table/use-table.ts";
import type { Window } from "./log-list.tsx";
import { refusalTable } from "./log-table.ts";

function sayActor({ actor, actorName }: RefusalRow, t: TFunction): string {
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
    render: (row) => sayActor(row, t),
    exportValue: (row) => sayActor(row, t),
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

/** Refused calls, counted: rows of their own would let a stranger fill the log. */
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
      noneFits={t("logs.noneFit")}
      blank={<Blank icon="check" title={t("logs.none")} text={t("logs.noneText")} />}
    />
  );
}
