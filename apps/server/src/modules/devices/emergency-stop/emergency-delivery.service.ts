import { randomUUID } from "node:crypto";
import type { Command, CommandReply } from "@heliograph/protocol";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { CommandService, GatewaySession } from "../commands/commands.service.ts";
import { repeatAfterMs } from "../safety/delivery-times.service.ts";
import type { SafetyWatch } from "../safety/safety-watch.service.ts";
import { listImported } from "./snapshot.repository.ts";
import { createUnrecordedDeliveries } from "./unrecorded-deliveries.ts";

const EVERY_MS = 1_000;

/** The session of a gateway in this process. */
export interface EmergencySession extends GatewaySession {
  readonly sn: string;
  readonly commands: Set<string>;
  /** Number of the last command that was sent to it. */
  readonly seq: { last: number };
}

interface Waiting {
  deliveries: number;
  nextAtMs: number;
}

export type EmergencyDelivery = ReturnType<typeof createEmergencyDelivery>;

/**
 * Sends `open` to gateways of this process for shutdowns that are not in the database yet, again and again until they are:
 * from then the shutdown repeats it. What was sent, and the replies to it, are stored with the press.
 */
export function createEmergencyDelivery(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  commands: Pick<CommandService, "raiseSeq" | "saveUnrecorded">;
  safety: Pick<SafetyWatch, "onLateRecord">;
  find(sn: string): EmergencySession | undefined;
  send(sn: string, command: Command): Promise<void>;
  storeReply(
    session: Pick<EmergencySession, "sn" | "gatewayId" | "epoch">,
    reply: CommandReply,
  ): Promise<void>;
}) {
  const { db, clock, logger, commands, safety, find, send, storeReply } = deps;
  const unrecorded = createUnrecordedDeliveries({
    commands,
    find,
    onRecorded: safety.onLateRecord,
    storeReply,
  });
  /** By press, and by serial number. */
  const waiting = new Map<string, Map<string, Waiting>>();
  /** By serial number: the number of the last command that was sent without the database, which does not have it yet. */
  const ahead = new Map<string, { readonly gatewayId: string; readonly last: number }>();

  async function deliver(pressId: string, sn: string, one: Waiting): Promise<void> {
    one.deliveries += 1;
    one.nextAtMs = clock.now() + repeatAfterMs(one.deliveries);
    const session = find(sn);
    if (!session) return;
    session.seq.last = Math.max(session.seq.last, ahead.get(sn)?.last ?? 0) + 1;
    ahead.set(sn, { gatewayId: session.gatewayId, last: session.seq.last });
    const command: Command = {
      ...{ id: randomUUID(), op: "open", to: "all", args: { hold: pressId } },
      ...{ deadline: null, seq: session.seq.last },
    };
    session.commands.add(command.id);
    unrecorded.add({ command, pressId, session, sentAt: new Date(clock.now()) });
    try {
      await send(sn, command);
      logger.warn({ sn, pressId, commandId: command.id }, "a shutdown was sent without the database");
    } catch (error) {
      logger.warn({ err: error, sn }, "a shutdown could not be sent");
    }
  }

  /** Sends what is due, whatever the database says. */
  async function repeat(): Promise<void> {
    for (const [pressId, gateways] of waiting)
      for (const [sn, one] of gateways) if (one.nextAtMs <= clock.now()) await deliver(pressId, sn, one);
  }

  /** A gateway obeys only commands with a higher number than its last one. */
  async function catchUp(sn: string): Promise<void> {
    const sent = ahead.get(sn);
    if (!sent) return;
    await commands.raiseSeq(sent.gatewayId, sent.last);
    if (ahead.get(sn) === sent) ahead.delete(sn);
  }

  /** Ends what is in the database: from then the shutdown itself repeats its command. */
  async function settleImported(): Promise<void> {
    for (const sn of [...ahead.keys()]) await catchUp(sn);
    const sent = unrecorded.listPresses();
    const pressIds = new Set([...waiting.keys(), ...sent]);
    if (pressIds.size === 0) return;
    const ended = sent.filter((pressId) => !waiting.has(pressId));
    const imported = await listImported(db, [...pressIds]);
    for (const { pressId } of imported) waiting.delete(pressId);
    await unrecorded.record(imported);
    const stored = new Set(imported.map(({ pressId }) => pressId));
    for (const pressId of ended) if (!stored.has(pressId)) unrecorded.drop(pressId);
  }

  const loops = [
    { work: repeat, failureMessage: "shutdowns could not be sent without the database" },
    {
      work: settleImported,
      failureMessage: "what became of shutdowns without the database could not be read",
    },
  ].map((work) => createLoop({ ...work, everyMs: EVERY_MS, logger }));

  return {
    /** A press waits in the journal of some process, or is in the database now. */
    async note(sn: string, { pressId, isImported }: { pressId: string; isImported: boolean }): Promise<void> {
      if (isImported) return void waiting.delete(pressId);
      const gateways = waiting.get(pressId) ?? new Map<string, Waiting>();
      waiting.set(pressId, gateways);
      if (gateways.has(sn)) return;
      const one = { deliveries: 0, nextAtMs: 0 };
      gateways.set(sn, one);
      await deliver(pressId, sn, one);
    },
    /** The session received its subscription: what waits for the gateway is due. */
    onConnected(sn: string): void {
      for (const gateways of waiting.values()) {
        const one = gateways.get(sn);
        if (one) one.nextAtMs = 0;
      }
    },
    /** Call before commands leave: their numbers must be above those that were sent without the database. */
    catchUp,
    /** Whether a reply is to what was sent without the database: it is stored once that command is. */
    keepUnrecordedReply: unrecorded.keepUnrecordedReply,
    repeat,
    start(): void {
      for (const loop of loops) loop.start();
    },
    async stop(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
