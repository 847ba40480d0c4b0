import type { Command, CommandOp, CommandReply } from "@heliograph/protocol";
import { checkMessage } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { CommandRow, DeliveredCommand, GatewaySession, NewCommand } from "./commands.repository.ts";
import {
  expireCommands,
  failCommandsWithoutReply,
  findCommand,
  findGateway,
  insertCommand,
  listWaitingGateways,
  takeDeliverable,
  writeReply,
} from "./commands.repository.ts";

export type { CommandRow, GatewaySession, NewCommand };

/** Operations that are useful only immediately: refused when the gateway is offline. */
const ONLY_ONLINE: ReadonlySet<string> = new Set(["fast", "scan", "restart"]);
/** The operation that shuts units down; refused with its own message when the gateway is offline (R8.7). */
const SHUTDOWN_OP: CommandOp = "open";
/** A reply may still be in transit when the deadline passes; a gateway accepts a command within 2 s. */
const REPLY_GRACE_MS = 10_000;
/** How long a command waits for a reply that was lost with its connection. */
const RESULT_WITHIN_MS = 10 * 60_000;

export type CommandService = ReturnType<typeof createCommandService>;

/** The command as it goes to the gateway. */
export function toMessage(row: DeliveredCommand): Command {
  return checkMessage("downCommand", {
    id: row.id,
    op: row.op,
    to: row.targets ?? "all",
    args: row.args,
    deadline: row.deadlineAt?.getTime() ?? null,
    seq: row.seq,
  });
}

function refuseOffline(op: CommandOp): AppError {
  return new AppError("B0210", op === SHUTDOWN_OP ? { messageKey: "message.shutdownOffline" } : {});
}

export function createCommandService({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const now = () => new Date(clock.now());

  return {
    /**
     * Stores the command and notifies the process with the gateway's connection. Throws A0404 for a gateway that is not in
     * this plant or not visible to the caller, B0210 when the operation requires an online gateway.
     */
    async send(scope: Scope, command: NewCommand): Promise<CommandRow> {
      const gateway = await findGateway(db, scope, command);
      if (!gateway) throw new AppError("A0404");
      if (!gateway.isOnline && ONLY_ONLINE.has(command.op)) throw refuseOffline(command.op);
      const row = await db.transaction().execute(async (trx) => {
        const written = await insertCommand(trx, command, now());
        if (!written) throw refuseOffline(command.op);
        // What the gateway could not read is refused here; the sequence number follows with the delivery.
        toMessage({ ...written, seq: 1 });
        await writeAudit(trx, {
          kind: "operation",
          type: `command.${command.op}`,
          actorId: command.authorId,
          companyId: gateway.companyId,
          plantId: command.plantId,
          objectType: "device",
          objectId: command.gatewayId,
          new: { commandId: written.id, targets: command.targets, args: command.args },
          address: command.address,
        });
        return written;
      });
      bus.publish(`gateway.${gateway.sn}.command`, { commandId: row.id });
      return row;
    },
    find: (scope: Scope, id: string) => findCommand(db, scope, id),
    /** For the device link: commands to deliver to a session that has already received the given ones. */
    takeDeliverable: (session: GatewaySession, received: readonly string[]) =>
      takeDeliverable(db, session, { received, now: now(), resultWithinMs: RESULT_WITHIN_MS }),
    /** For the device link: serial numbers of gateways with commands that wait for delivery. */
    listWaitingGateways: () => listWaitingGateways(db, now()),
    /** For the device link: a repeated or late reply changes nothing. */
    applyReply: (session: GatewaySession, reply: CommandReply) => writeReply(db, session, reply, now()),
    /** Ends commands without a reply in time and returns their number; call every few seconds. */
    async markExpired(): Promise<number> {
      const expired = await expireCommands(db, now(), REPLY_GRACE_MS);
      const withoutReply = await failCommandsWithoutReply(db, now(), RESULT_WITHIN_MS);
      return expired.length + withoutReply.length;
    },
  };
}
