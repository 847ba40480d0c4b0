import type { Command } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { fleetSchema } from "../../simulator/src/fleet.ts";
import { createMemoryStore } from "../../simulator/src/gateway/gateway-state.ts";
import { createReporter } from "../../simulator/src/physics/reports.ts";
import { createRoofPhysics } from "../../simulator/src/physics/roof-physics.ts";
import { createWeather } from "../../simulator/src/physics/weather.ts";
import { createGatewayPlayer } from "../../simulator/src/play/gateway-player.ts";
import { commandUnits } from "../../simulator/src/play/unit-commands.ts";
import type { VirtualClock } from "../src/infra/clock.ts";
import type { TestSample } from "./safety-stage.ts";

const HOUR_MS = 3_600_000;
const SEED = 1;

const CLIMATE = { temperatureC: Array(12).fill(15), clearSkyShare: Array(12).fill(1) };

/** A site of the simulator with one gateway and one row of optimizers, on a clear noon of the server's clock. */
function createSite(
  clock: VirtualClock,
  {
    sn = "DCON-ROOF",
    faults = [],
    ...array
  }: { sn?: string; faults?: object[]; columns: number; stringDevice?: "MCON" },
) {
  const fleet = fleetSchema.parse({
    sites: [
      {
        ...{ name: "Roof", timeZone: "UTC", currency: "EUR", climate: CLIMATE, faults },
        ...{ latitude: 0, longitude: 180 - ((clock.now() / HOUR_MS) % 24) * 15 },
        gateways: [
          { sn, arrays: [{ name: "A", rows: 1, tiltDeg: 0, azimuthDeg: 180, moduleW: 420, ...array }] },
        ],
      },
    ],
  });
  const site = fleet.sites[0]!;
  const gateway = site.gateways[0]!;
  const weather = createWeather({ seed: SEED, longitude: site.longitude, climate: CLIMATE });
  return { site, gateway, weather, seed: SEED, beginAt: clock.now() - 60_000 };
}

/**
 * Optimizers of the simulator. What they do and measure comes from the simulator's physics, not from what a test expects.
 */
export function createSimulatedRoof(clock: VirtualClock, unitCount: number, faults: object[] = []) {
  const setting = createSite(clock, { columns: unitCount, faults });
  const { site } = setting;
  const physics = createRoofPhysics(setting);
  const reporter = createReporter({ ...setting, physics });

  return {
    /** Samples of all units now. */
    measure: (): TestSample[] =>
      reporter
        .reportsAt(clock.now())
        .flatMap(({ table, rows }) => (table === 1 ? rows : []))
        .map(({ values }) => values as TestSample),
    countOpen: (): number =>
      physics.roof.modules.filter((_, module) => physics.isOpen(module, clock.now())).length,
    /** Carries a command out, as long as the radio takes; `onContact` is called for each unit before its switch moves. */
    carryOut: (command: Command, onContact: (unit: number) => Promise<void>) => {
      let contacted = 0;
      return commandUnits(physics, command, {
        isReporting: () => true,
        async contact() {
          for (const fault of site.faults)
            if (fault.kind === "slow-radio") clock.advance(fault.seconds * 1_000);
          await onContact(++contacted);
        },
        now: clock.now,
        roofNow: clock.now,
      });
    },
  };
}

/** The simulator's gateway with optimizers behind an MCON, unit 1: in the server's time, it reports only when it is asked to. */
export async function startSimulatedGateway(
  clock: VirtualClock,
  link: { port: number },
  { sn, secret }: { sn: string; secret: string },
) {
  const player = createGatewayPlayer({
    ...createSite(clock, { sn, columns: 3, stringDevice: "MCON" }),
    backfillDays: 0,
    url: `mqtt://127.0.0.1:${link.port}`,
    store: createMemoryStore({ secret, isConfirmed: true }),
    clock: { now: clock.now, untilMs: () => HOUR_MS, isCatchingUp: () => false },
    models: readDeviceModels(),
    onNotice: () => undefined,
  });
  await player.start();
  await player.whenReady();
  return player;
}
