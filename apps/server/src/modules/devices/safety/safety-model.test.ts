import { isHeldState, safetyState } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Model, Operation } from "../../../../test/safety-model/model.ts";
import {
  beginPlant,
  changeMark,
  createModel,
  DEVICES,
  passTime,
  releasePlant,
  report,
  toFacts,
  UNITS,
} from "../../../../test/safety-model/model.ts";
import type { Attempt } from "../../../../test/safety-model/rules.ts";
import { findBroken } from "../../../../test/safety-model/rules.ts";
import { stateOfDevice, unitPresses } from "../../../../test/safety-model/unit-presses.ts";
import { readSafetyChanges, readSafetyTables } from "../../../../test/safety-tables.ts";
import { joinsShutdown, refuseDrill, refuseReset, refuseStop } from "./safety-rules.ts";

const SEQUENCES = 10_000;
const STEPS = 40;
const PLANT_CHANGES = readSafetyChanges("state | event");
const UNIT_CHANGES = readSafetyChanges("unit | event");
const DEVICE_STATES = readSafetyTables("state | meaning")[2]?.map(([state]) => state);
const PEOPLE = ["owner", "installer", "neighbour"];

type Random = (below: number) => number;

/** A small generator, so that a failing sequence can be played again by its number. */
function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const pick = <Value>(values: readonly Value[], random: Random): Value =>
  values[random(values.length)] as Value;

/** Presses of the plant; each returns whether it was accepted. */
const plantPresses = {
  stop(model: Model, who: string): boolean {
    const facts = toFacts(model);
    if (refuseStop(facts, who)) return false;
    if (!joinsShutdown(facts, who)) beginPlant(model, "shutdown", who);
    return true;
  },
  drillPlant(model: Model, who: string): boolean {
    if (refuseDrill(toFacts(model), who)) return false;
    beginPlant(model, "shutdown", who);
    return true;
  },
  reset(model: Model, who: string): boolean {
    if (refuseReset(toFacts(model), who)) return false;
    beginPlant(model, "reset", who);
    return true;
  },
  release(model: Model, who: string): boolean {
    if (!isHeldState(model.facts.state) || model.facts.holderId !== who) return false;
    releasePlant(model);
    return true;
  },
  mark: changeMark,
};

type Act = (model: Model, random: Random, who: string) => Attempt | undefined;

const acts: readonly Act[] = [
  ...(["stop", "drillPlant", "reset", "release", "mark"] as const).map(
    (what): Act =>
      (model, _random, who) => ({ what, who, isAccepted: plantPresses[what](model, who) }),
  ),
  ...(["open", "drill", "close", "releaseUnit"] as const).map(
    (what): Act =>
      (model, random, who) => {
        const device = pick(DEVICES, random);
        return { what, who, device, isAccepted: unitPresses[what](model, who, device) };
      },
  ),
  (model, random) => {
    // More often one that allows everything.
    const clockOffsetMs = pick([0, 0, null, 5_000], random);
    model.facts = { ...model.facts, gateways: [{ isOnline: random(4) > 0, clockOffsetMs }] };
    return undefined;
  },
  // Reports of one unit come twice as often, those of all units bring a press to its end.
  ...[1, 1, UNITS.length].map(
    (count): Act =>
      (model, random) => {
        const sample = {
          sw: random(2),
          inputV: pick([0, 40, null], random),
          outputV: pick([0.5, 38, null], random),
        };
        const first = random(UNITS.length);
        for (let at = 0; at < count; at++) report(model, (first + at) % UNITS.length, sample);
        return undefined;
      },
  ),
  (model) => {
    passTime(model);
    return undefined;
  },
];

/** A change of a plant or of a unit that the tables of docs/safety.md do not contain. A press begins the units anew. */
function findForbidden(model: Model, before: Model): string | undefined {
  const [from, to] = [before.facts.state, model.facts.state];
  if (to !== from && !PLANT_CHANGES.has(`${from} > ${to}`))
    return `the table of plants has no change from ${from} to ${to}`;
  for (const operation of listOperations(model)) {
    const earlier = listOperations(before).find(({ id }) => id === operation.id);
    if (!earlier || earlier === operation) continue;
    for (const [at, { state }] of operation.evidence.entries()) {
      const was = earlier.evidence[at]?.state;
      if (was !== state && !UNIT_CHANGES.has(`${was} > ${state}`))
        return `the table of units has no change from ${was} to ${state}`;
    }
  }
  return undefined;
}

const listOperations = ({ plant, operations }: Model): readonly Operation[] =>
  plant ? [plant, ...operations] : operations;

test("10,000 random sequences of three people, reports and reconnects reach no state that the tables forbid", () => {
  const seen = { plants: new Set<string>(), devices: new Set<string>(), accepted: new Set<string>() };
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const random = createRandom(sequence);
    const model = createModel();
    for (let step = 0; step < STEPS; step++) {
      const before = { ...model };
      const attempt = pick(acts, random)(model, random, pick(PEOPLE, random));
      const broken = findForbidden(model, before) ?? findBroken(model, before, attempt);
      if (broken !== undefined) throw new Error(`sequence ${sequence}, step ${step}: ${broken}`);
      seen.plants.add(model.facts.state);
      for (const device of DEVICES) seen.devices.add(stateOfDevice(model, device));
      if (attempt?.isAccepted) seen.accepted.add(attempt.what);
    }
  }
  // A test that never gets anywhere proves nothing.
  expect([...seen.plants].sort()).toEqual([...safetyState.options].sort());
  expect([...seen.devices].sort()).toEqual(DEVICE_STATES?.sort());
  expect([...seen.accepted].sort()).toEqual(Object.keys({ ...plantPresses, ...unitPresses }).sort());
});
