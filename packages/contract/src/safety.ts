import { z } from "zod";
import { commandCode } from "./command-states.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idempotencyKey, instant, line, listOf, paging, requiredLine } from "./primitives.ts";
import { evidenceAge, safetyEvidence } from "./safety-evidence.ts";
import { safetyState, safetyUnitState, stringVoltageLevel } from "./safety-states.ts";
import { switchPath, unitSwitchState } from "./unit-switch.ts";

const statePath = "/workData/powerStation/operation";
const ledgerPath = "/workData/powerStation/operation/ledger";
/** What a press for a plant changes. */
export const safetyPaths: readonly string[] = [
  statePath,
  ledgerPath,
  "/workData/powerStation/operation/list",
  "/workData/powerStation/operation/records",
  "/workData/powerStation/operation/drills",
  "/permission/checkStationOp",
  "/workData/powerStation/detail",
  "/workData/powerStation/list",
  "/workData/powerStation/commands",
  "/workData/device/commands",
];

const read = {
  who: ["station:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "devices" },
} as const;
const operate = { kind: "plant", level: "operate", by: { stationId: "stationId" } } as const;

/** Evidence about one unit with a switch. */
const safetyUnit = z.object({
  deviceId: id,
  sn: z.string(),
  type: deviceType,
  /** Empty without a place, and where the plant's layout is hidden from the caller. */
  slotLabel: z.string(),
  gatewaySn: z.string().nullable(),
  /** Whether its gateway is connected. */
  isConnected: z.boolean(),
  state: safetyUnitState,
  /** The switch is reported open, but there is no input: not provable. */
  isDark: z.boolean(),
  /** The command was delivered to its gateway; how often. */
  sentAt: instant.nullable(),
  deliveries: z.int(),
  /** Its gateway reported success for it. */
  acknowledgedAt: instant.nullable(),
  /** The error that its gateway reported last. */
  code: commandCode.nullable(),
  /** How the evidence for it being open is to be read; null while it is not proven open. */
  evidence: evidenceAge.nullable(),
  provenAt: instant.nullable(),
  /**
   * The latest sample since the press that says what its state is, and what it measured. A proof keeps its own: a dark sample after
   * it changes nothing.
   */
  sampleAt: instant.nullable(),
  outputV: z.number().nullable(),
  inputV: z.number().nullable(),
  /** When it joined the plant during the shutdown: until it is open it does not count as installed. */
  joinedAt: instant.nullable(),
});
export type SafetyUnit = z.output<typeof safetyUnit>;

/** A string of a shutdown, and the highest voltage that it may carry. */
const stringVoltage = z.object({
  /** Its MCON or SCON; null: all units of the gateway whose string is not known. */
  stringId: id.nullable(),
  sn: z.string().nullable(),
  slotLabel: z.string(),
  gatewaySn: z.string().nullable(),
  units: z.int(),
  proven: z.int(),
  /** Units whose string is not known, of its gateway or of none: each may belong to this one, and counts in `maxV`. */
  unlinkedUnits: z.int(),
  /** Of an SCON, the highest sum of another one of its gateway, which may be the other half of the string; counts in `maxV`. */
  otherHalfV: z.number(),
  /**
   * Sum of its units without signs: what was measured of those that are proven open, of all others at least the open-circuit
   * voltage of a cold module (rated × 1.25).
   */
  maxV: z.number(),
  level: stringVoltageLevel,
});
export type StringVoltage = z.output<typeof stringVoltage>;

const safetyGateway = z.object({
  deviceId: id,
  sn: z.string(),
  isOnline: z.boolean(),
  unitCount: z.int(),
  /** Difference between its clock and the server's, ms; null while it is not known. A reset needs at most 2 s. */
  clockOffsetMs: z.number().nullable(),
  reportIntervalS: z.int(),
});

/**
 * A device that was opened, or is being closed, by a command of its own beside the plant's. One that is `released` was opened and has no
 * holder any more; nothing measures it.
 */
const unitOperation = z.object({
  operationId: id,
  deviceId: id,
  sn: z.string(),
  type: deviceType,
  /**
   * Label of its place, else its alias, else the labels of its first and last module, else its serial number; without labels where
   * the plant's layout is hidden from the caller.
   */
  name: z.string(),
  kind: z.enum(["open", "close"]),
  /** A drill of a string that has not ended. */
  isDrill: z.boolean(),
  state: unitSwitchState,
  /** Of a drill, its note. */
  reason: z.string(),
  /** Who pressed; null where the name is not visible to the caller. */
  byName: z.string().nullable(),
  isMine: z.boolean(),
  acceptedAt: instant,
  deadlineAt: instant,
  counts: z.object({ units: z.int(), proven: z.int(), dark: z.int() }),
  evidence: safetyEvidence,
  /** The oldest of the latest measurements that prove its units; null while none does. */
  sampleAt: instant.nullable(),
  /** Whether its gateway is connected. */
  isConnected: z.boolean(),
});
export type UnitOperation = z.output<typeof unitOperation>;

export const getSafety = defineEndpoint({
  method: "GET",
  path: statePath,
  summary: "Rapid shutdown of a plant: state, holder, and the evidence of each unit",
  access: read,
  duringMaintenance: true,
  /** Without units: only the state and the numbers. */
  query: z.object({ stationId: id, withUnits: z.stringbool().default(true) }),
  data: z.object({
    state: safetyState,
    /** The operation that led to the state; null before the first. */
    operation: z
      .object({
        operationId: id,
        kind: z.enum(["shutdown", "reset"]),
        isDrill: z.boolean(),
        /** Of a drill, its note. */
        reason: z.string(),
        /** Who pressed; null where the name is not visible to the caller. */
        byName: z.string().nullable(),
        isMine: z.boolean(),
        acceptedAt: instant,
        deadlineAt: instant,
        endedAt: instant.nullable(),
      })
      .nullable(),
    marks: z.array(
      z.object({
        markId: id,
        byName: z.string().nullable(),
        isMine: z.boolean(),
        note: z.string(),
        markedAt: instant,
        /** Whether the caller may end it. */
        mayRelease: z.boolean(),
      }),
    ),
    counts: z.object({
      units: z.int(),
      sent: z.int(),
      acknowledged: z.int(),
      /** In the state that the operation wants, measured. */
      proven: z.int(),
      dark: z.int(),
    }),
    /** How old the proofs are that units are open, also after the hold was released. */
    evidence: safetyEvidence,
    gateways: z.array(safetyGateway),
    /**
     * Those that are open by command, held or released, or not confirmed closed, the latest press first; whatever else the state of
     * the plant is.
     */
    unitOperations: z.array(unitOperation),
    units: z.array(safetyUnit),
    /** What is not in the database yet, since it is full or unavailable. */
    storage: z.object({
      /** When the earliest shutdown of the plant that waits in a journal was pressed; null when none does. */
      pressedAt: instant.nullable(),
      /** Reports cannot be stored now: replies, proof and what contradicts it may wait behind them. */
      hasWaitingReports: z.boolean(),
    }),
    /** Of a shutdown that has not ended, the highest voltage first. */
    strings: z.array(stringVoltage),
    /** With units, while the plant is not shut down: the latest drill of the whole plant; null before the first, and otherwise. */
    lastDrill: z
      .object({
        startedAt: instant,
        /** From the start until every unit that can be measured was proven open; null when that never happened. */
        safeAfterS: z.number().nullable(),
      })
      .nullable(),
    /** Whether the caller may end the hold without closing anything. */
    mayRelease: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

const accepted = z.object({ operationId: id, state: safetyState });

export const urgentStop = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/urgentStop",
  summary:
    "Rapid shutdown of a plant: opens every unit, again and again until each is proven open or the hold ends",
  access: { who: ["station:shutdown"], scope: operate },
  duringMaintenance: true,
  body: z.strictObject({ stationId: id, reason: line(200).default(""), idempotencyKey }),
  data: accepted.extend({
    /** False: the database is full or unavailable. The press waits in a journal, and its proof follows. */
    isRecorded: z.boolean(),
    /** When the access rights that decided about a press in the journal were read. */
    rightsAt: instant.nullable(),
  }),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "B0210", "B0300"],
  invalidates: safetyPaths,
});

export const urgentReset = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/urgentReset",
  summary: "Rapid reset of a plant: closes every unit once, within 60 s or not at all",
  access: { who: ["station:reset"], scope: operate },
  stepUp: true,
  promptly: true,
  /** `name`: the plant's name, typed as a confirmation. */
  body: z.strictObject({ stationId: id, name: requiredLine(200), idempotencyKey }),
  data: accepted,
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440", "B0210"],
  invalidates: safetyPaths,
});

