import type { Transaction } from "../../../infra/postgres/database.ts";
import type { CommandRow, CommandService, NewCommand } from "../commands/commands.service.ts";
import { remainingMs, repeatAfterMs } from "./delivery-times.service.ts";
import { joinUnits } from "./joined-units.ts";
import type { OperationChange } from "./operation-change.ts";
import { withReports } from "./prompt-reports.ts";
import { findRelayTarget } from "./unit-switch.repository.ts";
import {
  countDeliveries,
  findLatestDelivery,
  listUnitsToOpen,
  lockSession,
  setNextDelivery,
} from "./units.repository.ts";

/** Sends `open` to a gateway's units that are not proven, or sets when to try again. */
export async function repeatDelivery(
  { changeOperation, commands }: { changeOperation: OperationChange; commands: CommandService },
  row: { operationId: string; plantId: string; gatewayId: string; sn: string },
): Promise<void> {
  const { operationId, plantId, gatewayId, sn } = row;
  let queued: CommandRow[] = [];
  await changeOperation(row, async (trx, safety, operation, at) => {
    const later = (ms: number) => new Date(at.getTime() + ms);
    const deliveries = await countDeliveries(trx, row);
    // What a gateway has just announced is opened without waiting for the search in the whole plant.
    const isJoined = deliveries === 0 && (await joinUnits(trx, safety, { operation, gatewayId, at }));
    // The session may have been replaced meanwhile: then the command is delivered to its successor.
    await lockSession(trx, { gatewayId });
    const latest = await findLatestDelivery(trx, row);
    const waitMs = latest === undefined ? 0 : remainingMs(latest, { deliveries, at });
    if (waitMs > 0) {
      await setNextDelivery(trx, row, { at: later(waitMs), deliveries });
      return isJoined;
    }
    const opening = await findOpening(trx, row);
    if (opening)
      queued = await commands.queue(
        trx,
        withReports(
          {
            plantId,
            gatewayId,
            ...opening,
            deadlineAt: null,
            authorId: operation.authorId ?? undefined,
            address: "",
            safetyId: operationId,
          },
          // A gateway that has just connected may have forgotten that it is to report often.
          { isFast: deliveries === 0 },
        ),
      );
    await setNextDelivery(trx, row, {
      at: later(repeatAfterMs(deliveries + 1)),
      deliveries: deliveries + 1,
    });
    return isJoined || queued.length > 0;
  });
  if (queued.length > 0) commands.announce(queued, [sn]);
}

/** The command that opens what is not proven; undefined when nothing is left to open. */
async function findOpening(
  trx: Transaction,
  row: { operationId: string; gatewayId: string },
): Promise<Pick<NewCommand, "op" | "targets" | "args"> | undefined> {
  const relay = await findRelayTarget(trx, row);
  if (relay) {
    const isDone = relay.hasUnits ? relay.isProven : relay.latest === "done";
    return isDone ? undefined : { op: "relay", targets: [relay.unit], args: { on: false } };
  }
  const targets = await listUnitsToOpen(trx, row);
  return targets.length > 0 ? { op: "open", targets, args: { hold: row.operationId } } : undefined;
}
