import type { OwnFaultName } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AlarmService, DeviceCondition } from "../alarms/alarms.service.ts";
import type { PlacedDevice, PlantRange } from "./missing-data.repository.ts";
import {
  findLinkActivity,
  findNextRange,
  listEndedAlarms,
  listFaultyUnits,
  listSilentGateways,
  listSuspectUnits,
} from "./missing-data.repository.ts";
import { findUnitFault, isGatewayOffline } from "./missing-data-rules.ts";

/** Much less than a usual report interval: a zero raises its alarm before the next report. */
const CHECK_EVERY_MS = 15_000;

/** Plants of one step: after a blackout of all plants, other alarms are stored between two steps. */
const PLANTS_PER_STEP = 250;

type Kind = DeviceCondition["kind"];

function toCondition(kind: Kind, device: PlacedDevice, fault: OwnFaultName, at: number): DeviceCondition {
  const { plantId, deviceId, type, intervalMs } = device;
  const { code, severity } = getFault(fault);
  return {
    plantId,
    deviceId,
    kind,
    faultCode: code,
    severity,
    source: type,
    description: fault,
    at: new Date(at),
    intervalMs,
  };
}

/**
 * Raises and ends the alarms about data that is missing and about units that report a fault. Only beginnings and ends are applied: while nothing changes, a
 * round writes nothing.
 */
export function createMissingDataJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  alarms: Pick<AlarmService, "applyDeviceConditions">;
  plantsPerStep?: number;
}) {
  const { db, clock, logger, alarms, plantsPerStep = PLANTS_PER_STEP } = deps;
  // Silence from before is explained by this server being down.
  const watchedSince = clock.now();

  /** The time in which silence is that of devices: this server watched, and its link could hear them. */
  async function findWatch(now: number): Promise<{ since: number; until: number }> {
    const link = await findLinkActivity(db);
    if (link === undefined) return { since: now, until: now };
    return { since: Math.max(watchedSince, link.upSince), until: Math.min(now, link.beatAt) };
  }

  async function listRaised(now: number, range: PlantRange): Promise<DeviceCondition[]> {
    const { since, until } = await findWatch(now);
    const gateways = await listSilentGateways(db, new Date(now), range);
    const units = await listSuspectUnits(db, new Date(now), range);
    const faulty = await listFaultyUnits(db, range);
    return [
      ...faulty.map((unit) => toCondition("raised", unit, "internalFault", now)),
      ...gateways
        .filter((gateway) => {
          const silentSince = Math.max(gateway.silentSince, since);
          return isGatewayOffline({ ...gateway, silentSince }, until);
        })
        .map((gateway) => toCondition("raised", gateway, "gatewayOffline", now)),
      ...units.flatMap((unit) => {
        const expectedSince = Math.max(unit.expectedSince, since);
        const fault = findUnitFault({ ...unit, expectedSince }, now, until);
        return fault === undefined ? [] : [toCondition("raised", unit, fault, now)];
      }),
    ];
  }

  async function applyToPlant(conditions: readonly DeviceCondition[]): Promise<void> {
    try {
      await alarms.applyDeviceConditions(conditions);
    } catch (error) {
      // Those of other plants do not depend on it; it is tried again in the next round.
      logger.error({ err: error, plantId: conditions[0]?.plantId }, "alarms of missing data not applied");
    }
  }

  async function checkRange(now: number, range: PlantRange): Promise<void> {
    const ended = await listEndedAlarms(db, new Date(now), range);
    const conditions = [
      ...ended.map((alarm) => toCondition("gone", alarm, alarm.fault, now)),
      ...(await listRaised(now, range)),
    ];
    const byPlant = Map.groupBy(conditions, ({ plantId }) => plantId);
    await Promise.all([...byPlant.values()].map(applyToPlant));
  }

  /** Checks all plants, step by step; the signal ends it after a step. */
  async function check(signal?: AbortSignal): Promise<void> {
    for (let afterKey = 0; !signal?.aborted; ) {
      const range = await findNextRange(db, { afterKey, size: plantsPerStep });
      if (!range) return;
      await checkRange(clock.now(), range);
      afterKey = range.upToKey;
    }
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "missing data could not be checked",
  });

  return { start: loop.start, stop: loop.stop, check };
}
