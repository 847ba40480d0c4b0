import type { Answer } from "@heliograph/protocol";
import { ProtocolError } from "@heliograph/protocol";
import type { Logger } from "../../../../infra/logger.ts";
import type { CommandService } from "../../commands/commands.service.ts";
import { toMessage } from "../../commands/commands.service.ts";
import type { Broker } from "../connection/broker.ts";
import type { Session, SessionBook } from "../connection/session.ts";

/** Commands a session is remembered to have received; the oldest are long answered. */
const MAX_REMEMBERED = 1_000;

function rememberCommand({ commands }: Session, id: string): void {
  commands.add(id);
  for (const oldest of commands) {
    if (commands.size <= MAX_REMEMBERED) return;
    commands.delete(oldest);
  }
}

/** Hands commands to the gateway's own session, and receives its answers. */
export function createCommandDelivery(deps: {
  commands: CommandService;
  book: SessionBook;
  broker(): Broker;
  logger: Logger;
}) {
  const { commands, book, broker, logger } = deps;
  const tails = new Map<string, Promise<void>>();

  async function deliver(session: Session): Promise<void> {
    // A command without a subscriber would be lost: it waits for the subscription.
    if (!session.subscribed.has("downCommand") || book.find(session.sn) !== session) return;
    const rows = await commands.takeDeliverable(session.gatewayId, [...session.commands]);
    for (const { id } of rows) rememberCommand(session, id);
    for (const row of rows) {
      await broker().send(session.sn, "downCommand", toMessage(row));
    }
  }

  return {
    /** Sends what is due, in the order of its numbers; harmless when nothing is. */
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
     * Writes an answer of the session the command was delivered to; a repeated one changes nothing. Throws `wrong-session`
     * for an answer of a tool, of a session that was replaced, and to a command this session never received.
     */
    async receiveAnswer(session: Session, answer: Answer): Promise<void> {
      const { sn, gatewayId } = session;
      if (session.tag !== undefined || book.find(sn) !== session)
        throw new ProtocolError("wrong-session", `command ${answer.id}`);
      // A delivery on its way may be of this very command.
      await tails.get(sn);
      if (!session.commands.has(answer.id)) throw new ProtocolError("wrong-session", `command ${answer.id}`);
      const row = await commands.applyAnswer(gatewayId, answer);
      if (!row) logger.debug({ gatewayId, commandId: answer.id }, "an answer to a command that is over");
    },
  };
}

export type CommandDelivery = ReturnType<typeof createCommandDelivery>;
