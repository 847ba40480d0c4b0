import type { DayPlanes } from "@heliograph/contract/layout-day";
import { expect, it } from "vitest";
import { DayValues } from "../../shared/roof/day-values.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import { findPeers } from "../../shared/roof/peers.ts";
import { findMismatches } from "./mismatch.ts";
import { listLanes } from "./strings.ts";

interface Plant {
  /** W of the units of each string in two steps, the second in the dark; null without data. */
  readonly strings: readonly (readonly (number | null)[])[];
  /** Azimuth of each string; null where it is not known. */
  readonly azimuths?: readonly (number | null)[];
  readonly ratedPowerW?: number | null;
  readonly step?: number;
  readonly open?: DayPlanes["header"]["open"];
  /** The units are those of one string in several groups. */
  readonly isOneString?: boolean;
}

/** Marks as `A1-3 -50`: units and strings with their differences in per cent. */
function markedOf({
  strings,
  azimuths = [],
  ratedPowerW = 400,
  step = 0,
  open = {},
  isOneString = false,
}: Plant): string[] {
  const units = strings.flatMap((powers, string) =>
    powers.map((powerW, index) => ({
      string,
      powerW,
      label: isOneString ? `A1-${string + 1}${index + 1}` : `A${string + 1}-${index + 1}`,
    })),
  );
  const layout = {
    groups: strings.map((_, index) => ({
      tiltDeg: 30,
      azimuthDeg: azimuths[index] === undefined ? 180 : azimuths[index],
    })),
    units: units.map(({ label }) => ({ type: "OPT", sn: null, parent: null, label, ratedPowerW })),
    cells: { group: units.map(({ string }) => string), unit: units.map((_, unit) => unit) },
  } as unknown as Layout;
  const keys = units.map((_, unit) => unit);
  const none = new Uint16Array(units.length * 2);
  const values = new DayValues(
    {
      header: {
        ...{ day: "2026-05-03", timeZone: "UTC", fromAt: 0, toAt: 600_000, stepS: 300, steps: 2, open },
        ...{ source: "samples", units: keys, powerScales: keys.map(() => 1), dark: [1] },
      },
      planes: {
        ...{ voltageV: none, currentA: none, temperatureC: none, signalDbm: none },
        powerW: Uint16Array.from(
          units.flatMap(({ powerW }) => Array(2).fill(powerW === null ? 0 : powerW + 1)),
        ),
      },
    },
    { keys, ratedPowersW: keys.map(() => ratedPowerW), peers: findPeers(layout) },
  );
  const lanes = listLanes(layout).flatMap((gateway) => gateway.lanes);
  const marked = findMismatches({ layout, lanes, values, step });
  return [
    ...[...marked.units].map(([unit, share]) => `${units[unit]!.label} ${Math.round(share * 100)}`),
    ...[...marked.lanes].map(([key, share]) => `${key.slice(2)} ${Math.round(share * 100)}`),
  ];
}

it("marks units further than a tenth from the median of their string, in either direction", () => {
  expect(markedOf({ strings: [[200, 200, 178, 200, 0, 181, 219, 240]] })).toEqual([
    "A1-3 -11",
    "A1-5 -100",
    "A1-8 20",
  ]);
});

it("marks the shaded half of a string, not all of it", () => {
  expect(markedOf({ strings: [[200, 200, 80, 80]] })).toEqual(["A1-3 -60", "A1-4 -60"]);
});

it("compares the units of a string on one plane, or in one group where its plane is unknown", () => {
  const faces = {
    strings: [
      [200, 200, 200],
      [90, 90, 90, 20],
    ],
    isOneString: true,
  };
  for (const azimuths of [
    [90, 270],
    [null, null],
  ])
    expect(markedOf({ ...faces, azimuths })).toEqual(["A1-24 -78"]);
});

it("marks strings whose units give less than those of the others on the same plane", () => {
  const [good, weak] = [
    [200, 200, 200],
    [150, 150, 150],
  ];
  expect(markedOf({ strings: [good, weak, good, good] })).toEqual(["A2 -25"]);
  // A string with fewer units gives less in total, and is no mismatch.
  expect(markedOf({ strings: [good, [200], good, good] })).toEqual([]);
  expect(markedOf({ strings: [good, weak, good, good], azimuths: [90, 270, 90, 90] })).toEqual([]);
  expect(markedOf({ strings: [good, weak, good, good], azimuths: [null, null, null, null] })).toEqual([]);
});

it("compares neither what has no data, nor what is shut down, nor fewer than three", () => {
  expect(markedOf({ strings: [[200, 200, 200, null]] })).toEqual([]);
  expect(markedOf({ strings: [[200, 200, 200, 0]], open: { 3: [0] } })).toEqual([]);
  expect(markedOf({ strings: [[200, 100]] })).toEqual([]);
});

it("marks nothing in the dark, and nothing in so little light that sensors differ", () => {
  expect(markedOf({ strings: [[200, 200, 100]], step: 1 })).toEqual([]);
  expect(markedOf({ strings: [[6, 6, 3]] })).toEqual([]);
  expect(markedOf({ strings: [[6, 6, 3]], ratedPowerW: null })).toEqual([]);
  expect(markedOf({ strings: [[60, 60, 30]], ratedPowerW: null })).toEqual(["A1-3 -50"]);
});
