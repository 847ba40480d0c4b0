import { findFaultName } from "@heliograph/contract/fault-codes";
import { plantDayOf } from "@heliograph/solar";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fleetSchema } from "../fleet.ts";
import { createConditionWatch } from "./conditions.ts";
import { createReporter } from "./reports.ts";
import { createRoofPhysics } from "./roof-physics.ts";
import { climateOfLatitude, createWeather } from "./weather.ts";

const HOUR_MS = 3_600_000;
const beginAt = Date.parse("2026-06-10T22:00:00Z");
const noonAt = Date.parse("2026-06-11T11:30:00Z");

interface Setup {
  gateway?: object;
  faults?: object[];
  seed?: number;
  array?: object;
}

function createSite({ faults = [], array = {}, gateway = {} }: Setup) {
  const fleet = fleetSchema.parse({
    sites: [
      {
        name: "Test",
        timeZone: "Europe/Berlin",
        currency: "EUR",
        latitude: 48.1,
        longitude: 11.6,
        gateways: [
          {
            sn: "DCON-TEST",
            acMeter: true,
            ...gateway,
            arrays: [
              {
                name: "A",
                rows: 2,
                columns: 6,
                tiltDeg: 30,
                azimuthDeg: 180,
                moduleW: 400,
                strings: 2,
                stringDevice: "SCON",
                ...array,
              },
            ],
          },
        ],
        faults,
      },
    ],
  });
  return fleet.sites[0]!;
}

function create(setup: Setup = {}) {
  const site = createSite(setup);
  const seed = setup.seed ?? 1;
  const gateway = site.gateways[0]!;
  const weather = createWeather({
    seed,
    longitude: site.longitude,
    climate: climateOfLatitude(site.latitude),
  });
  const physics = createRoofPhysics({ site, gateway, weather, seed, beginAt });
  return { site, physics, reporter: createReporter({ site, gateway, physics, seed }) };
}

function reportDay(setup: Setup = {}) {
  const { reporter } = create(setup);
  const reports: unknown[] = [];
  for (let at = beginAt; at < beginAt + 24 * HOUR_MS; at += 300_000) reports.push(reporter.reportsAt(at));
  return reports;
}

describe("switches", () => {
  const readUnits = (setup: Setup, switchOpen: boolean) => {
    const { physics, reporter } = create({ ...setup, array: { moduleDevice: "RSD" } });
    physics.stateAt(noonAt - 60_000);
    if (switchOpen) physics.setOpen([0, 1], true);
    const rows = reporter.reportsAt(noonAt).find(({ table }) => table === 3)?.rows ?? [];
    return rows.slice(0, 2).map(({ values }) => values);
  };

  test("an open switch lets nothing through while its input still has the light's voltage", () => {
    for (const values of readUnits({}, true)) {
      expect(values.sw).toBe(0);
      expect(values.vi).toBeGreaterThan(20);
      expect(values.vo).toBeLessThan(1);
    }
  });

  test("a stuck switch reports open, and its voltage stays", () => {
    const [stuck, other] = readUnits({ faults: [{ kind: "stuck-switch", columns: [1, 1] }] }, true);
    expect(stuck).toMatchObject({ sw: 0 });
    expect(stuck?.vo).toBeGreaterThan(10);
    expect(other?.vo).toBeLessThan(1);
  });

  test("in the dark a unit reports its switch after a command, and nothing to measure", () => {
    const { reporter } = create({ array: { moduleDevice: "RSD" } });
    const midnightAt = beginAt + 2 * HOUR_MS;
    reporter.reportsAt(midnightAt - 60_000);
    const readRows = (areAwake: boolean) =>
      reporter.reportsAt(midnightAt, areAwake).find(({ table }) => table === 3)?.rows ?? [];
    expect(readRows(false)).toEqual([]);
    expect(readRows(true)[0]?.values).toMatchObject({ sw: 1, vi: 0 });
  });

  test("units without a keep-alive open automatically", () => {
    const [silent, other] = readUnits({ faults: [{ kind: "keep-alive-lost", columns: [1, 1] }] }, false);
    expect(silent).toMatchObject({ sw: 0 });
    expect(silent?.vo).toBeLessThan(1);
    expect(other).toMatchObject({ sw: 1 });
  });

  test("units that lose their keep-alive produce until their MOS timeout is over, however often they are read", () => {
    const lost = { kind: "keep-alive-lost", columns: [1, 1], from: new Date(noonAt).toISOString() };
    const setup = { faults: [lost], array: { moduleDevice: "RSD" } };
    const { physics, reporter } = create(setup);
    const readFirst = (at: number) =>
      reporter.reportsAt(at).find(({ table }) => table === 3)?.rows[0]?.values as Record<string, number>;
    // The last heartbeat arrives 2 s before noon.
    const before = readFirst(noonAt + 7_000);
    expect(before).toMatchObject({ sw: 1 });
    expect(before.vo).toBeGreaterThan(10);
    const after = readFirst(noonAt + 8_000);
    expect(after).toMatchObject({ sw: 0 });
    expect(after.vo).toBeLessThan(1);
    const readWh = (at: number) => physics.stateAt(at).counterWh[0];
    const openedWh = readWh(noonAt + 8_000);
    expect(openedWh).toBeGreaterThan(readWh(noonAt)!);
    expect(readWh(noonAt + HOUR_MS)).toBeCloseTo(openedWh!, 9);
    expect(create(setup).physics.stateAt(noonAt + HOUR_MS).counterWh[0]).toBeCloseTo(openedWh!, 9);
  });
});

