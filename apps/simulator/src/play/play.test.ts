import type { Command } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import { fleetSchema } from "../fleet.ts";
import { createRoofPhysics } from "../physics/roof-physics.ts";
import { weatherOf } from "./fleet-player.ts";
import { createPlayClock } from "./play-clock.ts";
import { applyKeepAlive, commandRelays, commandUnits, listIgnited } from "./unit-commands.ts";
import { createUnitParameters } from "./unit-parameters.ts";

const noonAt = Date.parse("2026-06-11T12:00:00Z");
const fleet = fleetSchema.parse({
  sites: [
    {
      name: "Test",
      timeZone: "UTC",
      currency: "EUR",
      latitude: 40,
      longitude: 0,
      gateways: [
        {
          sn: "DCON-TEST",
          arrays: [
            {
              name: "A",
              rows: 1,
              columns: 3,
              tiltDeg: 20,
              azimuthDeg: 180,
              moduleW: 400,
              stringDevice: "SCON",
            },
          ],
        },
      ],
    },
  ],
});

function createPhysics() {
  const site = fleet.sites[0]!;
  const beginAt = noonAt - 3_600_000;
  const physics = createRoofPhysics({ site, gateway: site.gateways[0]!, ...weatherOf(fleet, site), beginAt });
  physics.stateAt(noonAt);
  return physics;
}

const command = (op: "open" | "close" | "switch.get", to: Command["to"]): Command =>
  ({ id: "a", seq: 1, op, to, args: {}, deadline: null }) as Command;

test("an accelerated clock starts in the past, runs faster than the real one and ends in real time", () => {
  let realAt = 1_000_000;
  const clock = createPlayClock({ startAt: 0, speed: 11, realNow: () => realAt });
  expect(clock.now()).toBe(0);
  expect(clock.untilMs(1_100)).toBe(100);
  realAt += 50_000;
  expect(clock.now()).toBe(550_000);
  // The present is reached at 1,100,000: what is later comes in real time, not eleven times as soon.
  expect(clock.untilMs(1_100_000)).toBe(50_000);
  expect(clock.untilMs(1_160_000)).toBe(110_000);
  realAt += 50_000;
  expect(clock.isCatchingUp()).toBe(false);
  realAt += 5_000;
  expect(clock.now()).toBe(realAt);
  expect(clock.untilMs(realAt + 100)).toBe(100);
});

const radio = {
  isReporting: (_module: number) => true,
  contact: () => Promise.resolve(),
  now: () => noonAt,
  roofNow: () => noonAt,
};

test("an open command stops its target units, a close command restarts them", async () => {
  const physics = createPhysics();
  expect((await commandUnits(physics, command("open", [2, 3]), radio)).results).toEqual([
    [2, 0, { sw: 0 }],
    [3, 0, { sw: 0 }],
  ]);
  const stopped = physics.stateAt(noonAt + 60_000).powerW;
  expect([...stopped].map((powerW) => powerW > 0)).toEqual([false, false, true]);
  await commandUnits(physics, command("close", "all"), radio);
  expect(physics.stateAt(noonAt + 120_000).powerW.every((powerW) => powerW > 0)).toBe(true);
});

test("a command to a unit without a switch is of the wrong type, one to a silent unit times out", async () => {
  const isReporting = (module: number) => module !== 0;
  const { results } = await commandUnits(createPhysics(), command("open", [1, 2, 99]), {
    ...radio,
    isReporting,
  });
  expect(results).toEqual([
    [1, "E_TYPE"],
    [2, "E_TIMEOUT"],
    [99, "E_TYPE"],
  ]);
});

test("reading the switches changes none", async () => {
  const physics = createPhysics();
  expect((await commandUnits(physics, command("switch.get", "all"), radio)).results).toEqual([
    [2, 0, { sw: 1 }],
    [3, 0, { sw: 1 }],
    [4, 0, { sw: 1 }],
  ]);
});

