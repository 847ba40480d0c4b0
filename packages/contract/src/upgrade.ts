import { z } from "zod";
import { deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant, line, listOf, paging } from "./primitives.ts";
import { DEFAULT_WAVES, MAX_UPGRADE_DEVICES } from "./upgrade-limits.ts";
import { campaignState, pauseReason, upgradeReason, upgradeState } from "./upgrade-states.ts";

const listPath = "/system/upgrade/list";
const detailPath = "/system/upgrade/detail";
const devicesPath = "/system/upgrade/devices";
const historyPath = "/workData/device/upgrades";

const access = { who: ["firmware:upgrade"], scope: { kind: "in-scope" } } as const;

/** Hours of a plant's own day, 0 to 23; a window from 20 to 5 includes midnight. */
const hour = z.int().min(0).max(23);

const campaign = z.object({
  campaignId: id,
  firmwareName: z.string(),
  type: deviceType,
  model: z.string(),
  hardware: z.string(),
  version: z.string(),
  state: campaignState,
  pauseReason: pauseReason.nullable(),
  firstWave: z.int(),
  waveSize: z.int(),
  maxFailures: z.int(),
  windowFromHour: hour.nullable(),
  windowToHour: hour.nullable(),
  /** Whether the next wave waits until upgraded units produce as their neighbors do. */
  checksYield: z.boolean(),
  /** Since when the current wave waits for that; null while it does not. */
  yieldWaitAt: instant.nullable(),
  /** The last comparison: units, those that produced too little, and the energy of all in percent of what was expected. */
  yieldCheck: z.object({ compared: z.int(), low: z.int(), sharePercent: z.number() }).nullable(),
  /** The wave that is being upgraded, from 1, and how many there are. */
  wave: z.int(),
  waves: z.int(),
  /** Numbers of devices, only of plants that are visible to the caller. */
  total: z.int(),
  queued: z.int(),
  /** Offered and not ended. */
  underWay: z.int(),
  confirmed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Whether the caller may pause, resume and cancel: it may operate every plant of the campaign. */
  isControllable: z.boolean(),
  /** Who created it; null where the name is not visible to the caller. */
  byName: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type Campaign = z.output<typeof campaign>;

const upgrade = z.object({
  campaignId: id,
  state: upgradeState,
  /** Of the download. */
  percent: z.int().nullable(),
  reason: upgradeReason.nullable(),
  fromVersion: z.string(),
  version: z.string(),
  wave: z.int(),
  offeredAt: instant.nullable(),
  changedAt: instant,
  finishedAt: instant.nullable(),
});

const campaignDevice = upgrade.extend({
  deviceId: id,
  sn: z.string(),
  stationId: id.nullable(),
  stationName: z.string().nullable(),
});
export type CampaignDevice = z.output<typeof campaignDevice>;
export type DeviceUpgrade = z.output<typeof upgrade>;

export const listCampaigns = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Upgrade campaigns with devices of the caller's plants",
  access,
  query: z.object({
    ...paging,
    sort: z.enum(["createdAt"]).default("createdAt"),
    order: z.enum(["asc", "desc"]).default("desc"),
    /** In the name of the firmware. */
    search: line(80).optional(),
    state: campaignState.optional(),
  }),
  data: listOf(campaign),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});

export const getCampaign = defineEndpoint({
  method: "GET",
  path: detailPath,
  summary: "An upgrade campaign",
  access,
  query: z.object({ campaignId: id }),
  data: campaign,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const listCampaignDevices = defineEndpoint({
  method: "GET",
  path: devicesPath,
  summary: "Devices of an upgrade campaign, those of plants that are visible to the caller",
  access,
  query: z.object({
    ...paging,
    sort: z.enum(["sn", "state", "wave", "changedAt"]).default("wave"),
    campaignId: id,
    /** Part of a serial number. */
    search: line(60).optional(),
    state: upgradeState.optional(),
  }),
  data: listOf(campaignDevice),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const addCampaign = defineEndpoint({
  method: "POST",
  path: "/system/upgrade/add",
  summary: "Upgrade devices: one type, one firmware, in waves",
  access,
  body: z.strictObject({
    /** The type that was chosen; devices of another one block the upgrade (R5.13). */
    type: deviceType,
    deviceIds: z
      .array(id)
      .min(1, { error: "choose.device" satisfies MessageKey })
      .max(MAX_UPGRADE_DEVICES),
    firmwareId: id,
    /** Devices of the first wave, and of each that follows. */
    firstWave: z.int().min(1).max(MAX_UPGRADE_DEVICES).default(DEFAULT_WAVES.firstWave),
    waveSize: z.int().min(1).max(MAX_UPGRADE_DEVICES).default(DEFAULT_WAVES.waveSize),
    /** The campaign pauses once so many devices have failed. */
    maxFailures: z.int().min(1).max(MAX_UPGRADE_DEVICES).default(DEFAULT_WAVES.maxFailures),
    /** Both absent: at any time. */
    windowFromHour: hour.nullable().default(null),
    windowToHour: hour.nullable().default(null),
    /** Begin a further wave only if the upgraded units produce as their neighbors do over a whole day. */
    checksYield: z.boolean().default(true),
  }),
  data: z.object({ campaignId: id }),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "A0720"],
  invalidates: [listPath, "/workData/device/list", historyPath],
});

const control = (act: string, summary: string) =>
  defineEndpoint({
    method: "POST",
    path: `/system/upgrade/${act}`,
    summary,
    access,
    body: z.strictObject({ campaignId: id }),
    data: z.null(),
    errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
    invalidates: [listPath, detailPath, devicesPath, historyPath],
  });

export const pauseCampaign = control("pause", "Pause a campaign: nothing more is offered or sent");
export const resumeCampaign = control("resume", "Resume a paused campaign; its failures count anew");
export const cancelCampaign = control(
  "cancel",
  "Cancel a campaign: devices that have not begun to write the image are skipped",
);

export const listDeviceUpgrades = defineEndpoint({
  method: "GET",
  path: historyPath,
  summary: "Upgrades of a device, the newest first",
  access: deviceRead,
  query: z.object({ ...paging, deviceId: id }),
  data: listOf(upgrade),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
