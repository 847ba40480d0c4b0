import type { DataInputOf, endpoints, LiveMessage, QueryOf } from "@heliograph/contract";
import type { Command, CommandOp, CommandReply, DeviceModel } from "@heliograph/protocol";
import { checkMessage } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { findListedCommand, listCommandRows, listResultRows } from "./command-list.repository.ts";
import { toListed, toResult } from "./command-rows.ts";
import type {
  CommandGateway,
  CommandRow,
  DeliveredCommand,
  GatewaySession,
  NewCommand,
} from "./commands.repository.ts";
import {
  cancelIgnitions,
  cancelOfOperation,
  cancelOutdated,
  cancelQueued,
  expireCommands,
  findByKey,
  findCommand,
  findGateway,
  findStoredReply,
  insertCommands,
  listWaitingGateways,
  raiseCommandSeq,
  returnUnsent,
  takeDeliverable,
  timeOutCommands,
  writeReply,
} from "./commands.repository.ts";
import { refuseCommandWhileHeld } from "./held-plants.service.ts";
import { OPERATIONS, REFUSED_WHILE_HELD } from "./operations.ts";
import { saveReadBack, saveRequested } from "./parameters.repository.ts";
import type { ReplyCheck } from "./reply-check.ts";
import { compareReply } from "./reply-check.ts";
import type { UnrecordedCommand } from "./unrecorded-commands.repository.ts";
import { insertUnrecorded } from "./unrecorded-commands.repository.ts";

export type { CommandRow, DeliveredCommand, GatewaySession, NewCommand, ReplyCheck, UnrecordedCommand };

/** The operation that shuts units down; refused with its own message when the gateway is offline (R8.7). */
const SHUTDOWN_OP: CommandOp = "open";
/** A reply may still be in transit when the deadline passes; a gateway accepts a command within 2 s. */
const REPLY_GRACE_MS = 10_000;
/** How long a command without a deadline waits for a reply that was lost with its connection. */
const RESULT_WITHIN_MS = 10 * 60_000;

/** Commands of a gateway that leave together: a shutdown that is pressed meanwhile waits for no more than these. */
export const MAX_TAKEN = 50;

type ListQuery = Omit<QueryOf<typeof endpoints.command.listOfPlant>, "stationId">;

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

/** Whether a request asks for the same as the command that the account sent under its key. */
function isSameRequest(row: CommandRow, command: NewCommand): boolean {
  const targets = command.targets === "all" ? null : command.targets;
  const toText = (op: string, gatewayId: string, rest: readonly unknown[]) =>
    JSON.stringify([op, gatewayId, ...rest]);
  return (
    toText(row.op, row.gatewayId, [row.targets, sortKeys(row.args)]) ===
    toText(command.op, command.gatewayId, [targets, sortKeys(command.args)])
  );
}

/** The database does not keep the order of keys. */
const sortKeys = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, sortKeys(inner)]),
      )
    : value;

