import { endpoints } from "virtual:endpoints";
import type { DeviceStatus, DeviceType } from "@heliograph/contract";
import { defineTable } from "../../shared/ui/data-table/use-table.ts";

export const types: readonly DeviceType[] = ["DCON", "SCON", "MCON", "OPT", "RSD"];
export const statuses: readonly (DeviceStatus | "online")[] = [
  "online",
  "normal",
  "warning",
  "alarm",
  "fault",
  "offline",
];

const isId = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const isVersion = (value: string): boolean => value.length <= 60;

/** Devices of all plants (R2.8). */
export const dataList = defineTable({
  name: "data",
  endpoint: endpoints.device.list,
  sorts: [
    "sn",
    "alias",
    "type",
    "model",
    "status",
    "stationName",
    "companyName",
    "slotLabel",
    "softwareVersion",
    "powerW",
    "inputVoltageV",
    "inputCurrentA",
    "outputVoltageV",
    "outputCurrentA",
    "temperatureC",
    "generationWh",
    "signalDbm",
    "onlineAt",
    "updatedAt",
  ],
  pageSize: 50,
  filters: {
    type: types,
    status: statuses,
    stationId: isId,
    companyId: isId,
    softwareVersion: isVersion,
  },
});
