import { expect, test } from "vitest";
import type { Refusal } from "./safety-rules.ts";
import type { UnitFacts, UnitHold } from "./unit-switch-rules.ts";
import { refuseClose, refuseDrill, refuseOpen } from "./unit-switch-rules.ts";

// Each row is one reason why a press for one device is refused; everything else about it would let the press pass.

const ME = "me";
const OTHER = "other";
const now = new Date("2026-06-01T12:00:00Z");
const later = new Date(now.getTime() + 1_000);

const hold = (more: Partial<UnitHold> = {}): UnitHold => ({
  deviceId: "unit",
  type: "OPT",
  kind: "shutdown",
  authorId: ME,
  deadlineAt: now,
  ...more,
});

const unit: UnitFacts = {
  deviceId: "unit",
  type: "OPT",
  plantState: "normal",
  plantHolderId: undefined,
  isMarked: false,
  operations: [],
  isConnected: true,
  isOffline: false,
  clockOffsetMs: 0,
  isReported: true,
  unitsBehind: 0,
  leftOpen: 0,
  now,
};
const opened: UnitFacts = { ...unit, operations: [hold()] };
const inHeldPlant = { plantState: "shut-down", plantHolderId: ME } as const;
const inPlantOfOther = { plantState: "shut-down", plantHolderId: OTHER } as const;
const string: UnitFacts = { ...unit, type: "SCON", unitsBehind: 3 };

interface Case {
  readonly why: string;
  readonly facts: UnitFacts;
  readonly refusal: Refusal | undefined;
}

const isOther = { code: "A0312" } as const;
const noSwitch = { code: "A0720", messageKey: "message.noSwitch" } as const;
const offline = { code: "B0210", messageKey: "message.shutdownOffline" } as const;

const ofOpening: readonly Case[] = [
  { why: "nothing is against it", facts: unit, refusal: undefined },
  {
    why: "the caller has shut the plant down",
    facts: { ...unit, ...inHeldPlant },
    refusal: { code: "A0440", messageKey: "message.plantShutDown" },
  },
  { why: "another account has the plant", facts: { ...unit, ...inPlantOfOther }, refusal: isOther },
  { why: "the caller has opened it", facts: opened, refusal: undefined },
  {
    why: "another account has opened it",
    facts: { ...unit, operations: [hold({ authorId: OTHER })] },
    refusal: isOther,
  },
  { why: "it has no switch", facts: { ...unit, type: "DCON" }, refusal: noSwitch },
  { why: "its gateway is not connected", facts: { ...unit, isConnected: false }, refusal: offline },
  { why: "its gateway does not name it", facts: { ...unit, isReported: false }, refusal: offline },
  { why: "it is offline", facts: { ...unit, isOffline: true }, refusal: offline },
];

test.each(ofOpening)("opening where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseOpen(facts, ME)).toEqual(refusal);
});

const closeRuns = { code: "A0440", messageKey: "message.closeRuns" } as const;
const ofClosing: readonly Case[] = [
  { why: "nothing is against it", facts: opened, refusal: undefined },
  { why: "it is not open by a command", facts: unit, refusal: undefined },
  {
    why: "the caller has shut the plant down",
    facts: { ...opened, ...inHeldPlant },
    refusal: { code: "A0440", messageKey: "message.resetPlantInstead" },
  },
  { why: "another account has the plant", facts: { ...opened, ...inPlantOfOther }, refusal: isOther },
  {
    why: "another account has opened what is above it",
    facts: { ...unit, operations: [hold({ deviceId: "mcon", type: "MCON", authorId: OTHER })] },
    refusal: isOther,
  },
  {
    why: "the plant has a mark",
    facts: { ...opened, isMarked: true },
    refusal: { code: "A0312", messageKey: "message.keptShut" },
  },
  {
    why: "it is being closed",
    facts: { ...unit, operations: [hold({ kind: "reset", deadlineAt: later })] },
    refusal: closeRuns,
  },
  {
    why: "the time to close it is over",
    facts: { ...unit, operations: [hold({ kind: "reset" })] },
    refusal: undefined,
  },
  { why: "the plant is being reset", facts: { ...opened, plantState: "resetting" }, refusal: closeRuns },
  {
    why: "its string is open",
    facts: { ...unit, operations: [hold({ deviceId: "scon", type: "SCON" })] },
    refusal: { code: "A0440", messageKey: "message.closeStringInstead" },
  },
  { why: "it has no switch", facts: { ...unit, type: "DCON" }, refusal: noSwitch },
  {
    why: "its gateway is not connected",
    facts: { ...opened, isConnected: false },
    refusal: { code: "B0210" },
  },
  {
    why: "the clock of its gateway is not known",
    facts: { ...opened, clockOffsetMs: null },
    refusal: { code: "A0440", messageKey: "message.resetClock" },
  },
];

test.each(ofClosing)("closing where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseClose(facts, ME)).toEqual(refusal);
});

const stringNotNormal = { code: "A0440", messageKey: "message.drillStringNotNormal" } as const;
const ofDrill: readonly Case[] = [
  { why: "nothing is against it", facts: string, refusal: undefined },
  { why: "it is an MCON", facts: { ...string, type: "MCON" }, refusal: undefined },
  {
    why: "it is no string",
    facts: { ...string, type: "OPT" },
    refusal: { code: "A0720", messageKey: "message.drillNoString" },
  },
  {
    why: "no unit would prove it",
    facts: { ...string, unitsBehind: 0 },
    refusal: { code: "A0720", messageKey: "message.drillNoUnits" },
  },
  {
    why: "the caller has shut the plant down",
    facts: { ...string, ...inHeldPlant },
    refusal: { code: "A0440", messageKey: "message.drillNotNormal" },
  },
  {
    why: "another account has opened a unit of it",
    facts: { ...string, operations: [hold({ deviceId: "behind", authorId: OTHER })] },
    refusal: isOther,
  },
  {
    why: "the caller has opened a unit of it",
    facts: { ...string, operations: [hold({ deviceId: "behind" })] },
    refusal: stringNotNormal,
  },
  {
    why: "a unit of it is being closed",
    facts: { ...string, operations: [hold({ deviceId: "behind", kind: "reset", deadlineAt: later })] },
    refusal: stringNotNormal,
  },
  {
    why: "a release has left a unit of it open",
    facts: { ...string, leftOpen: 1 },
    refusal: stringNotNormal,
  },
  { why: "it is offline", facts: { ...string, isOffline: true }, refusal: offline },
];

test.each(ofDrill)("a drill of a string where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseDrill(facts, ME)).toEqual(refusal);
});
