import { z } from "zod";
import { alias, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, registrationCode, requiredLine, serialNumber } from "./primitives.ts";

/** Devices of one change in a response; a gateway has up to 1,000 units behind it. */
export const MAX_CHANGED_DEVICES = 200;

/** A hash of everything that the change depends on. */
const revision = z.string().regex(/^[0-9a-f]{32}$/);

/** `check` writes nothing; `apply` makes the change that the check with the same revision has shown. */
const steps = {
  mode: z.enum(["check", "apply"]),
  /** Of the check; needed to apply. */
  revision: revision.optional(),
};
const when = {
  /** When it happened; by default now. */
  fromAt: instant.optional(),
};

/**
 * What happens to a device: `leaves` its plant, `begins` in the plant at its place, `moves` to another place or plant, or
 * `reconnects`: stays and gets another parent.
 */
export const placeChangeKind = z.enum(["leaves", "begins", "moves", "reconnects"]);
export type PlaceChangeKind = z.output<typeof placeChangeKind>;

/** What users should know before they confirm. */
export const placeChangeNote = z.enum([
  /** Data of the past goes to another place, and energies of past days change. */
  "past",
  /** The gateway that reported the device since then stays in the other plant: that data counts in neither. */
  "pastUncounted",
  /** Units stay without a gateway: no data of theirs is counted. */
  "noGateway",
  /** The gateway that reports the device is not told about the change. */
  "stillReported",
  /** The gateway has not reported the new device yet. */
  "notReported",
  /** The plant is shut down: what joins it counts as installed once it is open. */
  "opensFirst",
]);
export type PlaceChangeNote = z.output<typeof placeChangeNote>;

const placeChange = z.object({
  state: z.enum(["checked", "applied"]),
  revision,
  fromAt: instant,
  /** The device whose page shows the result; null where none is left in the plant. */
  shownDeviceId: id.nullable(),
  stationId: id,
  stationName: z.string(),
  timeZone: z.string(),
  devices: z.object({
    rows: z
      .array(
        z.object({
          deviceId: id,
          sn: z.string(),
          alias: z.string(),
          type: deviceType,
          kind: placeChangeKind,
          /** Where it is afterwards; empty where it leaves, and without a place. */
          stationName: z.string(),
          slotLabel: z.string(),
          parentSn: z.string().nullable(),
        }),
      )
      .max(MAX_CHANGED_DEVICES),
    total: z.int(),
  }),
  /** Energy that counts at the present places of the devices since then, and will not any more. */
  energyWh: z.number(),
  /** Open alarms whose condition ends with the change. */
  alarmCount: z.int(),
  notes: z.array(placeChangeNote),
});
export type PlaceChange = z.output<typeof placeChange>;

const invalidates = [
  "/workData/device/list",
  "/workData/device/choices",
  "/workData/device/detail",
  "/workData/device/place",
  "/workData/device/history",
  "/workData/device/settings",
  "/workData/powerStation/detail",
] as const;

const errors = ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440"] as const;

const ofDevice = { kind: "plant", level: "install", by: { deviceId: "deviceId" }, part: "devices" } as const;

export const replaceDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/replace",
  summary:
    "Put another device at the place of a device from an instant on: the place keeps its history, the old device leaves the plant",
  access: { who: ["device:add"], scope: ofDevice },
  body: z.strictObject({
    deviceId: id,
    sn: serialNumber,
    /** Not needed for a device that is in the plant already, such as one that its gateway has reported. */
    registrationCode: registrationCode.optional(),
    /** By default that of the old device. */
    alias: alias.optional(),
    ...when,
    ...steps,
  }),
  data: placeChange,
  errors: [...errors, "A0150", "A0240", "A0501"],
  invalidates: [...invalidates],
});

export const moveDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/move",
  summary: "Move a device to another place, parent or plant from an instant on; its past stays where it was",
  access: { who: ["device:edit"], scope: ofDevice },
  body: z.strictObject({
    deviceId: id,
    /** The plant it moves to, or its own. */
    stationId: id,
    /** What it is connected to afterwards; by default the plant's gateway if there is only one. */
    parentId: id.optional(),
    /** Label of its place: an empty place of the plant with this label, else a new one. */
    place: requiredLine(60).optional(),
    /** Devices connected to it move as well. */
    withBelow: z.boolean().default(true),
    ...when,
    ...steps,
  }),
  data: placeChange,
  errors: [...errors],
  invalidates: [...invalidates],
});

export const removeDevice = defineEndpoint({
  method: "POST",
  path: "/workData/device/remove",
  summary: "Release a device from its plant from an instant on; its past stays there",
  access: { who: ["device:delete"], scope: ofDevice },
  body: z.strictObject({
    deviceId: id,
    /** Devices connected to it leave as well. */
    withBelow: z.boolean().default(false),
    ...when,
    ...steps,
  }),
  data: placeChange,
  errors: [...errors],
  invalidates: [...invalidates],
});
