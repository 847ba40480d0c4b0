import { defaultAlarmMailSettings, endpoints } from "@heliograph/contract";
import type { ExampleEntry } from "./example.ts";
import { nothing } from "./example.ts";

const { notification, report, job, apiKey, webhook, draft, plantView, deviceView } = endpoints;

const view = { name: "North", kind: "table", query: {}, columns: {}, isDefault: false };

export const createOwnExamples = (): ExampleEntry[] => [
  [notification.get, nothing],
  [notification.update, () => ({ body: { ...defaultAlarmMailSettings, stationIds: [""] } })],
  [notification.test, () => ({ body: {} })],
  [
    report.create,
    () => ({
      body: {
        ...{ stationId: "", stationIds: [""] },
        ...{ kind: "month", period: "2026-06", format: "pdf", language: "en" },
      },
    }),
  ],
  [report.listSchedules, () => ({ query: { stationId: "" } })],
  [
    report.addSchedule,
    () => ({ body: { stationId: "", stationIds: [""], kind: "month", format: "pdf", language: "en" } }),
  ],
  [report.updateSchedule, () => ({ body: { scheduleId: "", kind: "day", format: "xlsx", language: "th" } })],
  [report.deleteSchedule, () => ({ body: { scheduleId: "" } })],
  [job.list, nothing],
  [job.get, () => ({ query: { jobId: "" } })],
  [job.getFile, () => ({ query: { jobId: "" } })],
  [job.cancel, () => ({ body: { jobId: "" } })],
  [job.delete, () => ({ body: { jobId: "" } })],
  [apiKey.list, nothing],
  [apiKey.metrics, nothing],
  [apiKey.mqtt, nothing],
  [
    apiKey.add,
    () => ({
      body: {
        name: "Grafana",
        permissionIds: ["station:read"],
        plants: "chosen",
        stationIds: [""],
        days: 30,
      },
    }),
  ],
  [apiKey.revoke, () => ({ body: { apiKeyId: "" } })],
  [webhook.list, nothing],
  [
    webhook.add,
    () => ({
      body: {
        name: "Operations centre",
        url: "https://alarms.example.org/hook",
        plants: "chosen",
        stationIds: [""],
        minSeverity: "fault",
        events: ["raised"],
      },
    }),
  ],
  [
    webhook.update,
    () => ({ body: { webhookId: "", name: "Night shift", plants: "chosen", stationIds: [""] } }),
  ],
  [webhook.delete, () => ({ body: { webhookId: "" } })],
  [webhook.replaceSecret, () => ({ body: { webhookId: "" } })],
  [webhook.test, () => ({ body: { webhookId: "" } })],
  [webhook.deliveries, () => ({ query: { webhookId: "" } })],
  [webhook.redeliver, () => ({ body: { webhookId: "", deliveryIds: [""] } })],
  [draft.save, () => ({ body: { form: "/account/add", body: { nickname: "Someone" } } })],
  [draft.get, () => ({ query: { form: "/account/add" } })],
  [plantView.list, nothing],
  [plantView.save, () => ({ body: { viewId: "", ...view } })],
  [plantView.delete, () => ({ body: { viewId: "" } })],
  [deviceView.list, nothing],
  [deviceView.save, () => ({ body: { viewId: "", ...view } })],
  [deviceView.delete, () => ({ body: { viewId: "" } })],
  [
    deviceView.export,
    () => ({
      body: { format: "csv", fileName: "devices", columns: ["sn"], stationId: "", companyId: "" },
    }),
  ],
];
