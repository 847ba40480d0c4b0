import { endpoints } from "@heliograph/contract";
import { expect } from "@playwright/test";
import { signFirmware } from "../../apps/server/src/modules/devices/firmware/firmware-signing.service.ts";
import type { Api } from "./api.ts";
import type { WalkedObjects } from "./pages.ts";
import { firmwareKey, rootAccount } from "./server.ts";
import type { SunnyPlant } from "./sunny-plant.ts";

const OVER_TEMPERATURE = 7;
const FIRMWARE_BYTES = 4096;

/** A resolved condition of a unit of the plant, a webhook of its alarms, and an upgrade of the unit that waits for the night. */
export async function makeWalkedObjects(api: Api, plant: SunnyPlant): Promise<WalkedObjects> {
  return {
    alarmId: await makeAlarm(api, plant),
    webhookId: await makeWebhook(api, plant),
    campaignId: await makeUpgrade(api, plant),
  };
}

async function makeAlarm(api: Api, { stationId, gateway }: SunnyPlant): Promise<string> {
  await gateway.notify([[1, "raised", OVER_TEMPERATURE]]);
  await gateway.notify([[1, "gone", OVER_TEMPERATURE]]);
  const read = async () => (await api.call(endpoints.alarm.list, { query: { stationId } })).rows;
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  return (await read())[0]?.alarmId ?? "";
}

async function makeWebhook(api: Api, { stationId, name }: SunnyPlant): Promise<string> {
  const { webhookId } = await api.call(endpoints.webhook.add, {
    body: {
      ...{ name, url: "https://alarms.example.org/hook", minSeverity: "fault", events: ["raised"] },
      ...{ plants: "chosen", stationIds: [stationId] },
    },
  });
  return webhookId;
}

/** Newer with every call, as a version has to be. */
function nextVersion(): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `9.${Math.floor(seconds / 86_400)}.${seconds % 86_400}`;
}

async function makeUpgrade(api: Api, { unitId }: SunnyPlant): Promise<string> {
  const device = await api.call(endpoints.device.get, { query: { deviceId: unitId } });
  const version = nextVersion();
  const name = `${device.type}_${device.model}_HW${device.hardwareVersion}_V${version}.bin`;
  const content = new Uint8Array(FIRMWARE_BYTES).fill(7);
  const { fileId } = await api.call(endpoints.firmware.upload, {
    body: { fileName: name, sizeBytes: content.byteLength },
  });
  await api.upload(endpoints.firmware.uploadPart, { query: { fileId, part: 0 }, content });
  await api.call(endpoints.session.stepUp, { body: { password: rootAccount().password } });
  const { firmwareId } = await api.call(endpoints.firmware.publish, {
    body: {
      ...{ fileId, type: device.type, version, permission: "external" },
      signature: signFirmware({ name, content }, firmwareKey()).signatureFile,
    },
  });
  const { campaignId } = await api.call(endpoints.upgrade.add, {
    body: { type: device.type, deviceIds: [unitId], firmwareId, windowFromHour: 20, windowToHour: 5 },
  });
  return campaignId;
}
