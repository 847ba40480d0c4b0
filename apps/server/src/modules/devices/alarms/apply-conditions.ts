import { randomUUID } from "node:crypto";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { NewAlarm, StoredStates } from "./alarms.repository.ts";
import {
  insertAlarms,
  insertTransitions,
  keyOf,
  lockDevices,
  readStates,
  saveEnds,
  updateAlarms,
} from "./alarms.repository.ts";
import type { Applied, ConditionState, DeviceCondition, OpenAlarm, Transition } from "./condition-rules.ts";
import { applyGone, applyRaised } from "./condition-rules.ts";
import { explainsOthers, regroupAlarms } from "./grouping.repository.ts";

/** Limit of open alarms per device; a device knows a dozen conditions, and a hostile one could invent any number of codes. */
const MAX_OPEN_ALARMS = 64;

interface Changes {
  readonly added: Map<string, NewAlarm>;
  readonly updated: Map<string, OpenAlarm>;
  readonly transitions: Transition[];
  readonly ends: Map<string, { deviceId: string; faultCode: string; at: number }>;
  readonly changedPlants: Set<string>;
  readonly parentPlants: Set<string>;
  readonly refused: DeviceCondition[];
}

export interface AppliedConditions {
  readonly changedPlants: ReadonlySet<string>;
  readonly refused: readonly DeviceCondition[];
}

function raise(condition: DeviceCondition, state: ConditionState, { openCounts }: StoredStates): Applied {
  const { deviceId, at, intervalMs } = condition;
  return applyRaised(state, { at: at.getTime(), intervalMs }, () => {
    const openCount = openCounts.get(deviceId) ?? 0;
    if (openCount >= MAX_OPEN_ALARMS) return undefined;
    openCounts.set(deviceId, openCount + 1);
    return randomUUID();
  });
}

function collect(condition: DeviceCondition, state: ConditionState, stored: StoredStates, changes: Changes) {
  const key = keyOf(condition);
  const wasOpen = state.open !== undefined;
  const isRaised = condition.kind === "raised";
  const applied = isRaised ? raise(condition, state, stored) : applyGone(state, condition.at.getTime());
  const { deviceId, faultCode } = condition;
  if (!isRaised) changes.ends.set(key, { deviceId, faultCode, at: state.endedAt as number });
  if (applied.outcome === "refused") changes.refused.push(condition);
  if (applied.outcome !== "changed" || !state.open) return;
  changes.transitions.push(...applied.transitions);
  changes.changedPlants.add(condition.plantId);
  if (explainsOthers(condition)) changes.parentPlants.add(condition.plantId);
  if (!wasOpen) changes.added.set(key, { alarm: state.open, condition });
  else if (!changes.added.has(key)) changes.updated.set(key, state.open);
}

/**
 * Opens, counts and marks gone, in the order given: a handful of statements however many conditions there are. The same
 * condition applied again changes nothing. `at`: the time now, of changes that follow from conditions.
 */
export async function applyConditions(
  trx: Transaction,
  conditions: readonly DeviceCondition[],
  at: Date,
): Promise<AppliedConditions> {
  await lockDevices(trx, [...new Set(conditions.map(({ deviceId }) => deviceId))]);
  const pairs = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  const stored = await readStates(trx, [...pairs.values()]);
  const changes: Changes = {
    added: new Map(),
    updated: new Map(),
    transitions: [],
    ends: new Map(),
    changedPlants: new Set(),
    parentPlants: new Set(),
    refused: [],
  };
  for (const condition of conditions)
    collect(condition, stored.byKey.get(keyOf(condition)) as ConditionState, stored, changes);
  await insertAlarms(trx, [...changes.added.values()]);
  await updateAlarms(trx, [...changes.updated.values()]);
  await insertTransitions(trx, changes.transitions);
  await saveEnds(trx, [...changes.ends.values()]);
  const openedPlantIds = [...new Set([...changes.added.values()].map(({ condition }) => condition.plantId))];
  await regroupAlarms(trx, { openedPlantIds, parentPlantIds: [...changes.parentPlants], at });
  return changes;
}
