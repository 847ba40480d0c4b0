import type { AlarmRow } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { alarmName, unitName } from "../../shared/alarms/alarm-texts.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../shared/logs/moments.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { formatTotal } from "../../shared/ui/table/format-total.ts";
import type { TableModel } from "../../shared/ui/table/use-table.ts";
import { alarmColumns } from "./alarm-columns.tsx";
import { BatchButtons } from "./batch-buttons.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import { useBatch } from "./use-batch.ts";

interface AlarmListProps {
  readonly table: TableModel<AlarmRow>;
  readonly title: string;
  readonly exportName?: string;
  readonly filters?: ReactNode;
  readonly hasSearch?: boolean;
  /** The list has alarms of one kind only. */
  readonly isOneKind?: boolean;
  /** Set where all alarms are of one plant. */
  readonly plantZone?: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly emptyAction?: ReactNode;
}

/** Alarms with their batch actions (R3.13, R4.11). */
export function AlarmList(props: AlarmListProps) {
  const { table, title, exportName, filters, hasSearch = true, isOneKind = false, plantZone } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const canClear = useCan("alarm:clear") === true;
  const batch = useBatch();
  const columns = useMemo(() => {
    const hidden = [...(isOneKind ? ["kind" as const] : []), ...(plantZone ? ["stationName" as const] : [])];
    return alarmColumns({ t, tag, timeZone: plantZone ?? viewerZone, hidden });
  }, [t, tag, plantZone, isOneKind]);
  const { total, isTotalCapped = false } = table.list.data ?? {};
  return (
    <>
      <DataTable
        table={table}
        title={title}
        {...(total !== undefined && {
          note: t("alarms.found", { count: total, figure: formatTotal(total, isTotalCapped, tag) }),
        })}
        {...(hasSearch && { searchLabel: t("alarms.search"), searchTitle: t("alarms.searchIn") })}
        filters={filters}
        columns={columns}
        keyOf={(row) => row.alarmId}
        nameOf={(row) => `${unitName(row)}: ${alarmName(row.faultCode, t)}`}
        addressOf={(row) => `/alarms/${row.alarmId}`}
        isSelectable={canClear}
        selectionActions={(selection) => (
          <BatchButtons isBusy={batch.isBusy} onAct={(act) => void batch.run(act, selection)} />
        )}
        {...(exportName !== undefined && { exportName })}
        noMatchTitle={t("alarms.noMatch")}
        emptyState={
          <EmptyState icon="check" title={props.emptyTitle} text={props.emptyText}>
            {props.emptyAction}
          </EmptyState>
        }
      />
      {batch.outcome !== undefined && (
        <ResultDialog
          outcome={batch.outcome}
          onForce={(alarms) => void batch.force(alarms)}
          onClose={batch.close}
        />
      )}
    </>
  );
}
