import type { UnitType } from "@heliograph/protocol";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Limit } from "./judge.ts";
import { toLimit } from "./judge.ts";
import type { LimitRow } from "./thresholds.repository.ts";
import { listAllPlantLimits, listLimits } from "./thresholds.repository.ts";

type LimitsByType = ReadonlyMap<UnitType, readonly Limit[]>;

/** The enabled limits of all plants. */
export interface LimitSet {
  listLimits(plantId: string, kind: UnitType): readonly Limit[];
}

const NONE: readonly Limit[] = [];

const nameOf = ({ deviceType, quantity, side }: LimitRow): string => `${deviceType}/${quantity}/${side}`;

function compile(rows: readonly LimitRow[]): LimitsByType {
  const byType = Map.groupBy(
    rows.filter(({ isOn }) => isOn),
    ({ deviceType }) => deviceType,
  );
  return new Map([...byType].map(([type, ofType]) => [type, ofType.map(toLimit)]));
}

/** Reads all limits: the defaults, and those of the few plants that have their own. */
export async function loadLimitSet(db: Db): Promise<LimitSet> {
  const [defaults, own] = await Promise.all([listLimits(db), listAllPlantLimits(db)]);
  const byDefault = compile(defaults);
  const byPlant = new Map(
    [...Map.groupBy(own, ({ plantId }) => plantId)].map(([plantId, rows]) => {
      const byName = new Map(rows.map((row) => [nameOf(row), row]));
      return [plantId, compile(defaults.map((row) => byName.get(nameOf(row)) ?? row))];
    }),
  );
  return {
    listLimits: (plantId, kind) => (byPlant.get(plantId) ?? byDefault).get(kind) ?? NONE,
  };
}
