import type { endpoints, Language, LiveMessage, QueryOf } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { firstKeptMonth } from "../../../infra/retention.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { createAlarmChanges } from "./alarm-changes.ts";
import { listAlarmLog } from "./alarm-log.ts";
import { createAlarmQueries } from "./alarm-queries.ts";
import { deleteResolvedAlarms } from "./alarm-retention.repository.ts";
import { countUnresolved } from "./alarm-totals.repository.ts";
import { applyConditions } from "./apply-conditions.ts";
import { listAssigneeRows } from "./assignees.repository.ts";
import { createConditionQueue } from "./condition-queue.ts";
import type { DeviceCondition } from "./condition-rules.ts";
import { readEvidence } from "./evidence.ts";
import type { StatusSubject } from "./status-alarms.repository.ts";
import { listStatusAlarms } from "./status-alarms.repository.ts";

export type { DeviceCondition };

/** Alarms deleted in one statement, each with at most some hundred entries of its history. */
const SWEEP_SIZE = 500;

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
    const at = new Date(deps.clock.now());
    const applied = await db.transaction().execute((trx) => applyConditions(trx, conditions, at));
    for (const stationId of applied.changedPlants)
      bus.publish(`plant.${stationId}.alarms`, { type: "alarms", stationId } satisfies LiveMessage);
    return applied;
  });

  return {
    ...createAlarmQueries(deps),
    ...createAlarmChanges(deps),
    evidence: (scope: Scope, alarmId: string) => readEvidence(deps, scope, alarmId),
    log: (scope: Scope, query: QueryOf<typeof endpoints.alarm.log>, language: Language) =>
      listAlarmLog(db, scope, query, language),
    async assignees(
      actor: Pick<Actor, "scope" | "language">,
      { plantId }: PlantInScope,
      search: string | undefined,
    ) {
      return { rows: await listAssigneeRows(db, actor, { plantId, ...(search && { search }) }) };
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
    /** Deletes resolved alarms of months beyond the retention of the logs. */
    async sweep(months: number): Promise<void> {
      const before = firstKeptMonth(deps.clock.now(), months);
      for (let deleted = SWEEP_SIZE; deleted === SWEEP_SIZE; )
        deleted = await deleteResolvedAlarms(db, { before, limit: SWEEP_SIZE });
    },
    countUnresolved: (scope: Scope) => countUnresolved(db, scope),
    /** The alarm that decides the status of each of a few plants or devices, by id; none where it is not visible. */
    statusAlarms: (scope: Scope, subject: StatusSubject) => listStatusAlarms(db, scope, subject),
  };
}