export const keepShut = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/keepShut",
  summary:
    "Add or withdraw the caller's mark that keeps a plant shut down: a reset is refused while there is one",
  access: { who: ["station:shutdown"], scope: operate },
  duringMaintenance: true,
  body: z.strictObject({ stationId: id, keep: z.boolean(), note: line(200).default("") }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: safetyPaths,
});

export const releaseHold = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/releaseHold",
  summary:
    "End a hold, or a mark, without closing anything: by the holder, its company's administrators or ROOT",
  access: { who: ["station:reset"], scope: operate },
  stepUp: true,
  body: z.strictObject({ stationId: id, reason: requiredLine(200), markId: id.optional() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440"],
  invalidates: safetyPaths,
});

export const addReason = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/operationReason",
  summary:
    "Say why a plant or one of its units was shut down or reset: once, afterwards, by the author of the press",
  access: { who: ["station:shutdown", "station:reset"], scope: operate },
  duringMaintenance: true,
  body: z.strictObject({ stationId: id, operationId: id, reason: requiredLine(200) }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0312", "A0400", "A0404", "A0440"],
  invalidates: [...safetyPaths, switchPath],
});

/** What happened to a plant's switches, as the ledger records it. */
export const ledgerKind = z.enum([
  "stop",
  "reset",
  "reason",
  "release",
  "mark",
  "unmark",
  "unitOpen",
  "unitClose",
  "unitRelease",
  "joined",
  "left",
  "delivered",
  "replied",
  "proven",
  "dark",
  "contrary",
  "state",
]);
export type LedgerKind = z.output<typeof ledgerKind>;

const ledgerRow = z.object({
  number: z.int(),
  at: instant,
  kind: ledgerKind,
  byName: z.string().nullable(),
  /** Where the press came from; empty for what the server and the devices did. */
  address: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** SHA-256 of the row and the hash before it, in hex. */
  hash: z.string(),
});
export type LedgerRow = z.output<typeof ledgerRow>;

export const listLedger = defineEndpoint({
  method: "GET",
  path: ledgerPath,
  summary: "The ledger of a plant's shutdowns and resets, hash-chained",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "devices" },
  },
  query: z.object({ ...paging, order: z.enum(["asc", "desc"]).default("desc"), stationId: id }),
  data: listOf(ledgerRow).extend({
    /** The first row whose hash does not match; null when the whole chain does. */
    brokenAt: z.int().nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