describe("roof physics", () => {
  test("starts each counter at its given value: modules one by one, strings as their modules, the AC meter at its own", () => {
    const counterStartWh = Array.from({ length: 12 }, (_, index) => 1_000 + index);
    const { reporter } = create({ array: { counterStartWh }, gateway: { acCounterStartWh: 11_111 } });
    const readings = new Map<number, unknown>();
    for (let at = beginAt; readings.size < 15; at += 60_000) {
      for (const { rows } of reporter.reportsAt(at)) {
        for (const { unit, values } of rows)
          if (!readings.has(unit)) readings.set(unit, values.eh ?? values.ea);
      }
    }
    const read = (unit: number): number => Math.round(readings.get(unit) as number);
    expect(read(0)).toBe(11_111);
    expect([1, 2].map(read)).toEqual([6_015, 6_051]);
    expect(Array.from({ length: 12 }, (_, index) => read(index + 3))).toEqual(counterStartWh);
    expect(create({ array: { counterStartWh: 1_000 } }).physics.stateAt(beginAt).acCounterWh).toBe(11_520);
  });

  test("gives the same bytes for the same seed and other weather for another [R1.3]", () => {
    expect(JSON.stringify(reportDay())).toBe(JSON.stringify(reportDay()));
    expect(JSON.stringify(reportDay())).not.toBe(JSON.stringify(reportDay({ seed: 2 })));
  });

  test("returns the same counter whatever was requested before", () => {
    const oneStep = create().physics.stateAt(noonAt).counterWh;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: beginAt, max: noonAt }), { maxLength: 8 }), (instants) => {
        const { physics } = create();
        for (const at of instants) physics.stateAt(at);
        const counters = physics.stateAt(noonAt).counterWh;
        counters.forEach((counterWh, index) => {
          expect(counterWh).toBeCloseTo(oneStep[index]!, 6);
        });
      }),
      { numRuns: 12 },
    );
  });

  test("never decreases a counter, and keeps it unchanged at night", () => {
    const { physics } = create();
    let before = physics.stateAt(beginAt);
    for (let at = beginAt; at < beginAt + 30 * HOUR_MS; at += 7 * 60_000) {
      const state = physics.stateAt(at);
      state.counterWh.forEach((counterWh, index) => {
        expect(counterWh).toBeGreaterThanOrEqual(before.counterWh[index]!);
        if (state.light.ghiWm2 === 0 && before.light.ghiWm2 === 0)
          expect(counterWh).toBe(before.counterWh[index]!);
        if (state.light.ghiWm2 === 0) expect(state.powerW[index]).toBe(0);
      });
      before = state;
    }
    expect(before.counterWh[0]).toBeGreaterThan(200);
  });

  test("agrees with the area under its own power", () => {
    const { physics } = create();
    let areaWh = 0;
    let before = physics.stateAt(beginAt);
    for (let at = beginAt + 60_000; at <= beginAt + 24 * HOUR_MS; at += 60_000) {
      const state = physics.stateAt(at);
      areaWh += (before.powerW[3]! + state.powerW[3]!) / 2 / 60;
      before = state;
    }
    expect(before.counterWh[3]! / areaWh).toBeCloseTo(1, 6);
  });

  test("stays below what the rating and the sun allow", () => {
    const { physics } = create();
    for (let at = beginAt; at < beginAt + 24 * HOUR_MS; at += 900_000) {
      for (const powerW of physics.stateAt(at).powerW) {
        expect(powerW).toBeGreaterThanOrEqual(0);
        expect(powerW).toBeLessThan(400 * 1.25);
      }
    }
  });

  test("gives a string the sum of its modules, in power and in energy", () => {
    const { reporter } = create();
    const reports = reporter.reportsAt(noonAt);
    const modules = reports.find(({ table }) => table === 1)!.rows;
    const strings = reports.find(({ table }) => table === 2)!.rows;
    const sum = (of: typeof modules, value: (values: Record<string, number>) => number) =>
      of.reduce((total, { values }) => total + value(values as Record<string, number>), 0);
    expect(strings).toHaveLength(2);
    expect(sum(strings, ({ eh }) => eh!)).toBeCloseTo(
      sum(modules, ({ eh }) => eh!),
      6,
    );
    expect(sum(strings, ({ vi, ii }) => vi! * ii!)).toBeCloseTo(
      sum(modules, ({ vo, io }) => vo! * io!),
      6,
    );
  });

  test("has losses between the modules and the AC meter", () => {
    const state = create().physics.stateAt(noonAt);
    const dcW = state.powerW.reduce((sum, powerW) => sum + powerW, 0);
    expect(state.acPowerW / dcW).toBeGreaterThan(0.85);
    expect(state.acPowerW / dcW).toBeLessThan(0.99);
  });

  test("sends only the gateway's samples at night, after each unit reported once that it sleeps", () => {
    const { site, reporter } = create();
    const statuses: (number | null)[] = [];
    let quiet = 0;
    for (let at = noonAt; plantDayOf(at, site.timeZone) === "2026-06-11"; at += 300_000) {
      const reports = reporter.reportsAt(at);
      const rows = reports.filter(({ table }) => table === 1).flatMap((report) => report.rows);
      if (rows.length === 0) quiet++;
      else statuses.push(rows[0]!.values.st!);
    }
    expect(statuses.filter((status) => status === 2)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(2);
    expect(quiet).toBeGreaterThan(20);
  });
});

