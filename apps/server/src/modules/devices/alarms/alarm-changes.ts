import type { AlarmResult, AlarmSeverity, AuditType, LiveMessage } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { ChangedBy, LockedAlarm, NewEvent } from "./alarm-changes.repository.ts";
import {
  countComments,
  insertEvents,
  lockAlarms,
  resolveOfPlant,
  ungroupAlarms,
  updateAcknowledged,
  updateAssignee,
  updateResolved,
  updateSeverity,
} from "./alarm-changes.repository.ts";
import { listAssigneeRows } from "./assignees.repository.ts";

/** Comments of one alarm. */
const MAX_COMMENTS = 200;

interface RowResults {
  rows: { alarmId: string; result: AlarmResult }[];
}

type Changed = { original?: unknown; new?: unknown };

/** Changes of alarms by users; each is recorded in the alarm's history and in the log. */
export function createAlarmChanges({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  function publish(plantIds: Iterable<string>): void {
    for (const stationId of new Set(plantIds))
      bus.publish(`plant.${stationId}.alarms`, { type: "alarms", stationId } satisfies LiveMessage);
  }

  const changedBy = ({ scope: { accountId, sessionId } }: Actor): ChangedBy => ({
    accountId,
    sessionId,
    at: new Date(clock.now()),
  });

  async function record(
    trx: Transaction,
    actor: Actor,
    change: { type: AuditType; event: Omit<NewEvent, "alarmId">; alarms: readonly LockedAlarm[] } & Changed,
  ): Promise<void> {
    const { type, event, alarms } = change;
    await insertEvents(
      trx,
      alarms.map(({ alarmId }) => ({ alarmId, ...event })),
      changedBy(actor),
    );
    for (const alarm of alarms) {
      await writeAudit(trx, {
        kind: "operation",
        type,
        actorId: actor.scope.accountId,
        companyId: alarm.companyId,
        plantId: alarm.plantId,
        objectType: "alarm",
        objectId: alarm.alarmId,
        original: change.original,
        new: change.new,
        address: actor.address,
      });
    }
  }

  /** Applies a change to each of the alarms for which `judge` returns `done`. */
  async function changeMany(
    actor: Actor,
    alarmIds: readonly string[],
    judge: (alarm: LockedAlarm) => AlarmResult,
    apply: (trx: Transaction, alarms: readonly LockedAlarm[]) => Promise<void>,
  ): Promise<RowResults> {
    const { results, changed } = await db.transaction().execute(async (trx) => {
      const locked = await lockAlarms(trx, actor.scope, alarmIds);
      const results = new Map(
        locked.map((alarm) => [alarm.alarmId, alarm.mayOperate ? judge(alarm) : "notAllowed"] as const),
      );
      const changed = locked.filter(({ alarmId }) => results.get(alarmId) === "done");
      if (changed.length > 0) await apply(trx, changed);
      return { results, changed };
    });
    publish(changed.map(({ plantId }) => plantId));
    return {
      rows: alarmIds.flatMap((alarmId) => {
        const result = results.get(alarmId);
        return result === undefined ? [] : [{ alarmId, result }];
      }),
    };
  }

  /** Changes one unresolved alarm; the access check has found it before. */
  async function changeOne(
    actor: Actor,
    alarmId: string,
    apply: (trx: Transaction, alarm: LockedAlarm) => Promise<void>,
  ): Promise<null> {
    const plantId = await db.transaction().execute(async (trx) => {
      const [alarm] = await lockAlarms(trx, actor.scope, [alarmId]);
      if (!alarm) throw new AppError("A0404");
      if (!alarm.isUnresolved) throw new AppError("A0440", { messageKey: "message.alarmResolved" });
      await apply(trx, alarm);
      return alarm.plantId;
    });
    publish([plantId]);
    return null;
  }

  const judgeClear = ({ isUnresolved, isPresent }: LockedAlarm): AlarmResult => {
    if (!isUnresolved) return "unchanged";
    return isPresent ? "persists" : "done";
  };

  async function resolve(
    trx: Transaction,
    actor: Actor,
    alarms: readonly LockedAlarm[],
    how: { resolution: "single" | "batch" | "forced"; reason: string },
  ): Promise<void> {
    const { resolution, reason } = how;
    const alarmIds = alarms.map(({ alarmId }) => alarmId);
    const by = changedBy(actor);
    const resolved = await updateResolved(trx, alarmIds, { ...how, ...by });
    const isForced = resolution === "forced";
    const event = {
      kind: "cleared",
      detail: { resolution, ...(isForced && { text: reason }) },
    } as const;
    const grouped = resolved.filter((alarmId) => !alarmIds.includes(alarmId));
    const ungrouped = await ungroupAlarms(trx, alarmIds);
    const events: NewEvent[] = [
      ...grouped.map((alarmId) => ({ alarmId, ...event })),
      ...ungrouped.map(({ alarmId, parentAlarmId }) => ({
        alarmId,
        kind: "ungrouped" as const,
        detail: { parentAlarmId },
      })),
    ];
    await insertEvents(trx, events, by);
    await record(trx, actor, {
      type: isForced ? "alarm.force-clear" : "alarm.clear",
      event,
      alarms,
      new: isForced ? { resolution, reason } : { resolution },
    });
  }

  return {
    clear: (actor: Actor, alarmId: string): Promise<null> =>
      changeOne(actor, alarmId, async (trx, alarm) => {
        if (alarm.isPresent) throw new AppError("A0440", { messageKey: "message.alarmPersists" });
        await resolve(trx, actor, [alarm], { resolution: "single", reason: "" });
      }),

    batchClear: (actor: Actor, alarmIds: readonly string[]): Promise<RowResults> =>
      changeMany(actor, alarmIds, judgeClear, (trx, alarms) =>
        resolve(trx, actor, alarms, { resolution: "batch", reason: "" }),
      ),

    forceClear: (actor: Actor, alarmIds: readonly string[], reason: string): Promise<RowResults> =>
      changeMany(
        actor,
        alarmIds,
        ({ isUnresolved }) => (isUnresolved ? "done" : "unchanged"),
        (trx, alarms) => resolve(trx, actor, alarms, { resolution: "forced", reason }),
      ),

    /**
     * Resolves what is unresolved at a plant that is being deleted in the same transaction: its devices may get the same
     * alarms elsewhere. Who may do so was checked before.
     */
    async resolveForDeletion(trx: Transaction, actor: Actor, plantId: string): Promise<void> {
      const by = changedBy(actor);
      const how = { resolution: "forced", reason: "" } as const;
      const alarmIds = await resolveOfPlant(trx, plantId, { ...how, ...by });
      const event = { kind: "cleared", detail: { resolution: how.resolution } } as const;
      await insertEvents(
        trx,
        alarmIds.map((alarmId) => ({ alarmId, ...event })),
        by,
      );
    },

    acknowledge: (actor: Actor, alarmIds: readonly string[]): Promise<RowResults> =>
      changeMany(
        actor,
        alarmIds,
        ({ isUnresolved, isAcknowledged }) => (isUnresolved && !isAcknowledged ? "done" : "unchanged"),
        async (trx, alarms) => {
          await updateAcknowledged(
            trx,
            alarms.map(({ alarmId }) => alarmId),
            changedBy(actor),
          );
          const event = { kind: "acknowledged", detail: {} } as const;
          await record(trx, actor, { type: "alarm.acknowledge", event, alarms });
        },
      ),

    assign: (actor: Actor, alarmId: string, assigneeId: string | null): Promise<null> =>
      changeOne(actor, alarmId, async (trx, alarm) => {
        if (alarm.assigneeId === assigneeId) return;
        if (assigneeId !== null) {
          const { plantId } = alarm;
          const found = await listAssigneeRows(trx, actor, { plantId, accountId: assigneeId });
          if (found.length === 0)
            throw new AppError("A0400", { fields: [{ path: "assigneeId", key: "field.notThere" }] });
        }
        await updateAssignee(trx, alarmId, assigneeId);
        await record(trx, actor, {
          type: "alarm.assign",
          event: { kind: "assigned", detail: { assigneeId } },
          alarms: [alarm],
          original: { assigneeId: alarm.assigneeId },
          new: { assigneeId },
        });
      }),

    /** The log says only that a comment was added, since its rows cannot be changed. */
    comment: (actor: Actor, alarmId: string, text: string): Promise<null> =>
      changeOne(actor, alarmId, async (trx, alarm) => {
        if ((await countComments(trx, alarmId)) >= MAX_COMMENTS)
          throw new AppError("A0440", {
            messageKey: "message.tooManyComments",
            params: { max: MAX_COMMENTS },
          });
        const event = { kind: "commented", detail: { text } } as const;
        await record(trx, actor, { type: "alarm.comment", event, alarms: [alarm] });
      }),

    changeSeverity: (actor: Actor, alarmId: string, severity: AlarmSeverity): Promise<null> =>
      changeOne(actor, alarmId, async (trx, alarm) => {
        if (alarm.severity === severity) return;
        await updateSeverity(trx, alarmId, severity);
        await record(trx, actor, {
          type: "alarm.severity",
          event: { kind: "severity", detail: { severity } },
          alarms: [alarm],
          original: { severity: alarm.severity },
          new: { severity },
        });
      }),
  };
}