test("a slow radio contacts one unit after the other, and closes none after the deadline", async () => {
  const physics = createPhysics();
  await commandUnits(physics, command("open", "all"), radio);
  let at = noonAt;
  const slow = {
    ...radio,
    contact: async () => {
      at += 1_000;
    },
    now: () => at,
  };
  const close = { ...command("close", "all"), deadline: noonAt + 2_000 } as Command;
  expect((await commandUnits(physics, close, slow)).results).toEqual([
    [2, 0, { sw: 1 }],
    [3, 0, { sw: 1 }],
    [4, "E_EXPIRED"],
  ]);
});

function createMconPhysics() {
  const site = structuredClone(fleet.sites[0]!);
  Object.assign(site.gateways[0]!.arrays[0]!, { stringDevice: "MCON" });
  const beginAt = noonAt - 3_600_000;
  const physics = createRoofPhysics({ site, gateway: site.gateways[0]!, ...weatherOf(fleet, site), beginAt });
  const listOpen = (at: number) => physics.roof.modules.map((_, module) => physics.isOpen(module, at));
  return { physics, listOpen, mcon: physics.roof.strings[0]!.unit! };
}

test("a relay that is off takes the keep-alive of its string: the units open after their MOS timeout, and start again with it", async () => {
  const { physics, listOpen, mcon } = createMconPhysics();
  let at = noonAt;
  const relay = (on: boolean, to: number[], deadline: number | null = null) =>
    commandRelays(
      physics,
      { id: "a", seq: 1, op: "relay", to, args: { on }, deadline },
      { ...radio, roofNow: () => at },
    );
  const first = physics.roof.modules[0]!.unit!;
  expect((await relay(false, [first])).code).toBe("E_TYPE");
  expect((await relay(false, [mcon])).results).toEqual([[mcon, 0, { relay: false }]]);
  // The last heartbeat was 2 s before.
  expect(listOpen(noonAt + 7_999)).toEqual([false, false, false]);
  expect(physics.stateAt(noonAt + 7_999).powerW[0]).toBeGreaterThan(0);
  expect(listOpen(noonAt + 8_000)).toEqual([true, true, true]);
  expect(physics.stateAt(noonAt + 8_000).powerW[0]).toBe(0);
  at = noonAt + 60_000;
  expect(listIgnited(physics, () => true, at).map(([, , isStarted]) => isStarted)).toEqual([0, 0, 0]);
  expect((await relay(true, [mcon], noonAt - 1)).code).toBe("E_EXPIRED");
  await relay(true, [mcon]);
  expect(listOpen(at)).toEqual([false, false, false]);
  expect(listIgnited(physics, (module) => module > 0, at).map(([, , isStarted]) => isStarted)).toEqual([
    0, 1, 1,
  ]);
});

test("a MOS timeout that a command sets is what the units wait for", async () => {
  const { physics, listOpen, mcon } = createMconPhysics();
  const parameters = createUnitParameters({
    ...radio,
    units: new Map([[mcon, findModel(readDeviceModels(), { type: "MCON", model: "" })]]),
    isReporting: () => true,
    isLocked: () => false,
    onWritten: (unit, values) => applyKeepAlive(physics, unit, values, noonAt),
  });
  const values = { mosTimeout: 20, heartbeat: 5 };
  const set = { ...command("open", [mcon]), op: "param.set", args: { values } } as Command;
  expect((await parameters.handle(set)).results).toEqual([[mcon, 0, values]]);
  const off = { ...command("open", [mcon]), op: "relay", args: { on: false } } as Parameters<
    typeof commandRelays
  >[1];
  await commandRelays(physics, off, { ...radio, roofNow: () => noonAt + 9_000 });
  // Heartbeats at noon and 5 s later.
  expect(listOpen(noonAt + 24_999)).toEqual([false, false, false]);
  expect(listOpen(noonAt + 25_000)).toEqual([true, true, true]);
});
