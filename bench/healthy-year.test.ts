import { readFileSync } from "node:fs";
import type { DeviceType, ThresholdQuantity, ThresholdSide } from "@heliograph/contract";
import { sunPosition } from "@heliograph/solar";
import { describe, expect, test } from "vitest";
import type { ObservedUnit } from "../apps/server/src/modules/devices/missing-data/missing-data-rules.ts";
import {
  findUnitFault,
  MIN_PEER_SHARE,
} from "../apps/server/src/modules/devices/missing-data/missing-data-rules.ts";
import type { Limit, WatchedSample } from "../apps/server/src/modules/devices/thresholds/judge.ts";
import { findValue, LOW_SUN_DEG, toLimit } from "../apps/server/src/modules/devices/thresholds/judge.ts";
import type { Site, SiteGateway } from "../apps/simulator/src/fleet.ts";
import { fleetSchema } from "../apps/simulator/src/fleet.ts";
import { createReporter } from "../apps/simulator/src/physics/reports.ts";
import { createRoofPhysics } from "../apps/simulator/src/physics/roof-physics.ts";
import { climateOfLatitude, createWeather } from "../apps/simulator/src/physics/weather.ts";

// What the rules of alarms make of a year of reports of healthy units, asleep at night, under clouds of every kind.

const YEAR_FROM = Date.UTC(2026, 0, 1);
const YEAR_TO = Date.UTC(2027, 0, 1);
const INTERVAL_MS = 1_800_000;
const MODULE_W = 420;
const TABLES: readonly [number, "OPT" | "SCON"][] = [
  [1, "OPT"],
  [2, "SCON"],
];

const places = [
  { name: "60° N", latitude: 60, longitude: 10, azimuthDeg: 180 },
  { name: "23° S", latitude: -23, longitude: -46, azimuthDeg: 0 },
] as const;

/** The limits that every installation begins with. */
function readDefaultLimits(): readonly (Limit & { readonly deviceType: DeviceType })[] {
  const file = "../apps/server/migrations/postgres/0084-alarm-thresholds.sql";
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const rows = text.matchAll(/\('(\w+)', '(\w+)', '(\w+)', true, ([-\d.]+), ([-\d.]+), (\d+), '\w+'\)/g);
  return [...rows].map(([, deviceType, quantity, side, raiseValue, clearValue, delayS]) => ({
    deviceType: deviceType as DeviceType,
    ...toLimit({
      deviceType: deviceType as DeviceType,
      quantity: quantity as ThresholdQuantity,
      side: side as ThresholdSide,
      isOn: true,
      raiseValue: Number(raiseValue),
      clearValue: Number(clearValue),
      delayS: Number(delayS),
      severity: "alarm",
    }),
  }));
}
const limits = readDefaultLimits();

function createSite({ latitude, longitude, azimuthDeg }: (typeof places)[number]): Site {
  const array = { name: "A", rows: 2, columns: 3, tiltDeg: 30, azimuthDeg, moduleW: MODULE_W };
  const fleet = fleetSchema.parse({
    sites: [
      {
        name: "Roof",
        timeZone: "UTC",
        currency: "EUR",
        latitude,
        longitude,
        gateways: [{ sn: "DCON-YEAR", arrays: [{ ...array, strings: 1, stringDevice: "SCON" }] }],
      },
    ],
  });
  return fleet.sites[0] as Site;
}

interface Report {
  readonly type: "OPT" | "SCON";
  readonly at: number;
  readonly values: WatchedSample["values"];
}

/** Power as the server computes it from a report. */
const powerOf = ({ values: { vi, ii } }: Report): number => (vi ?? 0) * (ii ?? 0);

/** Reports of a year, instant by instant; the latest of each unit, since sleeping units send none. */
function* playYear(
  place: (typeof places)[number],
): Generator<{ at: number; latest: ReadonlyMap<number, Report> }> {
  const site = createSite(place);
  const gateway = site.gateways[0] as SiteGateway;
  const weather = createWeather({
    seed: 7,
    longitude: place.longitude,
    climate: climateOfLatitude(place.latitude),
  });
  const physics = createRoofPhysics({ site, gateway, weather, seed: 7, beginAt: YEAR_FROM });
  const reporter = createReporter({ site, gateway, physics, seed: 7 });
  const latest = new Map<number, Report>();
  for (let at = YEAR_FROM; at < YEAR_TO; at += INTERVAL_MS) {
    const reports = reporter.reportsAt(at);
    for (const [number, type] of TABLES)
      for (const { unit, values } of reports.find(({ table }) => table === number)?.rows ?? [])
        latest.set(unit, { type, at, values: values as Report["values"] });
    yield { at, latest };
  }
}

/** Units that would raise an alarm about missing data. */
function listFaults(
  place: (typeof places)[number],
  at: number,
  latest: ReadonlyMap<number, Report>,
): string[] {
  return TABLES.flatMap(([, type]) => {
    const units = [...latest.values()].filter((report) => report.type === type);
    const ratedW = type === "OPT" ? MODULE_W : 6 * MODULE_W;
    const producing = units.filter(
      (unit) => at - unit.at < 3 * INTERVAL_MS && powerOf(unit) >= MIN_PEER_SHARE * ratedW,
    );
    return units.flatMap((unit) => {
      const observed: ObservedUnit = {
        ...place,
        intervalMs: INTERVAL_MS,
        lastSampleAt: unit.at,
        expectedSince: YEAR_FROM,
        canProduce: true,
        powerW: powerOf(unit),
        peers: units.length - 1,
        producingPeers: producing.filter((other) => other !== unit).length,
      };
      const fault = findUnitFault(observed, at);
      return fault === undefined ? [] : [`${type} ${fault} ${new Date(at).toISOString()}`];
    });
  });
}

/** Values of the instant beyond a limit, whatever its delay. */
function listExceeded(
  place: (typeof places)[number],
  at: number,
  latest: ReadonlyMap<number, Report>,
): string[] {
  const isSunLow = sunPosition({ ...place, at }).elevationDeg < LOW_SUN_DEG;
  return [...latest.values()]
    .filter((report) => report.at === at)
    .flatMap(({ type, values }) =>
      limits
        .filter((limit) => limit.deviceType === type && !(limit.isOfProduction && isSunLow))
        .flatMap((limit) => {
          const value = findValue(limit, {
            deviceId: "",
            plantId: "",
            kind: type,
            at,
            values,
            latest: values,
          });
          return value !== undefined && limit.sign * value > limit.raise
            ? [`${type} ${limit.faultName} ${value} ${new Date(at).toISOString()}`]
            : [];
        }),
    );
}

describe.each(places)("a simulated year at $name", (place) => {
  test("raises no alarm about healthy units, at night, at dawn or by day, nor leaves the default limits", () => {
    const alarms: string[] = [];
    const types = new Set<string>();
    for (const { at, latest } of playYear(place)) {
      for (const { type } of latest.values()) types.add(type);
      alarms.push(...listFaults(place, at, latest), ...listExceeded(place, at, latest));
    }
    expect(alarms).toEqual([]);
    expect([...types].sort()).toEqual(["OPT", "SCON"]);
    expect(limits.length).toBeGreaterThan(10);
  });
});
