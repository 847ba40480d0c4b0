import type { SafetyState } from "@heliograph/contract";
import { RESET_DEADLINE_S } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { CommandService, NewCommand } from "../commands/commands.service.ts";
import { applyEvent } from "./operations.ts";
import type { Presser } from "./press-record.ts";
import { recordPress } from "./press-record.ts";
import { withReports } from "./prompt-reports.ts";
import type { LockedSafety, SafetyGatewayRow } from "./safety.repository.ts";
import { insertOperation } from "./safety.repository.ts";
import type { Facts, Sent } from "./safety-change.ts";
import { endCurrent, endUnits } from "./safety-change.ts";
import { isClockSafe } from "./safety-rules.ts";
import { findUnitTarget, listOpenRelays, listUnitOperationsOfPlant } from "./unit-switch.repository.ts";

/** A reset that was accepted. */
interface AcceptedReset {
  readonly presser: Presser;
  readonly idempotencyKey: string;
}

/** Begins the reset of a locked plant: operation, state, ledger, and `close` for each gateway that may receive it. */
export async function beginReset(
  commands: CommandService,
  trx: Transaction,
  { safety, facts, press, at }: { safety: LockedSafety; facts: Facts; press: AcceptedReset; at: Date },
): Promise<{ operationId: string; state: SafetyState; sent: Sent }> {
  const { plantId } = safety;
  const { presser, idempotencyKey } = press;
  const { accountId: authorId, address } = presser;
  const deadlineAt = new Date(at.getTime() + RESET_DEADLINE_S * 1000);
  const openRelays = await listOpenRelays(trx, plantId);
  const opening = (await listUnitOperationsOfPlant(trx, plantId)).filter(({ kind }) => kind === "shutdown");
  const ended = [
    ...(await endCurrent(commands, trx, { ...safety, at })),
    ...(await endUnits(commands, trx, { operations: opening, at })),
  ];
  const operationId = await insertOperation(trx, {
    plantId,
    kind: "reset",
    authorId,
    address,
    reason: "",
    idempotencyKey,
    acceptedAt: at,
    deadlineAt,
  });
  const state = await applyEvent(trx, safety, { event: "reset", operationId, now: at });
  const ready = facts.gateways.filter((gateway) => gateway.isOnline && isClockSafe(gateway));
  const base = { plantId, targets: "all", authorId, address, safetyId: operationId, deadlineAt } as const;
  const queued = await commands.queue(
    trx,
    ready.flatMap(({ deviceId: gatewayId }) =>
      withReports({ ...base, gatewayId, op: "close", args: { hold: operationId } }),
    ),
  );
  for (const relay of await listRelays(trx, { plantId, openRelays, ready, at }))
    queued.push(...(await commands.queue(trx, [{ ...base, ...relay, op: "relay", args: { on: true } }])));
  await recordPress(trx, presser, {
    plantId,
    operationId,
    kind: "reset",
    at,
    detail: {
      deadline: deadlineAt.toISOString(),
      gateways: ready.map(({ sn }) => sn),
      left: facts.gateways.filter((gateway) => !ready.includes(gateway)).map(({ sn }) => sn),
    },
  });
  return { operationId, state, sent: { rows: [...ended, ...queued], serials: ready.map(({ sn }) => sn) } };
}

/** What closes relays with the plant: without them the units behind would have no keep-alive. */
async function listRelays(
  trx: Transaction,
  found: {
    plantId: string;
    openRelays: readonly string[];
    ready: readonly SafetyGatewayRow[];
    at: Date;
  },
): Promise<Pick<NewCommand, "gatewayId" | "targets" | "subjectId">[]> {
  const { plantId, openRelays, ready, at } = found;
  const relays: Pick<NewCommand, "gatewayId" | "targets" | "subjectId">[] = [];
  for (const deviceId of openRelays) {
    const target = await findUnitTarget(trx, { plantId, deviceId }, at);
    if (target?.gatewayId == null || target.units.length === 0) continue;
    if (!ready.some((gateway) => gateway.deviceId === target.gatewayId)) continue;
    relays.push({ gatewayId: target.gatewayId, targets: target.units, subjectId: deviceId });
  }
  return relays;
}
