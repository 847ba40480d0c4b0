import { endpoints } from "virtual:endpoints";
import type { AlarmLogRow, PageSize, QueryInputOf } from "@heliograph/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { formatNumber } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { toast } from "../../base/toast.ts";
import type { TableOf } from "../../ui/table/use-table.ts";
import { defineTable, useTable } from "../../ui/table/use-table.ts";

/** Entries of one export; each request reads one page by its cursor, so that late pages cost what early ones do. */
export const MAX_EXPORT_ROWS = 50_000;

export const alarmLogTable = defineTable({
  name: "alarmLog",
  endpoint: endpoints.alarm.log,
  pageSize: 50,
  filters: [
    "cursor",
    "stationId",
    "deviceId",
    "alarmId",
    "kind",
    "severity",
    "faultCode",
    "operation",
    "operator",
  ],
});

export type AlarmLogTable = TableOf<typeof alarmLogTable>;
type Query = QueryInputOf<typeof endpoints.alarm.log>;

/** The alarm log as a table. `fixed`: plant and period where they are the page's own. */
export function useAlarmLog(fixed: Partial<Query>): AlarmLogTable {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(alarmLogTable, fixed);
  const cursors = useRef<string[]>([]);
  const { search, filters } = table.state;

  async function read(page: number, pageSize: PageSize, signal: AbortSignal) {
    const cursor = page === 1 ? undefined : cursors.current[page];
    const given = Object.entries({ ...filters, search: search || undefined, cursor }).filter(
      ([, value]) => value !== undefined,
    );
    const query = { ...Object.fromEntries(given), pageSize, ...fixed } as Query;
    const response = await call(endpoints.alarm.log, { query, signal });
    if (response === undefined) throw new ApiError("");
    const { rows, next } = response.data;
    const count = (page - 1) * pageSize + rows.length;
    if (next !== null && count >= MAX_EXPORT_ROWS)
      toast("error", t("logs.alarm.exportLimit", { figure: formatNumber(MAX_EXPORT_ROWS, tag, 0) }));
    cursors.current[page + 1] = next ?? "";
    const isLast = next === null || count >= MAX_EXPORT_ROWS;
    return { rows: rows as readonly AlarmLogRow[], total: isLast ? count : MAX_EXPORT_ROWS };
  }

  return {
    ...table,
    // Every other change starts at the newest entries.
    set: (change) => table.set({ ...change, filters: { cursor: undefined, ...change.filters } }),
    read,
  };
}
