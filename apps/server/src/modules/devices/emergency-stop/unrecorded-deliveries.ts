import type { Command, CommandReply } from "@heliograph/protocol";
import type { CommandRow, CommandService, GatewaySession } from "../commands/commands.service.ts";

interface RepliedSession extends GatewaySession {
  readonly sn: string;
}

interface Unrecorded {
  readonly command: Command;
  readonly pressId: string;
  readonly session: RepliedSession;
  readonly sentAt: Date;
  /** The latest of each state. */
  readonly replies: Map<string, CommandReply>;
}

/** What was sent without the database, with the replies to it, until both are in the database. */
export function createUnrecordedDeliveries(deps: {
  commands: Pick<CommandService, "saveUnrecorded">;
  find(sn: string): RepliedSession | undefined;
  onRecorded(sn: string, row: CommandRow): void;
  storeReply(session: RepliedSession, reply: CommandReply): Promise<void>;
}) {
  const { commands, find, onRecorded, storeReply } = deps;
  const byId = new Map<string, Unrecorded>();

  async function storeReplies({ session, replies }: Unrecorded): Promise<void> {
    // Another one may arrive meanwhile.
    while (replies.size > 0)
      for (const [state, reply] of replies) {
        await storeReply(find(session.sn) ?? session, reply);
        if (replies.get(state) === reply) replies.delete(state);
      }
  }

  return {
    listPresses: (): string[] => [...new Set([...byId.values()].map(({ pressId }) => pressId))],
    add(one: Omit<Unrecorded, "replies">): void {
      byId.set(one.command.id, { ...one, replies: new Map() });
    },
    /** Keeps a reply to one of them, in whichever session of its gateway; false for every other reply. */
    keepUnrecordedReply({ gatewayId }: GatewaySession, reply: CommandReply): boolean {
      const one = byId.get(reply.id);
      if (one?.session.gatewayId !== gatewayId) return false;
      one.replies.set(reply.state, reply);
      return true;
    },
    /** Stores those of presses that are in the database, each with its shutdown. */
    async record(imported: readonly { pressId: string; safetyId: string }[]): Promise<void> {
      const safetyIds = new Map(imported.map(({ pressId, safetyId }) => [pressId, safetyId]));
      const ofImported = [...byId.values()].filter(({ pressId }) => safetyIds.has(pressId));
      if (ofImported.length === 0) return;
      const rows = await commands.saveUnrecorded(
        ofImported.map(({ command, pressId, session, sentAt }) => ({
          ...{ id: command.id, gatewayId: session.gatewayId, seq: command.seq, sentAt, hold: pressId },
          safetyId: safetyIds.get(pressId) ?? "",
        })),
      );
      for (const row of rows) onRecorded(byId.get(row.id)?.session.sn ?? "", row);
      for (const one of ofImported) {
        await storeReplies(one);
        byId.delete(one.command.id);
      }
    },
    /** Drops those of a press whose plant is gone. */
    drop(gone: string): void {
      for (const [id, { pressId }] of byId) if (pressId === gone) byId.delete(id);
    },
  };
}
