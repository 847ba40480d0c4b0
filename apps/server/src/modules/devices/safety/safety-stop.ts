import type { SafetyState } from "@heliograph/contract";
import { SHUTDOWN_COUNTDOWN_S } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { CommandService } from "../commands/commands.service.ts";
import { SILENT_MS } from "./delivery-times.service.ts";
import { applyEvent } from "./operations.ts";
import type { Presser } from "./press-record.ts";
import { recordPress } from "./press-record.ts";
import { withReports } from "./prompt-reports.ts";
import type { LockedSafety } from "./safety.repository.ts";
import { insertOperation } from "./safety.repository.ts";
import type { Facts, Sent } from "./safety-change.ts";
import { endCurrent, endUnits } from "./safety-change.ts";
import { listUnitOperationsOfPlant } from "./unit-switch.repository.ts";
import { scheduleDelivery } from "./units.repository.ts";

/** A shutdown that was accepted. */
export interface AcceptedStop {
  readonly presser: Presser;
  readonly reason: string;
  readonly idempotencyKey: string;
  readonly acceptedAt: Date;
  readonly isDrill?: boolean;
  /** Of a press that waited in the journal: its operation has its id. */
  readonly pressId?: string;
  /** Of a press that waited in the journal: when the rights that it was decided on were read. */
  readonly rightsAt?: Date;
}

/** Begins the shutdown of a locked plant: operation, state, ledger, and `open` for each gateway that is online. */
export async function beginStop(
  commands: CommandService,
  trx: Transaction,
  { safety, facts, press, at }: { safety: LockedSafety; facts: Facts; press: AcceptedStop; at: Date },
): Promise<{ operationId: string; state: SafetyState; sent: Sent }> {
  const { plantId } = safety;
  const { presser, reason, idempotencyKey, acceptedAt, pressId, rightsAt, isDrill } = press;
  const { accountId: authorId, address } = presser;
  const ofUnits = await listUnitOperationsOfPlant(trx, plantId);
  // Drills of strings end too: the shutdown opens their units with the others, and has one holder.
  const drills = ofUnits.filter(({ isDrill, kind }) => isDrill && kind === "shutdown");
  const closing = ofUnits.filter(({ kind }) => kind === "reset");
  const ended = [
    ...(await endCurrent(commands, trx, { ...safety, at })),
    ...(await endUnits(commands, trx, { operations: [...closing, ...drills], at })),
    ...(await commands.cancelIgnitions(trx, plantId)),
  ];
  const deadlineAt = new Date(acceptedAt.getTime() + SHUTDOWN_COUNTDOWN_S * 1000);
  const operationId = await insertOperation(trx, {
    ...{ plantId, kind: "shutdown", authorId, address, reason, idempotencyKey, acceptedAt, id: pressId },
    deadlineAt,
  });
  const state = await applyEvent(trx, safety, { event: "stop", operationId, now: at });
  const online = facts.gateways.filter(({ isOnline }) => isOnline);
  const base = { plantId, targets: "all", authorId, address, reason, safetyId: operationId } as const;
  const queued = await commands.queue(
    trx,
    online.flatMap(({ deviceId: gatewayId }) =>
      withReports({ ...base, gatewayId, op: "open", args: { hold: operationId }, deadlineAt: null }),
    ),
  );
  // Told again when nothing answers; gateways that are offline as soon as they connect.
  await scheduleDelivery(trx, { operationId, at: new Date(at.getTime() + SILENT_MS), deliveries: 1 });
  await recordPress(trx, presser, {
    plantId,
    operationId,
    kind: "stop",
    at,
    detail: {
      reason,
      // Of the countdown: the command itself is repeated without one.
      deadline: deadlineAt.toISOString(),
      units: facts.unitCount,
      gateways: online.map(({ sn }) => sn),
      offline: facts.gateways.filter(({ isOnline }) => !isOnline).map(({ sn }) => sn),
      ...(isDrill === true && { drill: true }),
      ...(drills.length > 0 && { drills: drills.map(({ sn }) => sn) }),
      ...(rightsAt && { acceptedAt: acceptedAt.toISOString(), rightsAsOf: rightsAt.toISOString() }),
    },
  });
  return {
    operationId,
    state,
    sent: { rows: [...ended, ...queued], serials: online.map(({ sn }) => sn) },
  };
}
