import type { DataInputOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { findEvidenceFacts, listEvidenceDevices } from "./alarm-detail.repository.ts";

type Evidence = DataInputOf<typeof endpoints.alarm.evidence>;
type UnitStep = Awaited<ReturnType<MeteringService["unitSteps"]>>[number];

const DAY_MS = 86_400_000;
const STEP_MS = 900_000;
/** Devices whose mean is shown, and those shown one by one; a string has at most a few dozen. */
const MAX_COMPARED = 200;
const MAX_PEERS = 4;

function meanPower(steps: readonly UnitStep[], toIso: (step: number) => string) {
  const byStep = Map.groupBy(
    steps.filter(({ powerW }) => powerW !== null),
    ({ step }) => step,
  );
  return [...byStep]
    .sort(([a], [b]) => a - b)
    .map(([step, units]) => ({
      at: toIso(step),
      powerW: units.reduce((sum, { powerW }) => sum + (powerW as number), 0) / units.length,
    }));
}

/** Values of an alarm's device over the 24 hours around its last occurrence, and of its peers. */
export async function readEvidence(
  { db, metering, clock }: { db: Db; metering: Pick<MeteringService, "unitSteps">; clock: Clock },
  scope: Scope,
  alarmId: string,
): Promise<Evidence> {
  const facts = await findEvidenceFacts(db, scope, alarmId);
  if (!facts) throw new AppError("A0404");
  // As much after the alarm as before, as far as time has come.
  const toAt = Math.min(clock.now(), facts.lastAt.getTime() + DAY_MS / 2);
  const range = { fromAt: toAt - DAY_MS, toAt };
  const devices = await listEvidenceDevices(db, scope, { alarmId, limit: MAX_COMPARED + 1 });
  const deviceKeys = devices.map(({ deviceKey }) => deviceKey);
  const steps = deviceKeys.length
    ? await metering.unitSteps({ plantKey: facts.plantKey, deviceKeys, range, stepMs: STEP_MS })
    : [];
  const toIso = (step: number) => new Date(range.fromAt + step * STEP_MS).toISOString();
  const byDevice = Map.groupBy(steps, ({ deviceKey }) => deviceKey);
  const self = devices.find(({ isSelf }) => isSelf);
  const peers = devices.filter(({ isSelf }) => !isSelf);
  return {
    fromAt: new Date(range.fromAt).toISOString(),
    toAt: new Date(range.toAt).toISOString(),
    stepS: STEP_MS / 1000,
    points: (byDevice.get(self?.deviceKey ?? -1) ?? []).map(({ step, deviceKey: _, ...values }) => ({
      at: toIso(step),
      ...values,
    })),
    peers: peers.slice(0, MAX_PEERS).map(({ deviceId, deviceKey, sn, slotLabel }) => ({
      deviceId,
      sn,
      slotLabel,
      points: (byDevice.get(deviceKey) ?? []).map(({ step, powerW }) => ({ at: toIso(step), powerW })),
    })),
    peerCount: peers.length,
    peerMean: meanPower(
      steps.filter(({ deviceKey }) => deviceKey !== self?.deviceKey),
      toIso,
    ),
  };
}
