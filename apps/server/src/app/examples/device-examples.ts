import { endpoints } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { nothing } from "./example.ts";

const { device, deviceImport, devicePage, deviceMoves, parameters, command, commissioning } = endpoints;

export const createDeviceExamples = (values: ExampleValues): ExampleEntry[] => [
  [
    device.register,
    () => ({
      body: {
        rows: [
          {
            sn: values.sn(),
            type: "OPT",
            model: "X",
            registrationCode: values.registrationCode(),
          },
        ],
      },
    }),
  ],
  [device.add, () => ({ body: { stationId: "", sn: "UNKNOWN-1", registrationCode: "AAAAAAAAAAAAAAAA" } })],
  [device.list, () => ({ query: { stationId: "", companyId: "" } })],
  [device.choices, nothing],
  [device.get, () => ({ query: { deviceId: "" } })],
  [
    deviceImport.read,
    () => ({ query: { kind: "plant", fileName: "devices.csv", stationId: "" }, file: "SN\nD-1\n" }),
  ],
  [
    deviceImport.toPlant,
    () => ({
      body: { stationId: "", importId: "", columns: ["sn", "registrationCode"], mode: "check" },
    }),
  ],
  [
    deviceImport.toRegister,
    () => ({
      body: { importId: "", columns: ["sn", "registrationCode", "type", "model"], mode: "check" },
    }),
  ],
  [deviceImport.columns, () => ({ body: { importId: "", columns: ["sn", "registrationCode"] } })],
  [
    deviceImport.edit,
    () => ({ body: { importId: "", edits: [{ row: 2, field: "sn", value: "OP-000001" }] } }),
  ],
  [deviceImport.list, nothing],
  [deviceImport.get, () => ({ query: { importId: "" } })],
  [deviceImport.results, () => ({ query: { importId: "" } })],
  [deviceImport.file, () => ({ query: { importId: "" } })],
  [deviceImport.template, () => ({ query: { kind: "plant", format: "csv", language: "en" } })],
  [devicePage.place, () => ({ query: { deviceId: "" } })],
  [devicePage.history, () => ({ query: { deviceId: "" } })],
  [
    device.data,
    () => ({ query: { deviceId: "", fromAt: "2026-05-01T00:00:00Z", toAt: "2026-05-02T00:00:00Z" } }),
  ],
  [
    deviceMoves.replace,
    () => ({
      body: {
        deviceId: "",
        sn: "UNKNOWN-1",
        registrationCode: "AAAAAAAAAAAAAAAA",
        mode: "apply",
        revision: "0".repeat(32),
      },
    }),
  ],
  [
    deviceMoves.move,
    () => ({
      body: { deviceId: "", stationId: "", parentId: "", mode: "apply", revision: "0".repeat(32) },
    }),
  ],
  [deviceMoves.remove, () => ({ body: { deviceId: "", mode: "apply", revision: "0".repeat(32) } })],
  [devicePage.settings, () => ({ query: { deviceId: "" } })],
  [devicePage.update, () => ({ body: { deviceId: "", revision: "0".repeat(32), alias: "South7" } })],
  [
    devicePage.series,
    () => ({
      query: {
        deviceIds: "",
        fields: "powerW",
        fromAt: "2026-05-01T00:00:00Z",
        toAt: "2026-05-02T00:00:00Z",
      },
    }),
  ],
  [devicePage.lastSample, () => ({ query: { deviceId: "" } })],
  [
    devicePage.exportData,
    () => ({
      body: {
        format: "csv",
        fileName: "data",
        deviceIds: [""],
        fields: ["powerW"],
        fromAt: "2026-05-01T00:00:00Z",
        toAt: "2026-05-02T00:00:00Z",
      },
    }),
  ],
  [device.rejected, () => ({ query: { deviceId: "" } })],
  [device.command, () => ({ body: { deviceId: "", op: "scan" } })],
  [parameters.model, () => ({ query: { deviceId: "" } })],
  [parameters.get, () => ({ query: { deviceId: "" } })],
  [parameters.acquire, () => ({ body: { deviceId: "" } })],
  [parameters.set, () => ({ body: { deviceId: "", values: { reportInterval: 60 } } })],
  [parameters.copy, () => ({ body: { deviceId: "", toDeviceIds: [""] } })],
  [command.listOfPlant, () => ({ query: { stationId: "" } })],
  [command.listOfDevice, () => ({ query: { deviceId: "" } })],
  [command.get, () => ({ query: { stationId: "", commandId: "" } })],
  [command.cancel, () => ({ body: { stationId: "", commandId: "" } })],
  [device.getCommand, () => ({ query: { deviceId: "", commandId: "" } })],
  [commissioning.get, () => ({ query: { stationId: "" } })],
  [commissioning.expected, () => ({ query: { stationId: "" } })],
  [commissioning.save, () => ({ body: { stationId: "", devices: [{ sn: "OPT-1" }] } })],
  [commissioning.read, () => ({ query: { stationId: "", fileName: "devices.csv" }, file: "SN\nD-1\n" })],
  [commissioning.report, () => ({ body: { stationId: "", language: "en" } })],
];
