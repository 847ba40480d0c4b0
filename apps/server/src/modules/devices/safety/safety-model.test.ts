import { isHeldState } from "@heliograph/contract";
import { expect, test } from "vitest";
import { readSafetyChanges } from "../../../../test/safety-tables.ts";
import { judgeSample } from "./judge-sample.ts";
import type { PlantFacts } from "./safety-rules.ts";
import { joinsShutdown, refuseReset, refuseStop } from "./safety-rules.ts";
import type { OperationKind, UnitEvent, UnitEvidence } from "./safety-states.ts";
import { applyToUnit, findPlantEvent, isCounting, stateAfter } from "./safety-states.ts";

const SEQUENCES = 10_000;
const STEPS = 40;
const UNITS = 3;
const PLANT_CHANGES = readSafetyChanges("state | event");
const UNIT_CHANGES = readSafetyChanges("unit | event");
const PEOPLE = ["owner", "installer", "neighbour"];

/** A small generator, so that a failing sequence can be played again by its number. */
function createRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Model {
  facts: PlantFacts;
  kind: OperationKind;
  units: UnitEvidence[];
  /** What each unit last reported since the press: kept apart from the code under test. */
  reported: (Exclude<UnitEvent, "timeOut"> | undefined)[];
  /** Who pressed what successfully, the latest last. */
  accepted: { who: string; what: "stop" | "reset" | "release" }[];
}

const createModel = (): Model => ({
  facts: {
    state: "normal",
    holderId: undefined,
    markedBy: [],
    gateways: [{ isOnline: true, clockOffsetMs: 0 }],
    unitCount: UNITS,
    unitHolders: [],
    leftOpen: 0,
  },
  kind: "shutdown",
  units: [],
  reported: [],
  accepted: [],
});

function begin(model: Model, kind: OperationKind, who: string): void {
  model.kind = kind;
  model.units = Array.from({ length: UNITS }, () => ({ state: "unknown", isDark: false }));
  model.reported = Array.from({ length: UNITS }, () => undefined);
  const event = kind === "shutdown" ? "stop" : "reset";
  const state = stateAfter(model.facts.state, event);
  model.facts = { ...model.facts, state, holderId: kind === "shutdown" ? who : undefined };
  model.accepted.push({ who, what: event });
}

function judgePlant(model: Model, isOver: boolean): void {
  if (model.units.length === 0) return;
  const event = findPlantEvent(model.kind, model.units, isCounting(model.facts.state) && !isOver);
  if (event) model.facts = { ...model.facts, state: stateAfter(model.facts.state, event) };
}

const acts: ((model: Model, random: (below: number) => number, who: string) => void)[] = [
  (model, _random, who) => {
    if (refuseStop(model.facts, who) || joinsShutdown(model.facts, who)) return;
    begin(model, "shutdown", who);
  },
  (model, _random, who) => {
    if (!refuseReset(model.facts, who)) begin(model, "reset", who);
  },
  (model, _random, who) => {
    if (!isHeldState(model.facts.state) || model.facts.holderId !== who) return;
    model.facts = { ...model.facts, state: stateAfter(model.facts.state, "release"), holderId: undefined };
    model.accepted.push({ who, what: "release" });
  },
  (model, _random, who) => {
    const { markedBy, state } = model.facts;
    if (markedBy.includes(who))
      model.facts = { ...model.facts, markedBy: markedBy.filter((other) => other !== who) };
    else if (isHeldState(state) || state === "released")
      model.facts = { ...model.facts, markedBy: [...markedBy, who] };
  },
  (model, random) => {
    const clockOffsetMs = [0, null, 5_000][random(3)] as number | null;
    model.facts = { ...model.facts, gateways: [{ isOnline: random(2) === 0, clockOffsetMs }] };
  },
  (model, random) => {
    if (model.units.length === 0) return;
    const index = random(UNITS);
    const sample = {
      sw: random(2),
      inputV: [0, 40, null][random(3)] as number | null,
      outputV: [0.5, 38, null][random(3)] as number | null,
    };
    const event = judgeSample(sample, 1);
    if (event === undefined) return;
    model.units[index] = applyToUnit(model.units[index] as UnitEvidence, event);
    model.reported[index] = event;
    judgePlant(model, false);
  },
  (model) => {
    if (!isCounting(model.facts.state)) return;
    model.units = model.units.map((unit) => applyToUnit(unit, "timeOut"));
    judgePlant(model, true);
  },
];

/** A change of a plant or of a unit that the tables of docs/safety.md do not contain. A press begins the units anew. */
function findForbidden(
  model: Model,
  before: { state: string; units: readonly UnitEvidence[] },
  isPress: boolean,
) {
  const { state } = model.facts;
  if (state !== before.state && !PLANT_CHANGES.has(`${before.state} > ${state}`))
    return `the table of plants has no change from ${before.state} to ${state}`;
  if (isPress) return undefined;
  for (const [index, unit] of model.units.entries()) {
    const from = before.units[index]?.state;
    if (from !== unit.state && !UNIT_CHANGES.has(`${from} > ${unit.state}`))
      return `the table of units has no change from ${from} to ${unit.state}`;
  }
  return undefined;
}

/** What is wrong with a step; undefined: nothing. Plain comparisons, since 400,000 steps are played. */
function findViolation(
  { facts, units, reported, accepted }: Model,
  before: PlantFacts,
  who: string,
): string | undefined {
  if (facts.state === "shut-down") {
    if (!reported.every((report) => report === "open" || report === "dark")) return "shut down without proof";
    if (!units.some(({ state }) => state === "open")) return "shut down by darkness alone";
    if (accepted.at(-1)?.what !== "stop") return "shut down without a press";
  }
  if (
    facts.state === "normal" &&
    before.state !== "normal" &&
    !units.every(({ state }) => state === "closed")
  )
    return "normal with a unit that is not closed";
  if (isHeldState(facts.state) && facts.holderId !== accepted.findLast(({ what }) => what === "stop")?.who)
    return "another holder than the author of the shutdown";
  if (facts.state === "resetting" && before.state !== "resetting") {
    if (before.markedBy.length > 0) return "reset in spite of a mark";
    if (before.gateways[0]?.isOnline !== true || before.gateways[0].clockOffsetMs !== 0)
      return "reset without a clock";
    if (isHeldState(before.state) && who !== before.holderId)
      return "reset by another account than the holder";
  }
  return undefined;
}

test("10,000 random sequences of three people, reports and reconnects reach no state that the table forbids", () => {
  const seen = new Set<string>();
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const random = createRandom(sequence);
    const model = createModel();
    for (let step = 0; step < STEPS; step++) {
      const [before, units, presses] = [model.facts, [...model.units], model.accepted.length];
      const who = PEOPLE[random(PEOPLE.length)] as string;
      acts[random(acts.length)]?.(model, random, who);
      seen.add(model.facts.state);
      const isPress = model.accepted.length > presses;
      const violation =
        findForbidden(model, { state: before.state, units }, isPress) ?? findViolation(model, before, who);
      if (violation !== undefined) throw new Error(`sequence ${sequence}, step ${step}: ${violation}`);
    }
  }
  // A test that never gets anywhere proves nothing.
  expect([...seen].sort()).toEqual([
    "normal",
    "partly-reset",
    "partly-shut-down",
    "released",
    "reset-timed-out",
    "resetting",
    "shut-down",
    "shutdown-timed-out",
    "shutting-down",
  ]);
});
