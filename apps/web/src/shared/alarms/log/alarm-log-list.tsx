import type { AlarmLogRow } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { viewerZone } from "../../logs/moments.ts";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { unitName } from "../alarm-texts.ts";
import { alarmLogColumns } from "./alarm-log-columns.tsx";
import { AlarmLogDrawer } from "./alarm-log-drawer.tsx";
import { AlarmLogFilters } from "./alarm-log-filters.tsx";
import { operationText } from "./alarm-log-texts.ts";
import { CursorPager } from "./cursor-pager.tsx";
import { MAX_EXPORT_ROWS, useAlarmLog } from "./use-alarm-log.ts";
import "../../logs/logs.css";

interface AlarmLogListProps {
  /** Parameters that are the page's own. */
  readonly fixed: { readonly stationId?: string; readonly fromAt?: string; readonly toAt?: string };
  /** Set where all entries are of one plant. */
  readonly plantZone?: string;
  /** The page's own filters, such as a period. */
  readonly filters?: ReactNode;
  readonly exportName: string;
}

/** Each change of each alarm, the newest first (R3.14). Needs the texts' parts `faults` and `logs`. */
export function AlarmLogList({ fixed, plantZone, filters, exportName }: AlarmLogListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useAlarmLog(fixed);
  const [open, setOpen] = useState<AlarmLogRow>();
  const isOfPlant = plantZone !== undefined;
  const timeZone = plantZone ?? viewerZone;
  const columns = useMemo(
    () => alarmLogColumns({ t, tag, timeZone, isOfPlant }),
    [t, tag, timeZone, isOfPlant],
  );
  return (
    <>
      <DataTable
        table={table}
        title={t("title.alarmLog")}
        searchLabel={t("logs.alarm.search")}
        searchTitle={t("logs.alarm.searchIn")}
        filters={
          <>
            <AlarmLogFilters table={table} isOfPlant={isOfPlant} />
            {filters}
          </>
        }
        columns={columns}
        keyOf={(row) => row.entryId}
        nameOf={(row) => `${unitName(row)}: ${operationText(row.operation, t)}`}
        onOpen={setOpen}
        exportName={exportName}
        exportText={t("logs.alarm.exportText", { figure: formatNumber(MAX_EXPORT_ROWS, tag, 0) })}
        exportColumns={columns}
        pager={<CursorPager table={table} />}
        noMatchTitle={t("logs.noMatch")}
        emptyState={<EmptyState icon="book" title={t("logs.none")} text={t("logs.alarm.noneText")} />}
      />
      {open !== undefined && (
        <AlarmLogDrawer
          row={open}
          timeZone={timeZone}
          onNarrow={(narrow) => {
            setOpen(undefined);
            table.set({ filters: narrow });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