export function createCommandService(deps: {
  db: Db;
  /** For what is to be delivered, which waits for no reply that is stored; `db` when absent. */
  deliveryDb?: Db;
  bus: Bus;
  clock: Clock;
  models: readonly DeviceModel[];
}) {
  const { db, bus, clock, models } = deps;
  const deliveryDb = deps.deliveryDb ?? db;
  const now = () => new Date(clock.now());
  /** Names that are stored: a gateway could otherwise fill the table with names of its own. */
  const knownParameters = [...new Set(models.flatMap(({ parameters }) => Object.keys(parameters)))];

  /** Notifies the pages that show commands of these plants. */
  function publish(rows: readonly CommandRow[]): void {
    for (const { plantId, gatewayId } of rows)
      if (plantId !== null)
        bus.publish(`plant.${plantId}.commands`, {
          type: "commands",
          stationId: plantId,
          gatewayId,
        } satisfies LiveMessage);
  }

  async function insert(command: NewCommand, gateway: CommandGateway): Promise<CommandRow> {
    return await db.transaction().execute(async (trx) => {
      const [written] = await insertCommands(trx, [command], now());
      if (!written) {
        const earlier = command.idempotencyKey === undefined ? undefined : await findByKey(trx, command);
        if (!earlier) throw refuseOffline(command.op);
        if (isSameRequest(earlier, command)) return earlier;
        throw new AppError("A0440", { messageKey: "message.commandKeyUsed" });
      }
      // What the gateway could not read is refused here; the sequence number follows with the delivery.
      toMessage({ ...written, seq: 1 });
      if (command.requested) await saveRequested(trx, written.id, command.requested, now());
      await writeAudit(trx, {
        kind: "operation",
        type: `command.${command.op}`,
        actorId: command.authorId,
        companyId: gateway.companyId,
        plantId: command.plantId,
        objectType: "device",
        objectId: command.subjectId ?? command.gatewayId,
        original: command.original,
        new: { commandId: written.id, targets: command.targets, args: command.args },
        address: command.address,
      });
      return written;
    });
  }

  return {
    /**
     * Stores the command and notifies the process with the gateway's connection. A second request of the account with the
     * same key returns the first command. Throws A0404 for a gateway that is not in this plant or not visible to the caller,
     * B0210 when the operation requires an online gateway, A0312 or A0440 while the plant or one of these units is shut down
     * and the operation could close it, A0440 when the key belongs to another request.
     */
    async send(scope: Scope, command: NewCommand): Promise<CommandRow> {
      const gateway = await findGateway(db, scope, command);
      if (!gateway) throw new AppError("A0404");
      const isRepeated = command.idempotencyKey !== undefined && (await findByKey(db, command)) !== undefined;
      if (!isRepeated && REFUSED_WHILE_HELD.has(command.op)) await refuseCommandWhileHeld(db, command);
      if (!isRepeated && !gateway.isOnline && OPERATIONS[command.op].needsOnline)
        throw refuseOffline(command.op);
      const row = await insert(command, gateway);
      publish([row]);
      bus.publish(`gateway.${gateway.sn}.command`, { commandId: row.id });
      return row;
    },
    /**
     * For rapid shutdown: stores commands in the transaction of the operation that they carry out; `announce` them once it is
     * committed. A gateway that was never claimed gets none.
     */
    queue: (trx: Transaction, commands: readonly NewCommand[]) => insertCommands(trx, commands, now()),
    /** Cancels what has not been sent of an operation, in the transaction that ends it. */
    cancelOfOperation: (trx: Transaction, safetyId: string) => cancelOfOperation(trx, safetyId, now()),
    /** Notifies pages of changed commands, and the processes with the sessions of these gateways. */
    announce(rows: readonly CommandRow[], serials: Iterable<string>): void {
      publish(rows);
      for (const sn of new Set(serials)) bus.publish(`gateway.${sn}.command`, {});
    },
    find: (scope: Scope, id: string) => findCommand(db, scope, id),

    /** Commands of a plant, or those of a gateway or unit in it; mount() has checked the access. */
    async list(
      scope: Scope,
      place: PlantInScope & { deviceId?: string },
      query: ListQuery,
    ): Promise<DataInputOf<typeof endpoints.command.listOfPlant>> {
      const { rows, total } = await listCommandRows(db, { scope, place, query });
      return { rows: rows.map(toListed), total };
    },

    /** A command of the plant with its result at each device. */
    async get(
      scope: Scope,
      plant: PlantInScope,
      commandId: string,
    ): Promise<DataInputOf<typeof endpoints.command.get>> {
      const row = await findListedCommand(db, { scope, plant, commandId });
      if (!row) throw new AppError("A0404");
      return { ...toListed(row), results: (await listResultRows(db, commandId)).map(toResult) };
    },

    /** Cancels a command that has not been sent. Throws A0404, and A0440 once it was sent or has ended. */
    async cancel({ scope, address }: Actor, { plantId }: PlantInScope, commandId: string): Promise<void> {
      const cancelled = await db.transaction().execute(async (trx) => {
        const row = await findCommand(trx, scope, commandId);
        if (row?.plantId !== plantId) throw new AppError("A0404");
        const rows = await cancelQueued(trx, { plantId, commandId }, now());
        if (rows.length === 0) throw new AppError("A0440", { messageKey: "message.commandSent" });
        const gateway = await findGateway(trx, scope, { plantId, gatewayId: row.gatewayId });
        await writeAudit(trx, {
          kind: "operation",
          type: "command.cancel",
          actorId: scope.accountId,
          companyId: gateway?.companyId,
          plantId,
          objectType: "device",
          objectId: row.gatewayId,
          new: { commandId, op: row.op },
          address,
        });
        return rows;
      });
      publish(cancelled);
    },

    /** For the device link: commands to deliver to sessions that have already received the given ones. */
    async takeDeliverable(
      sessions: readonly GatewaySession[],
      received: readonly string[],
    ): Promise<DeliveredCommand[]> {
      const rows = await deliveryDb.transaction().execute((trx) =>
        takeDeliverable(trx, sessions, {
          received,
          now: now(),
          resultWithinMs: RESULT_WITHIN_MS,
          max: MAX_TAKEN,
        }),
      );
      publish(rows);
      return rows;
    },
    /**
     * For the device link: sending the `failed` command failed, and those after it were not sent. Returns the ids of the
     * commands that wait for delivery again.
     */
    async returnUnsent(
      session: GatewaySession,
      commands: { failed: string | undefined; unsent: readonly string[] },
    ): Promise<string[]> {
      const rows = await returnUnsent(db, session, commands, now());
      publish(rows);
      return rows.filter(({ state }) => state === "queued").map(({ id }) => id);
    },
    /** For the device link: serial numbers of gateways with commands that wait for delivery. */
    listWaitingGateways: () => listWaitingGateways(db, now()),
    /** For shutdowns without the database: the number of the last command that the gateway was sent. */
    raiseSeq: (gatewayId: string, seq: number) => raiseCommandSeq(db, gatewayId, seq),
    /** For shutdowns without the database: stores what was sent; returns what was not stored yet. */
    async saveUnrecorded(sent: readonly UnrecordedCommand[]): Promise<CommandRow[]> {
      const rows = await insertUnrecorded(db, sent);
      publish(rows);
      return rows;
    },
    /** For the device link: what a reply is that changes nothing. */
    async checkReply(gatewayId: string, reply: CommandReply): Promise<ReplyCheck> {
      const stored = await findStoredReply(db, { gatewayId, commandId: reply.id });
      return stored ? compareReply(stored, reply) : "unknown-command";
    },
    /** Cancels ignitions of a plant that have not been sent, in the transaction that shuts it down. */
    cancelIgnitions: (trx: Transaction, plantId: string) => cancelIgnitions(trx, plantId, now()),
    /** For the device link: a repeated or late reply changes nothing. */
    async applyReply(session: GatewaySession, reply: CommandReply): Promise<CommandRow | undefined> {
      const at = now();
      const row = await db.transaction().execute(async (trx) => {
        const written = await writeReply(trx, session, reply, at);
        if (written && reply.results !== undefined) await saveReadBack(trx, written.id, knownParameters, at);
        return written;
      });
      if (row) publish([row]);
      return row;
    },
    /** Ends commands that were not sent or not answered in time and returns their number; call every few seconds. */
    async markExpired(): Promise<number> {
      const ended = [
        ...(await expireCommands(db, now())),
        ...(await cancelOutdated(db, now())),
        ...(await timeOutCommands(db, now(), { graceMs: REPLY_GRACE_MS, withinMs: RESULT_WITHIN_MS })),
      ];
      publish(ended);
      return ended.length;
    },
  };
}
