import type { CommandReply } from "@heliograph/protocol";
import { ProtocolError } from "@heliograph/protocol";
import type { Logger } from "../../../../infra/logger.ts";
import { createBatchedRead } from "../../../../infra/shared-run.ts";
import type {
  CommandService,
  DeliveredCommand,
  GatewaySession,
  ReplyCheck,
} from "../../commands/commands.service.ts";
import { MAX_TAKEN, toMessage } from "../../commands/commands.service.ts";
import type { EmergencyDelivery } from "../../emergency-stop/emergency-delivery.service.ts";
import type { SafetyWatch } from "../../safety/safety-watch.service.ts";
import type { Broker } from "../connection/broker.ts";
import type { GatewayContext, GatewayContexts } from "../connection/gateway-contexts.ts";
import type { Session, SessionBook } from "../connection/session.ts";

/** Ids of received commands kept for each session; the oldest are final by then. */
const MAX_REMEMBERED = 1_000;

function rememberCommand({ commands }: Session, id: string): void {
  commands.add(id);
  for (const oldest of commands) {
    if (commands.size <= MAX_REMEMBERED) return;
    commands.delete(oldest);
  }
}

/** Delivers commands to the gateway's own session and receives its replies. */
export function createCommandDelivery(deps: {
  commands: CommandService;
  safety: Pick<SafetyWatch, "onDelivery" | "onReply">;
  emergency: Pick<EmergencyDelivery, "catchUp" | "keepUnrecordedReply">;
  contexts: Pick<GatewayContexts, "get">;
  book: SessionBook;
  broker(): Broker;
  logger: Logger;
  /** A tool or a replaced session replied to a command. */
  onWrongSession(session: Session): void;
  /** A gateway replied to a command that it was never sent. */
  onForgedReply(session: Session, commandId: string): void;
  /** A gateway replied to a command again, and otherwise than before. */
  onContraryReply(session: GatewaySession, commandId: string): void;
  /** A gateway repeated a final reply in a session that never received the command. */
  onReplayedReply(session: Session, commandId: string): void;
}) {
  const { commands, safety, emergency, contexts, book, broker, logger } = deps;
  const tails = new Map<string, Promise<void>>();

  interface Asking {
    readonly session: Session;
    readonly context: GatewayContext;
  }
  /** Sessions that ask in the same turn, by `keyOf`. */
  const asking = new Map<string, Asking>();
  const keyOf = ({ gatewayId, epoch }: Session): string => `${gatewayId}/${epoch}`;

  /** Commands of many gateways in one transaction: those of a plant receive its shutdown at the same time. */
  const takeDeliverable = createBatchedRead(async (keys) => {
    const asked = keys.flatMap((key) => asking.get(key) ?? []);
    asking.clear();
    const all = await commands.takeDeliverable(
      asked.map(({ session }) => session),
      asked.flatMap(({ session }) => [...session.commands]),
    );
    const byGateway = Map.groupBy(all, ({ gatewayId }) => gatewayId);
    const taken = new Map<string, DeliveredCommand[]>();
    const deliveries = asked.flatMap(({ session, context }) => {
      const { sn, gatewayId } = session;
      const rows = byGateway.get(gatewayId);
      if (!rows) return [];
      taken.set(keyOf(session), rows);
      for (const { id, seq } of rows) {
        rememberCommand(session, id);
        session.seq.last = Math.max(session.seq.last, seq);
      }
      return [{ session, sn, gatewayId, rows, highestSeq: context.highestSeq }];
    });
    try {
      await safety.onDelivery(deliveries);
    } catch (error) {
      for (const { session, rows } of deliveries)
        await returnUnsent(session, { failed: undefined, unsent: rows.map(({ id }) => id) });
      throw error;
    }
    return taken;
  });

  async function deliver(session: Session): Promise<void> {
    // A command without a subscriber would be lost: it waits for the subscription.
    if (!session.subscribed.has("downCommand") || book.find(session.sn) !== session) return;
    await emergency.catchUp(session.sn);
    // Taken again after each part, since a shutdown may have been pressed. Beyond those that are remembered, the next turn goes on.
    for (let count = 0; count < MAX_REMEMBERED; count += MAX_TAKEN)
      if ((await deliverSome(session)) < MAX_TAKEN) return;
  }

  /** Returns how many were due; 0 when one of them could not be sent. */
  async function deliverSome(session: Session): Promise<number> {
    // Nothing is marked as delivered for a gateway that is no longer registered.
    asking.set(keyOf(session), { session, context: await contexts.get(session.sn) });
    const rows = (await takeDeliverable(keyOf(session))) ?? [];
    for (const [index, row] of rows.entries()) {
      const unsent = rows.slice(index + 1).map(({ id }) => id);
      if (session.client.closed || book.find(session.sn) !== session) {
        await returnUnsent(session, { failed: undefined, unsent: [row.id, ...unsent] });
        return 0;
      }
      try {
        await broker().send(session.sn, "downCommand", toMessage(row));
        const { id: commandId, seq, op } = row;
        logger.info({ sn: session.sn, commandId, seq, op }, "a command was sent");
      } catch (error) {
        logger.warn({ err: error, sn: session.sn, commandId: row.id }, "a command could not be sent");
        await returnUnsent(session, { failed: row.id, unsent });
        return 0;
      }
    }
    return rows.length;
  }

  /** Those that wait again are due in this session too. */
  async function returnUnsent(
    session: Session,
    unsent: { failed: string | undefined; unsent: readonly string[] },
  ): Promise<void> {
    for (const id of await commands.returnUnsent(session, unsent)) session.commands.delete(id);
  }

  /** A reply that changes nothing: a replayed or invented one says something else than the gateway did. */
  async function checkAgainstStored(session: GatewaySession, reply: CommandReply): Promise<ReplyCheck> {
    const check = await commands.checkReply(session.gatewayId, reply);
    if (check === "contrary") deps.onContraryReply(session, reply.id);
    return check;
  }

  /** Stores a reply of the gateway; one that changes nothing is compared with what is stored. */
  async function storeReply(session: GatewaySession & { sn: string }, reply: CommandReply): Promise<void> {
    const { sn } = session;
    const row = await commands.applyReply(session, reply);
    logger.info({ sn, commandId: reply.id, state: reply.state }, "a reply to a command");
    if (row) return safety.onReply(sn, row);
    logger.debug({ sn, commandId: reply.id }, "a reply to a command that is already final");
    await checkAgainstStored(session, reply);
  }

  return {
    storeReply,
    /** Sends due commands in the order of their sequence numbers; does nothing when none is due. */
    async deliver(sn: string): Promise<void> {
      const session = book.find(sn);
      if (!session) return;
      const turn = (tails.get(sn) ?? Promise.resolve())
        .then(() => deliver(session))
        .catch((error: unknown) => logger.warn({ err: error, sn }, "commands could not be delivered"));
      tails.set(sn, turn);
      await turn;
      if (tails.get(sn) === turn) tails.delete(sn);
    },
    /**
     * Stores a reply of the session the command was delivered to; a repeated one changes nothing. Throws `wrong-session` for
     * a reply of a tool, of a replaced session, or to a command this session has not received.
     */
    async receiveReply(session: Session, reply: CommandReply): Promise<void> {
      const { sn } = session;
      // Sessions of tools are never found: commands go to the gateway's own.
      if (book.find(sn) !== session) {
        deps.onWrongSession(session);
        throw new ProtocolError("wrong-session", `command ${reply.id}`);
      }
      // A delivery in progress may contain this command.
      await tails.get(sn);
      if (emergency.keepUnrecordedReply(session, reply)) return;
      if (!session.commands.has(reply.id)) {
        // A late reply to what an earlier session received is none of ours. One to a command that was never sent is forged, and the
        // same final one again is replayed: over sessions, MQTT repeats nothing.
        const check = await checkAgainstStored(session, reply);
        if (check === "unknown-command") deps.onForgedReply(session, reply.id);
        if (check === "repeated") deps.onReplayedReply(session, reply.id);
        throw new ProtocolError("wrong-session", `command ${reply.id}`);
      }
      await storeReply(session, reply);
    },
  };
}

export type CommandDelivery = ReturnType<typeof createCommandDelivery>;
