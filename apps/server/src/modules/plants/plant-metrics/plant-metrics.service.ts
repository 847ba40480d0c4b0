import type { StationRow } from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { PlantOverview } from "../plant-overview/plant-overview.service.ts";
import type { PlantMetric } from "./metric-text.ts";
import { formatMetrics } from "./metric-text.ts";

const PAGE_SIZE = 200;

const toSeconds = (at: string | null): number | null => (at === null ? null : Date.parse(at) / 1_000);
const toWh = (kwh: number | null): number | null => (kwh === null ? null : kwh * 1_000);

/** What is exported of each plant; a value that is unknown or hidden from the caller has no line. */
const METRICS: readonly PlantMetric<StationRow>[] = [
  { name: "power_watts", help: "Power now", read: (row) => row.powerW },
  { name: "capacity_watts", help: "Installed capacity", read: (row) => row.installedCapacityKwp * 1_000 },
  { name: "energy_today_watt_hours", help: "Energy today", read: (row) => toWh(row.energyTodayKwh) },
  { name: "energy_month_watt_hours", help: "Energy this month", read: (row) => toWh(row.energyMonthKwh) },
  { name: "energy_year_watt_hours", help: "Energy this year", read: (row) => toWh(row.energyYearKwh) },
  { name: "energy_watt_hours", help: "Energy in all", read: (row) => toWh(row.energyTotalKwh) },
  { name: "open_alarms", help: "Unresolved alarms", read: (row) => row.openAlarms },
  {
    name: "last_report_timestamp_seconds",
    help: "Time of the last report of a gateway",
    read: (row) => toSeconds(row.updatedAt),
  },
];

/** Current values of plants for Prometheus. */
export function createPlantMetrics({ overview }: { overview: Pick<PlantOverview, "list"> }) {
  async function listRows(scope: Scope): Promise<StationRow[]> {
    const rows: StationRow[] = [];
    for (let page = 1; ; page++) {
      const found = await overview.list(scope, { page, pageSize: PAGE_SIZE, sort: "number", order: "asc" });
      rows.push(...found.rows.map(({ row }) => row));
      if (found.rows.length < PAGE_SIZE) return rows;
    }
  }

  return {
    async read(scope: Scope): Promise<FileResponse> {
      const plants = (await listRows(scope)).map((row) => ({
        labels: { station_id: row.stationId, name: row.name },
        row,
      }));
      const text = formatMetrics(plants, { metrics: METRICS, statuses: plantStatus.options });
      return {
        content: Buffer.from(text),
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        fileName: "metrics.txt",
      };
    },
  };
}

export type PlantMetrics = ReturnType<typeof createPlantMetrics>;
