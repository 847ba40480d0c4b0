import type { WebhookBody } from "@heliograph/contract";

/** Body of a request as docs/webhooks.md and the OpenAPI document show it. */
export const webhookExample: WebhookBody = {
  type: "alarm.events",
  version: 1,
  timestamp: "2026-06-01T12:00:04.000Z",
  data: {
    events: [
      {
        eventId: "48213",
        type: "alarm.raised",
        at: "2026-06-01T12:00:01.000Z",
        alarm: {
          alarmId: "5f0c3c1e-8a43-4f0a-9d8e-0d2f3f1f6a11",
          kind: "device",
          faultCode: "7",
          faultName: "Over-temperature",
          severity: "fault",
          firstAt: "2026-06-01T12:00:01.000Z",
          endedAt: null,
          url: "https://solar.example.org/#/alarms/5f0c3c1e-8a43-4f0a-9d8e-0d2f3f1f6a11",
        },
        plant: {
          stationId: "0c0d9a52-6f5e-4c0b-a0f3-8f1f6f3f9a10",
          stationName: "Roof 12",
          timeZone: "Europe/Berlin",
        },
        device: {
          deviceId: "9a1e4a77-2e1b-4a57-8a3d-1f0f4e6b7c22",
          sn: "OPT-000154",
          alias: "",
          deviceType: "OPT",
          slotLabel: "C15-4",
        },
      },
    ],
  },
};
