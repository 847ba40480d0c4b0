import type { FaultName } from "@heliograph/contract/fault-codes";
import { findFaultName, getFault } from "@heliograph/contract/fault-codes";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AlarmService, DeviceCondition } from "../alarms/alarms.service.ts";
import type { Limit, LimitState } from "./judge.ts";
import { deleteDelays, listLinked, upsertDelays } from "./threshold-states.repository.ts";

const keyOf = ({ deviceId, faultCode }: LimitState): string => `${deviceId}/${faultCode}`;

/** What is to be stored; it stays until it is. */
export function createOutbox({
  db,
  alarms,
}: {
  db: Db;
  alarms: Pick<AlarmService, "applyDeviceConditions">;
}) {
  /** By device and fault code: the delay to store, or to delete. */
  const begun = new Map<string, LimitState>();
  const over = new Map<string, LimitState>();
  let conditions: DeviceCondition[] = [];

  function drop(state: LimitState): void {
    begun.delete(keyOf(state));
    over.set(keyOf(state), state);
  }

  async function applyConditions(): Promise<void> {
    if (conditions.length === 0) return;
    const linked = await listLinked(db, conditions);
    await alarms.applyDeviceConditions(conditions.filter(({ deviceId }) => linked.has(deviceId)));
    conditions = [];
  }

  return {
    delay(state: LimitState): void {
      over.delete(keyOf(state));
      begun.set(keyOf(state), state);
    },
    drop,
    raise(state: LimitState, { severity }: Limit, intervalMs: number): void {
      drop(state);
      const at = new Date(state.sinceAt);
      conditions.push({ ...toCondition(state), kind: "raised", severity, at, intervalMs });
    },
    end(state: LimitState, at: number): void {
      conditions.push({ ...toCondition(state), kind: "gone", at: new Date(at) });
    },
    /** Stores everything. A delay is deleted last, so that after a crash its alarm is raised again, at the same instant. */
    async flush(): Promise<void> {
      await upsertDelays(db, [...begun.values()]);
      begun.clear();
      await applyConditions();
      await deleteDelays(db, [...over.values()]);
      over.clear();
    },
  };
}

function toCondition(state: LimitState): Omit<DeviceCondition, "kind" | "at"> {
  const { plantId, deviceId, kind, faultCode } = state;
  const description = findFaultName(faultCode) as FaultName;
  return {
    plantId,
    deviceId,
    alarmKind: "threshold",
    faultCode,
    severity: getFault(description).severity,
    source: kind,
    description,
    intervalMs: 0,
  };
}