describe("faults", () => {
  const rowsOf = (setup: Setup, at = noonAt) =>
    create(setup)
      .reporter.reportsAt(at)
      .filter(({ table }) => table === 1)
      .flatMap(({ rows }) => rows);
  const powerOf = (row: { values: object }) => {
    const { vo, io } = row.values as { vo: number; io: number };
    return vo * io;
  };
  const one = { array: "A", rows: [1, 1], columns: [2, 2] };

  test("a dead unit sends nothing and its module produces nothing", () => {
    const dead = { kind: "dead-unit", ...one };
    expect(rowsOf({ faults: [dead] })).toHaveLength(11);
    expect(create({ faults: [dead] }).physics.stateAt(noonAt).powerW[1]).toBe(0);
  });

  test("shade and soiling reduce the power by their share, in their hours", () => {
    const clean = powerOf(rowsOf({})[1]!);
    for (const kind of ["shade", "soiling"]) {
      const hit = { kind, loss: 0.4, hours: [11, 14], ...one };
      expect(powerOf(rowsOf({ faults: [hit] })[1]!) / clean).toBeCloseTo(0.6, 6);
      expect(powerOf(rowsOf({ faults: [{ ...hit, hours: [15, 18] }] })[1]!)).toBeCloseTo(clean, 6);
    }
  });

  test("radio loss drops about its share of the samples and no energy", () => {
    const { physics, reporter } = create({ faults: [{ kind: "radio-loss", share: 0.3 }] });
    let heard = 0;
    for (let at = noonAt; at < noonAt + 3 * HOUR_MS; at += 60_000)
      heard += reporter.reportsAt(at).find(({ table }) => table === 1)?.rows.length ?? 0;
    expect(heard / (180 * 12)).toBeCloseTo(0.7, 1);
    const intact = create().physics.stateAt(noonAt + 3 * HOUR_MS).counterWh;
    physics.stateAt(noonAt + 3 * HOUR_MS).counterWh.forEach((counterWh, index) => {
      expect(counterWh).toBeCloseTo(intact[index]!, 6);
    });
  });

  test("a broken string and a broken unit raise their events once, and end them", () => {
    const faults = [
      { kind: "string-down", string: 1, to: "2026-06-11T12:00:00Z" },
      { kind: "unit-fault", code: 7, array: "A", rows: [2, 2], columns: [6, 6] },
    ];
    const { site, physics } = create({ faults });
    const watch = createConditionWatch(site, physics.roof);
    expect(watch.changesAt(noonAt)).toEqual([
      {
        at: noonAt,
        entries: [
          [1, "raised", 12],
          [14, "raised", 7],
        ],
      },
    ]);
    expect(watch.changesAt(noonAt + 60_000)).toEqual([]);
    expect(watch.changesAt(noonAt + HOUR_MS)).toEqual([{ at: noonAt + HOUR_MS, entries: [[1, "gone", 12]] }]);
  });

  test("an event has the instant at which its fault began, except where the fault returns every day", () => {
    const beganAt = noonAt - 40 * HOUR_MS;
    const from = new Date(beganAt).toISOString();
    const faults = [
      { kind: "unit-fault", code: 7, array: "A", rows: [2, 2], columns: [6, 6], hours: [0, 24], from },
      { kind: "string-down", string: 1, from },
    ];
    const { site, physics } = create({ faults });
    expect(createConditionWatch(site, physics.roof).changesAt(noonAt)).toEqual([
      { at: beganAt, entries: [[1, "raised", 12]] },
      { at: noonAt, entries: [[14, "raised", 7]] },
    ]);
  });

  test("faults of any kind raise only events that the catalogue of fault codes describes", () => {
    const { site, physics } = create({ faults: [{ kind: "string-down" }, { kind: "unit-fault" }] });
    const changes = createConditionWatch(site, physics.roof).changesAt(noonAt);
    const names = changes
      .flatMap(({ entries }) => entries)
      .flatMap(([, kind, code]) => (kind === "raised" ? [findFaultName(String(code))] : []));
    expect(new Set(names)).toEqual(new Set(["blownFuse", "groundFault"]));
  });

  test("an opened unit shows a dead output under a live input", () => {
    const { physics, reporter } = create();
    physics.stateAt(noonAt - 60_000);
    physics.setOpen([0], true);
    const row = reporter.reportsAt(noonAt).find(({ table }) => table === 1)!.rows[0]!;
    const { vi, vo, io, sw } = row.values as Record<string, number>;
    expect(sw).toBe(0);
    expect(vo).toBeLessThanOrEqual(1);
    expect(io).toBe(0);
    expect(vi).toBeGreaterThan(30);
  });
});

describe("weather", () => {
  test("gives the clear sky share its climate names within 0.05, whatever the seed", () => {
    for (const share of [0.45, 0.65, 0.8]) {
      const climate = { temperatureC: Array(12).fill(15), clearSkyShare: Array(12).fill(share) };
      let sum = 0;
      let count = 0;
      for (let seed = 1; seed <= 4; seed++) {
        const weather = createWeather({ seed, longitude: 0, climate });
        for (let day = 0; day < 200; day++) {
          for (let hour = 8; hour < 17; hour++, count++)
            sum += weather.clearSkyIndexAt(Date.UTC(2026, 0, 1 + day, hour, 7));
        }
      }
      expect(Math.abs(sum / count - share)).toBeLessThan(0.05);
    }
  });
});
