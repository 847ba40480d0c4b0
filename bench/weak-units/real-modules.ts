import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { UnitDay } from "@heliograph/solar";

interface WattHours {
  readonly today: number;
  readonly yesterday: number;
  readonly week: number;
}

/** A module's microinverter in a gateway's reply; other entries have another `devName`. */
interface Entry {
  readonly devName?: string;
  readonly modGone?: boolean;
  readonly channels?: readonly { readonly wattHours: WattHours }[];
}

export interface RealRoof {
  readonly file: string;
  readonly units: readonly UnitDay[];
  /** Modules the gateway itself declares gone. */
  readonly goneCount: number;
}

/** Energies of real modules: today, yesterday and the mean day of the week, as three segments. */
export function readRealRoofs(folder: string): RealRoof[] {
  return globSync("modules/*ivp_pdm_device_data.json", { cwd: folder })
    .sort()
    .map((file) => {
      const reply = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, Entry>;
      const modules = Object.values(reply).filter(({ devName }) => devName === "pcu");
      return {
        file,
        goneCount: modules.filter(({ modGone }) => modGone === true).length,
        units: modules.map(({ channels, modGone }): UnitDay => {
          const { today, yesterday, week } = channels?.[0]?.wattHours ?? { today: 0, yesterday: 0, week: 0 };
          return {
            energyWh: [today, yesterday, week / 7],
            isMeasured: [modGone !== true, modGone !== true, modGone !== true],
          };
        }),
      };
    });
}
