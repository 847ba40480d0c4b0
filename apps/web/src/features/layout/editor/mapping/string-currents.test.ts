import type { DayPlanes } from "@heliograph/contract/layout-day";
import { expect, it } from "vitest";
import { findWiring, listCounterparts, listStrings } from "./string-currents.ts";

const STEPS = 288;
const SUNRISE = 72;
const SUNSET = 216;
const MEMBERS = 10;
const STRINGS = 3;

/** The same numbers from 0 to 1 in each run. */
function createNoise(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

const units = Array.from({ length: STRINGS * MEMBERS }, (_, index) => ({
  key: index + 1,
  type: "RSD" as const,
  parentSn: `S${Math.floor(index / MEMBERS) + 1}`,
}));
const recordedAs = (key: number, parentSn: string) => (unit: (typeof units)[number]) =>
  unit.key === key ? { ...unit, parentSn } : unit;

/** Six days of units 1 to 30, ten to a string, by the steps after sunrise for which the unit's current is that of a shaded one. */
function makeDays(shadedSteps: (unit: number) => number, noise = 0.005): DayPlanes[] {
  const random = createNoise();
  const none = new Uint16Array(units.length * STEPS);
  return Array.from({ length: 6 }, (_, day) => ({
    header: {
      ...{
        day: `2026-06-0${day + 1}`,
        timeZone: "UTC",
        fromAt: 0,
        toAt: 86_400_000,
        stepS: 300,
        steps: STEPS,
      },
      ...{ source: "samples", units: units.map(({ key }) => key), powerScales: units.map(() => 0.1) },
      ...{ open: {}, dark: [] },
    },
    planes: {
      ...{ powerW: none, voltageV: none, temperatureC: none, signalDbm: none },
      currentA: none.map((_, index) => {
        const [unit, step] = [Math.floor(index / STEPS) + 1, index % STEPS];
        if (step < SUNRISE || step > SUNSET) return 1;
        const sun = Math.sin(((step - SUNRISE) / (SUNSET - SUNRISE)) * Math.PI);
        const shade = step - SUNRISE < shadedSteps(unit) ? 0.4 : 1;
        // Meters differ by up to 2 % from each other all day.
        const tolerance = 1 + ((unit * 7) % 5) / 250;
        return Math.round(1000 * sun * shade * tolerance * (1 + noise * (random() - 0.5) * 3.5)) + 1;
      }),
    },
  }));
}

const stringOf = (unit: number): number => Math.floor((unit - 1) / MEMBERS);
const byString = (unit: number): number => 20 + 20 * stringOf(unit);
const find = (...[days, recorded]: Parameters<typeof findWiring>) =>
  findWiring(days, recorded).map(({ unit, recorded: from, followed }) => `${unit}: ${from} → ${followed}`);

it("finds the units that carry each other's string's current, and the strings they are in", () => {
  const recorded = units.map(recordedAs(4, "S2")).map(recordedAs(17, "S1"));
  const days = makeDays(byString);
  expect(find(days, recorded).sort()).toEqual(["17: S1 → S2", "4: S2 → S1"]);
  const strings = listStrings(recorded, findWiring(days, recorded));
  expect(strings).toEqual(new Map(units.map(({ key, parentSn }) => [key, parentSn])));
});

it("shows the currents of the unit and of both strings at the quarter hours with light", () => {
  const [finding] = findWiring(makeDays(byString), units.map(recordedAs(4, "S3")));
  const { minutes, own, ofRecorded, ofFollowed } = finding!;
  expect([minutes[0], minutes.length]).toEqual([SUNRISE * 5 + 7.5, own.length]);
  // At 10:00 string 3 is shaded, string 1 no longer.
  const at = minutes.indexOf(607.5);
  const current = 10 * Math.sin(((607.5 - 360) / 720) * Math.PI);
  expect(own[at]! / current).toBeCloseTo(1, 1);
  expect(ofFollowed[at]! / current).toBeCloseTo(1, 1);
  expect(ofRecorded[at]! / current).toBeCloseTo(0.4, 1);
});

it("finds nothing in a plant whose records are right, and none that has no currents", () => {
  expect(find(makeDays(byString), units)).toEqual([]);
  expect(find([], units)).toEqual([]);
});

it("finds nothing where strings carry the same current, or two other strings do", () => {
  const recorded = units.map(recordedAs(4, "S2")).map(recordedAs(17, "S1"));
  expect(
    find(
      makeDays(() => 30),
      recorded,
    ),
  ).toEqual([]);
  const alike = makeDays((unit) => (stringOf(unit) === 1 ? 60 : 20));
  expect(find(alike, units.map(recordedAs(4, "S2")))).toEqual([]);
});

it("does not compare the currents of optimizers, nor of units that do not share one", () => {
  const recorded = units.map(recordedAs(4, "S2"));
  const optimizers = recorded.map((unit) => ({ ...unit, type: "OPT" as const }));
  expect(find(makeDays(byString), optimizers)).toEqual([]);
  // Each module has its own shade; or only those of the string whose median one unit of another follows.
  const ownShade = (unit: number): number => 10 + ((unit * 13) % 30) * 2;
  expect(find(makeDays(ownShade), recorded)).toEqual([]);
  const shadeOf = (unit: number): number => (unit === 17 ? 40 : [ownShade(unit), 110, 5][stringOf(unit)]!);
  expect(find(makeDays(shadeOf), units)).toEqual([]);
});

it("knows the other unit of an exchange where each is the only one in the other's string", () => {
  const counterparts = (...records: readonly (readonly [number, string])[]) => {
    const recorded = records.reduce((all, [key, string]) => all.map(recordedAs(key, string)), units);
    return listCounterparts(findWiring(makeDays(byString), recorded));
  };
  expect(counterparts([4, "S2"], [17, "S1"], [5, "S3"])).toEqual(
    new Map([
      [4, 17],
      [17, 4],
    ]),
  );
  expect(counterparts([4, "S2"], [17, "S1"], [5, "S2"])).toEqual(new Map());
});
