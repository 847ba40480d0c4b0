import { z } from "zod";
import { commandCode } from "./command-states.ts";
import { deviceRead, deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idempotencyKey, instant, line, requiredLine } from "./primitives.ts";
import { safetyEvidence } from "./safety-evidence.ts";
import { safetyState, safetyUnitState } from "./safety-states.ts";

export const switchPath = "/workData/device/switch";
const invalidates = [
  switchPath,
  "/workData/powerStation/operation",
  "/workData/powerStation/operation/ledger",
  "/workData/powerStation/operation/drills",
  "/permission/checkStationOp",
  "/workData/device/commands",
  "/workData/device/list",
  "/workData/powerStation/commands",
];
const operate = { kind: "plant", level: "operate", by: { deviceId: "deviceId" }, part: "devices" } as const;
const errors = ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "A0720", "B0210"] as const;

/** How far the opening or closing of a single unit is; docs/safety.md has the meaning of each. */
export const unitSwitchState = z.enum([
  "none",
  "opening",
  "open",
  "dark",
  "partly-open",
  "open-timed-out",
  "closing",
  "closed",
  "partly-closed",
  "close-timed-out",
  "released",
]);
export type UnitSwitchState = z.output<typeof unitSwitchState>;

const verdict = z.object({ allowed: z.boolean(), reason: z.string().optional() });

export const getUnitSwitch = defineEndpoint({
  method: "GET",
  path: switchPath,
  summary:
    "The switch of an optimizer, a shutdown switch, the relay of an MCON or the units of an SCON: who opened it, and the evidence",
  access: deviceRead,
  query: z.object({ deviceId: id }),
  data: z.object({
    deviceId: id,
    type: deviceType,
    /** Whether devices of this type open and close. */
    hasSwitch: z.boolean(),
    /** Rapid shutdown of the plant, which comes first. */
    plantState: safetyState,
    state: unitSwitchState,
    operation: z
      .object({
        operationId: id,
        kind: z.enum(["open", "close"]),
        /** A drill of a string. */
        isDrill: z.boolean(),
        /** Of a drill, its note. */
        reason: z.string(),
        byName: z.string().nullable(),
        isMine: z.boolean(),
        acceptedAt: instant,
        deadlineAt: instant,
        deliveredAt: instant.nullable(),
        deliveries: z.int(),
        acknowledgedAt: instant.nullable(),
        /** The error that its gateway reported last. */
        code: commandCode.nullable(),
      })
      .nullable(),
    counts: z.object({ units: z.int(), proven: z.int(), dark: z.int() }),
    /** Of its operation, as that of a plant. */
    evidence: safetyEvidence,
    /** What the units measured: the device itself, or those behind an MCON or SCON. */
    units: z.array(
      z.object({
        deviceId: id,
        sn: z.string(),
        slotLabel: z.string(),
        state: safetyUnitState,
        isDark: z.boolean(),
        sampleAt: instant.nullable(),
        outputV: z.number().nullable(),
        inputV: z.number().nullable(),
      }),
    ),
    ops: z.object({ open: verdict, close: verdict, release: verdict }),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

const accepted = z.object({ operationId: id, state: unitSwitchState });

export const openUnit = defineEndpoint({
  method: "POST",
  path: "/workData/device/open",
  summary:
    "Open one unit, the relay of an MCON or the units of an SCON: again and again until it is proven open or its hold ends",
  access: { who: ["station:shutdown"], scope: operate },
  body: z.strictObject({ deviceId: id, reason: line(200).default(""), idempotencyKey }),
  data: accepted,
  errors,
  invalidates,
});

export const closeUnit = defineEndpoint({
  method: "POST",
  path: "/workData/device/close",
  summary: "Close one unit, the relay of an MCON or the units of an SCON: once, within 60 s or not at all",
  access: { who: ["station:reset"], scope: operate },
  stepUp: true,
  promptly: true,
  /** `sn`: the serial number of the device, typed as a confirmation. */
  body: z.strictObject({ deviceId: id, sn: requiredLine(64), idempotencyKey }),
  data: accepted,
  errors,
  invalidates,
});

export const releaseUnit = defineEndpoint({
  method: "POST",
  path: "/workData/device/release",
  summary: "End the hold of one unit without closing it: by the holder, its company's administrators or ROOT",
  access: { who: ["station:reset"], scope: operate },
  stepUp: true,
  body: z.strictObject({ deviceId: id, reason: requiredLine(200) }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440"],
  invalidates,
});
