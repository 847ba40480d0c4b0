import type { endpoints } from "virtual:endpoints";
import type { PlantStatus, QueryInputOf } from "@heliograph/contract";

export type { PlantStatus };
export type StationSort = NonNullable<QueryInputOf<typeof endpoints.station.list>["sort"]>;

// The compiler holds both lists complete: each key of the contract must be here, and no other.
const sorts: Record<StationSort, true> = {
  number: true,
  status: true,
  name: true,
  powerW: true,
  efficiency: true,
  energyTodayKwh: true,
  energyMonthKwh: true,
  energyYearKwh: true,
  energyTotalKwh: true,
  installedCapacityKwp: true,
  createdAt: true,
  updatedAt: true,
};
const statuses: Record<PlantStatus, true> = {
  normal: true,
  warning: true,
  alarm: true,
  fault: true,
  offline: true,
  "shut-down": true,
};

export const stationSorts = Object.keys(sorts) as readonly StationSort[];
export const plantStatuses = Object.keys(statuses) as readonly PlantStatus[];
