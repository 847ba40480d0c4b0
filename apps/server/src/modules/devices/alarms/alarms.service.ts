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
import { applyConditions } from "./apply-conditions.ts";
import { listAssigneeRows } from "./assignees.repository.ts";
import { createConditionQueue } from "./condition-queue.ts";
import type { DeviceCondition } from "./condition-rules.ts";
import { readEvidence } from "./evidence.ts";
import type { StatusSubject } from "./status-alarms.repository.ts";
import { listStatusAlarms } from "./status-alarms.repository.ts";

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

  const queue = createConditionQueue(async (conditions) => {
    const applied = await db.transaction().execute((trx) => applyConditions(trx, conditions));
    for (const stationId of applied.changedPlants)
      bus.publish(`plant.${stationId}.alarms`, { type: "alarms", stationId } satisfies LiveMessage);
    return applied;
  });

  return {
    ...createAlarmQueries(deps),
    ...createAlarmChanges(deps),
    evidence: (scope: Scope, alarmId: string) => readEvidence(deps, scope, alarmId),
    async assignees(scope: Scope, { plantId }: PlantInScope, search: string | undefined) {
      return { rows: await listAssigneeRows(db, scope, { plantId, ...(search && { search }) }) };
    },
    /**
     * Opens, counts and marks gone, all or nothing; the same condition of the same device applied again changes nothing.
     * Returns those refused because their device has too many open alarms.
     */
    async applyDeviceConditions(conditions: readonly DeviceCondition[]): Promise<DeviceCondition[]> {
      if (conditions.length === 0) return [];
      const { refused } = await queue.add(conditions);
      return conditions.filter((condition) => refused.includes(condition));
    },
    countUnresolved: (scope: Scope) => countUnresolved(db, scope),
    /** The alarm that decides the status of each of a few plants or devices, by id; none where it is not visible. */
    statusAlarms: (scope: Scope, subject: StatusSubject) => listStatusAlarms(db, scope, subject),
  };
}
