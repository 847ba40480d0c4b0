import type { Command } from "@heliograph/protocol";
import { fleetSchema } from "../../simulator/src/fleet.ts";
import { createReporter } from "../../simulator/src/physics/reports.ts";
import { createRoofPhysics } from "../../simulator/src/physics/roof-physics.ts";
import { createWeather } from "../../simulator/src/physics/weather.ts";
import { commandUnits } from "../../simulator/src/play/unit-commands.ts";
import type { VirtualClock } from "../src/infra/clock.ts";
import type { TestSample } from "./safety-stage.ts";

const HOUR_MS = 3_600_000;
const SEED = 1;

/**
 * Optimizers of the simulator on a clear noon of the server's clock. What they do and measure comes from the simulator's physics,
 * not from what a test expects.
 */
export function createSimulatedRoof(clock: VirtualClock, unitCount: number, faults: object[] = []) {
  const beginAt = clock.now() - 60_000;
  const climate = { temperatureC: Array(12).fill(15), clearSkyShare: Array(12).fill(1) };
  const array = { name: "A", rows: 1, columns: unitCount, tiltDeg: 0, azimuthDeg: 180, moduleW: 420 };
  const fleet = fleetSchema.parse({
    sites: [
      {
        ...{ name: "Roof", timeZone: "UTC", currency: "EUR", climate, faults },
        ...{ latitude: 0, longitude: 180 - ((clock.now() / HOUR_MS) % 24) * 15 },
        gateways: [{ sn: "DCON-ROOF", arrays: [array] }],
      },
    ],
  });
  const site = fleet.sites[0]!;
  const gateway = site.gateways[0]!;
  const weather = createWeather({ seed: SEED, longitude: site.longitude, climate });
  const physics = createRoofPhysics({ site, gateway, weather, seed: SEED, beginAt });
  const reporter = createReporter({ site, gateway, physics, seed: SEED });

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
