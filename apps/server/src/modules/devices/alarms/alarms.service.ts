import type { LiveMessage } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { createAlarmChanges } from "./alarm-changes.ts";
import { countUnresolved } from "./alarm-list.repository.ts";
import { createAlarmQueries } from "./alarm-queries.ts";
import type { DeviceCondition } from "./alarms.repository.ts";
import { applyCondition } from "./alarms.repository.ts";
import { listAssigneeRows } from "./assignees.repository.ts";
import { readEvidence } from "./evidence.ts";

export type { DeviceCondition };

export type AlarmService = ReturnType<typeof createAlarmService>;

export interface AlarmDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  metering: Pick<MeteringService, "unitSteps">;
}

export function createAlarmService(deps: AlarmDeps) {
  const { db, bus } = deps;
  return {
    ...createAlarmQueries(deps),
    ...createAlarmChanges(deps),
    evidence: (scope: Scope, alarmId: string) => readEvidence(deps, scope, alarmId),
    async assignees(scope: Scope, { plantId }: PlantInScope, search: string | undefined) {
      return { rows: await listAssigneeRows(db, scope, { plantId, ...(search && { search }) }) };
    },
    /**
     * Opens, counts and marks gone, all or nothing; the same event of the same device applied again changes nothing.
     * Returns those refused because their device has too many open alarms.
     */
    async applyDeviceConditions(conditions: readonly DeviceCondition[]): Promise<DeviceCondition[]> {
      if (conditions.length === 0) return [];
      // All writers lock in the same order.
      const ordered = conditions
        .map((condition, index) => ({ condition, index }))
        .sort((a, b) => compare(a.condition.deviceId, b.condition.deviceId) || a.index - b.index);
      const { changed: changedPlants, refused } = await db.transaction().execute(async (trx) => {
        const changed = new Set<string>();
        const refused: DeviceCondition[] = [];
        for (const { condition } of ordered) {
          const outcome = await applyCondition(trx, condition);
          if (outcome === "changed") changed.add(condition.plantId);
          else if (outcome === "refused") refused.push(condition);
        }
        return { changed, refused };
      });
      for (const plantId of changedPlants) {
        bus.publish(`plant.${plantId}.alarms`, { type: "alarms", stationId: plantId } satisfies LiveMessage);
      }
      return refused;
    },
    countUnresolved: (scope: Scope) => countUnresolved(db, scope),
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
