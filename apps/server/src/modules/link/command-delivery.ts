import type { Answer } from "@heliograph/protocol";
import type { Logger } from "../../infra/logger.ts";
import type { CommandService } from "../commands/commands.service.ts";
import { toMessage } from "../commands/commands.service.ts";
import type { Broker } from "./broker.ts";
import type { Session, SessionBook } from "./session.ts";

/** Hands commands to the gateway's own session, and takes its answers. */
export function createCommandDelivery(deps: {
  commands: CommandService;
  book: SessionBook;
  broker(): Broker;
  logger: Logger;
}) {
  const { commands, book, broker, logger } = deps;
  const tails = new Map<string, Promise<void>>();

  async function deliver(session: Session): Promise<void> {
    // A command that nobody listens for would be lost: it waits for the subscription.
    if (!session.subscribed.has("downCommand") || book.find(session.sn) !== session) return;
    for (const row of await commands.takeDeliverable(session.gatewayId)) {
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
    async takeAnswer(gatewayId: string, answer: Answer): Promise<void> {
      const row = await commands.applyAnswer(gatewayId, answer);
      if (!row) logger.debug({ gatewayId, commandId: answer.id }, "an answer to no open command");
    },
  };
}

export type CommandDelivery = ReturnType<typeof createCommandDelivery>;
