import type { InstantRange } from "@heliograph/solar";
import { sumHistory } from "./demo-history.ts";
import type { DemoPlant } from "./demo-plants.ts";
import type { DemoUnit } from "./demo-units.ts";

/** Lifetime readings of a plant at the first report, Wh. */
export interface CounterStarts {
  readonly acMeterWh: number;
  /** One for each module, in the order of the roof. */
  readonly modulesWh: readonly number[];
}

/** Counters that begin at the sum of the history of a range, so that both have the same total. */
export async function computeCounterStarts(
  plant: DemoPlant,
  units: readonly DemoUnit[],
  range: InstantRange,
): Promise<CounterStarts> {
  // A string's counter is the sum of its modules', so a history by string is divided equally among them.
  const type = plant.meteringLevel === "module" ? "OPT" : "SCON";
  const ofGateway = units.filter((unit) => unit.type === "DCON");
  const ofModules = units.filter((unit) => unit.type === type);
  const counters = [...ofGateway, ...ofModules].map((unit) => ({ sn: unit.sn, kind: unit.type }));
  const [acMeterWh, ...sumsWh] = await sumHistory(plant, counters, range);
  return {
    acMeterWh: Math.round(acMeterWh!),
    modulesWh: ofModules.flatMap(({ moduleCount }, index) =>
      Array<number>(moduleCount).fill(Math.round(sumsWh[index]! / moduleCount)),
    ),
  };
}
