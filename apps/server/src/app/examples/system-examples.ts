import { configurationSettings, endpoints } from "@heliograph/contract";
import type { ExampleEntry } from "./example.ts";
import { exampleContact, exampleMaintenance, nothing } from "./example.ts";

const {
  log,
  maintenance,
  events,
  engineStatus,
  configuration,
  provider,
  firmware,
  upgrade,
  picture: pictures,
  health,
} = endpoints;

const lastYear = { fromAt: "2025-01-01T00:00:00Z", toAt: "2025-12-31T00:00:00Z" };

export const createSystemExamples = (): ExampleEntry[] => [
  [log.list, () => ({ query: { ...lastYear, kind: "operation", actorId: "", stationId: "", deviceId: "" } })],
  [log.ofPlant, () => ({ query: { stationId: "", deviceId: "" } })],
  [log.refusals, () => ({ query: lastYear })],
  [log.verification, nothing],
  [log.verify, () => ({ body: {} })],
  [maintenance.list, nothing],
  [maintenance.current, nothing],
  [maintenance.add, () => ({ body: { ...exampleMaintenance, name: "Some work", kind: "web" } })],
  [
    maintenance.update,
    () => ({
      body: { ...exampleMaintenance, maintenanceId: "", version: 1, name: "Some work", kind: "web" },
    }),
  ],
  [maintenance.switch, () => ({ body: { maintenanceId: "", version: 1, isOn: false } })],
  [maintenance.delete, () => ({ body: { maintenanceId: "", version: 1 } })],
  [events.stream, () => ({ query: { topics: "plants" } })],
  [engineStatus.get, nothing],
  [configuration.get, nothing],
  [configuration.history, nothing],
  [configuration.update, () => ({ body: { ...configurationSettings.parse({}), revision: 1 } })],
  [provider.list, nothing],
  [provider.listPublic, nothing],
  [provider.add, () => ({ body: { ...exampleContact, qrPictureId: "" } })],
  [provider.update, () => ({ body: { ...exampleContact, qrPictureId: "", providerId: "", revision: 1 } })],
  [provider.sort, () => ({ body: { providerIds: [""] } })],
  [provider.delete, () => ({ body: { providerId: "" } })],
  [provider.uploadPicture, nothing],
  [firmware.list, nothing],
  [firmware.download, () => ({ query: { firmwareId: "" } })],
  [firmware.upload, () => ({ body: { fileName: "OPT_X_HW1.0_V1.0.0.bin", sizeBytes: 1 } })],
  [firmware.uploadPart, () => ({ query: { fileId: "", part: 0 } })],
  [firmware.publish, () => ({ body: { fileId: "", type: "OPT", version: "1.0.0", permission: "external" } })],
  [firmware.update, () => ({ body: { firmwareId: "", revision: 1, releaseNotes: "Faster" } })],
  [firmware.delete, () => ({ body: { firmwareId: "" } })],
  [upgrade.list, nothing],
  [upgrade.get, () => ({ query: { campaignId: "" } })],
  [upgrade.devices, () => ({ query: { campaignId: "" } })],
  [upgrade.add, () => ({ body: { type: "DCON", deviceIds: [""], firmwareId: "" } })],
  [upgrade.pause, () => ({ body: { campaignId: "" } })],
  [upgrade.resume, () => ({ body: { campaignId: "" } })],
  [upgrade.cancel, () => ({ body: { campaignId: "" } })],
  [upgrade.ofDevice, () => ({ query: { deviceId: "" } })],
  [pictures.getPublic, () => ({ query: { pictureId: "" } })],
  [health.live, nothing],
  [health.ready, nothing],
];
