import { MAX_CLOCK_OFFSET_MS } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { PlantFacts, Refusal } from "./safety-rules.ts";
import { isClockSafe, refuseDrill, refuseReset, refuseStop, refuseUnits } from "./safety-rules.ts";

// Each row is one reason why a press is refused; everything else about its plant would let it pass.

const ME = "me";
const OTHER = "other";
const online = { isOnline: true, clockOffsetMs: 0 };
const offline = { isOnline: false, clockOffsetMs: 0 };
const noClock = { isOnline: true, clockOffsetMs: null };

const normal: PlantFacts = {
  state: "normal",
  holderId: undefined,
  markedBy: [],
  gateways: [offline, online],
  unitCount: 2,
  unitHolders: [],
  leftOpen: 0,
};
const held: PlantFacts = { ...normal, state: "shut-down", holderId: ME };
const heldByOther: PlantFacts = { ...held, holderId: OTHER };

interface Case {
  readonly why: string;
  readonly facts: PlantFacts;
  readonly refusal: Refusal | undefined;
}

const isOther = { code: "A0312" } as const;
const noSwitches = { code: "A0440", messageKey: "message.noSwitches" } as const;
const shutdownOffline = { code: "B0210", messageKey: "message.shutdownOffline" } as const;
const resetOffline = { code: "B0210", messageKey: "message.resetOffline" } as const;
const resetClock = { code: "A0440", messageKey: "message.resetClock" } as const;
const keptShut = { code: "A0312", messageKey: "message.keptShut" } as const;

const ofStop: readonly Case[] = [
  { why: "nothing is against it", facts: normal, refusal: undefined },
  { why: "it joins the caller's own", facts: { ...held, gateways: [offline] }, refusal: undefined },
  { why: "another account has the hold", facts: heldByOther, refusal: isOther },
  { why: "no unit has a switch", facts: { ...normal, unitCount: 0 }, refusal: noSwitches },
  { why: "no gateway is online", facts: { ...normal, gateways: [offline] }, refusal: shutdownOffline },
];

test.each(ofStop)("a shutdown where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseStop(facts, ME)).toEqual(refusal);
});

const notNormal = { code: "A0440", messageKey: "message.drillNotNormal" } as const;
const unitsNotNormal = { code: "A0440", messageKey: "message.drillUnitsNotNormal" } as const;
const ofDrill: readonly Case[] = [
  { why: "nothing is against it", facts: normal, refusal: undefined },
  { why: "the caller has shut the plant down", facts: held, refusal: notNormal },
  { why: "another account has a unit open", facts: { ...normal, unitHolders: [OTHER] }, refusal: isOther },
  { why: "the caller has a unit open", facts: { ...normal, unitHolders: [ME] }, refusal: unitsNotNormal },
  { why: "a release has left a unit open", facts: { ...normal, leftOpen: 1 }, refusal: unitsNotNormal },
  { why: "no gateway is online", facts: { ...normal, gateways: [offline] }, refusal: shutdownOffline },
];

test.each(ofDrill)("a drill of a plant where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseDrill(facts, ME)).toEqual(refusal);
});

const notShutDown = { code: "A0440", messageKey: "message.notShutDown" } as const;
const resetRuns = { code: "A0440", messageKey: "message.resetRuns" } as const;
const ofReset: readonly Case[] = [
  { why: "nothing is against it", facts: held, refusal: undefined },
  { why: "another account has the hold", facts: heldByOther, refusal: isOther },
  { why: "the plant is in normal operation", facts: normal, refusal: notShutDown },
  { why: "one runs", facts: { ...normal, state: "resetting" }, refusal: resetRuns },
  { why: "another account has a unit open", facts: { ...held, unitHolders: [ME, OTHER] }, refusal: isOther },
  { why: "the caller has a unit open", facts: { ...held, unitHolders: [ME] }, refusal: undefined },
  { why: "there is a mark, if only the caller's", facts: { ...held, markedBy: [ME] }, refusal: keptShut },
  { why: "no gateway is online", facts: { ...held, gateways: [offline] }, refusal: resetOffline },
  {
    why: "no clock of a gateway online is right",
    facts: { ...held, gateways: [offline, noClock] },
    refusal: resetClock,
  },
  { why: "one clock is right", facts: { ...held, gateways: [noClock, online] }, refusal: undefined },
];

test.each(ofReset)("a reset where $why: $refusal", ({ facts, refusal }) => {
  expect(refuseReset(facts, ME)).toEqual(refusal);
});

const plantShutDown = { code: "A0440", messageKey: "message.plantShutDown" } as const;
const resetInstead = { code: "A0440", messageKey: "message.resetPlantInstead" } as const;
const ofUnits: readonly (Omit<Case, "refusal"> & Record<"open" | "close", Refusal | undefined>)[] = [
  { why: "nothing is against it", facts: normal, open: undefined, close: undefined },
  { why: "another account has the hold", facts: heldByOther, open: isOther, close: isOther },
  { why: "the caller has shut the plant down", facts: held, open: plantShutDown, close: resetInstead },
  { why: "no unit has a switch", facts: { ...normal, unitCount: 0 }, open: noSwitches, close: noSwitches },
  {
    why: "no gateway is online",
    facts: { ...normal, gateways: [offline] },
    open: shutdownOffline,
    close: resetOffline,
  },
  { why: "there is a mark", facts: { ...normal, markedBy: [OTHER] }, open: undefined, close: keptShut },
  { why: "no clock is right", facts: { ...normal, gateways: [noClock] }, open: undefined, close: resetClock },
];

test.each(ofUnits)(
  "units of a plant where $why: to open $open, to close $close",
  ({ facts, open, close }) => {
    expect([refuseUnits(facts, ME, "open"), refuseUnits(facts, ME, "close")]).toEqual([open, close]);
  },
);

test.each([
  { clockOffsetMs: null, isSafe: false },
  { clockOffsetMs: MAX_CLOCK_OFFSET_MS, isSafe: true },
  { clockOffsetMs: -MAX_CLOCK_OFFSET_MS, isSafe: true },
  { clockOffsetMs: MAX_CLOCK_OFFSET_MS + 1, isSafe: false },
  { clockOffsetMs: -MAX_CLOCK_OFFSET_MS - 1, isSafe: false },
])(
  "a clock that is ahead by $clockOffsetMs ms is right enough for a reset: $isSafe",
  ({ isSafe, ...clock }) => {
    expect(isClockSafe({ isOnline: true, ...clock })).toBe(isSafe);
  },
);
