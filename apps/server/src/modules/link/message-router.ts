import { setTimeout as wait } from "node:timers/promises";
import type { ParsedTopic } from "@heliograph/protocol";
import { decodeMessage, ProtocolError, topicOf } from "@heliograph/protocol";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { isStorageAway } from "../../infra/storage-away.ts";
import type { BirthRules } from "./births.ts";
import type { Broker } from "./broker.ts";
import type { Claims } from "./claims.ts";
import type { CommandDelivery } from "./command-delivery.ts";
import type { GatewayContexts } from "./gateway-contexts.ts";
import type { createHoldOpen } from "./hold-open.ts";
import type { OnlineStates } from "./online-states.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { ReportIntake } from "./report-intake.ts";
import { noteStartup } from "./report-time.ts";
import type { ReportWriter } from "./report-writer.ts";
import type { Session } from "./session.ts";
import type { SetAsideStore } from "./set-aside.ts";
import type { SyncRules } from "./sync.ts";
import type { TakeIn } from "./take-in.ts";

export interface MessageRouterDeps {
  holdOpen: ReturnType<typeof createHoldOpen>;
  setAside: SetAsideStore;
  intake: ReportIntake;
  births: BirthRules;
  takeIn: TakeIn;
  online: OnlineStates;
  sync: SyncRules;
  claims: Claims;
  delivery: CommandDelivery;
  contexts: GatewayContexts;
  clock: Clock;
  broker(): Broker;
  logger: Logger;
}

/** The time an acknowledgement takes from here into the socket. */
const ACKNOWLEDGE_MS = 20;

/** Brings each message of a gateway to its room; resolves when it may be acknowledged. */
export function createMessageRouter(deps: MessageRouterDeps) {
  const { holdOpen, intake, births, takeIn, online, sync, claims, delivery, contexts, clock, logger } = deps;
  const running = new Set<Promise<void>>();
  const limits = new WeakMap<Session, ReturnType<typeof createRateLimit>>();
  let isStopping = false;

  async function claim(session: Session, payload: Uint8Array): Promise<void> {
    decodeMessage("claimUp", payload);
    const secret = await claims.issueSecret(session.gatewayId);
    if (secret === undefined) session.client.close();
    else await deps.broker().send(session.sn, "claimDown", { secret });
  }

  async function takeState(session: Session, payload: Uint8Array): Promise<void> {
    const state = decodeMessage("upState", payload);
    if (state.lost) {
      const { highestSeq } = await contexts.get(session.sn);
      await sync.noteLost(session.gatewayKey, state.lost, highestSeq);
    }
    if (session.tag !== undefined) return;
    (await contexts.get(session.sn)).clock = state.clock;
    await online.take(session.gatewayId, state);
  }

  async function takeBirth(session: Session, payload: Uint8Array): Promise<void> {
    const isNew = await births.take(session.sn, decodeMessage("upBirth", payload));
    if (!isNew) return;
    takeIn.takeInHeld(session.gatewayId).catch((error: unknown) => {
      logger.warn({ err: error, sn: session.sn }, "held reports could not be taken in");
    });
  }

  async function answerTime(session: Session, payload: Uint8Array): Promise<void> {
    const t1 = clock.now();
    const { t0 } = decodeMessage("upTime", payload);
    noteStartup(await contexts.get(session.sn), t0, t1);
    await deps.broker().send(session.sn, "downTime", { t0, t1, t2: clock.now() });
  }

  async function route(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void> {
    switch (topic.name) {
      case "claimUp":
        return await claim(session, payload);
      case "upState":
        return await takeState(session, payload);
      case "upBirth":
        return await takeBirth(session, payload);
      case "upData":
        return await intake.take(session.sn, "data", payload);
      case "upHistory":
        return await intake.take(session.sn, "history", payload);
      case "upEvent":
        return await intake.take(session.sn, "event", payload);
      case "upAnswer":
        return await delivery.takeAnswer(session, decodeMessage("upAnswer", payload));
      case "upTime":
        return await answerTime(session, payload);
      // Parameters and firmware have no room yet: checked, so that a wrong one is seen, and not kept.
      case "upParam":
        decodeMessage("upParam", payload);
        return;
      case "upOta":
        decodeMessage("upOta", payload);
        return;
      default:
        throw new Error(`nothing is taken on ${topic.name}`);
    }
  }

  async function refuse(
    session: Session,
    topic: ParsedTopic,
    payload: Uint8Array,
    error: ProtocolError,
  ): Promise<void> {
    await deps.setAside.add({
      gatewayId: session.gatewayId,
      receivedAtMs: clock.now(),
      topic: topicOf[topic.name](session.sn),
      seq: undefined,
      reason: error.reason,
      detail: error.message,
      unitCount: 0,
      body: payload,
    });
  }

  /** Whatever cannot be stored now or later must not stand in the way of what comes behind it. */
  function toProtocolError(session: Session, topic: ParsedTopic, error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    logger.error({ err: error, sn: session.sn, topic: topic.name }, "a message cannot be stored");
    return new ProtocolError("unstorable", undefined, { cause: error });
  }

  async function takeOne(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void> {
    const limit = limits.get(session) ?? createRateLimit(() => performance.now());
    limits.set(session, limit);
    const pauseMs = limit.take();
    if (pauseMs > 0) await wait(pauseMs);
    await holdOpen.run(
      async () => {
        try {
          await route(session, topic, payload);
        } catch (error) {
          if (isStorageAway(error)) throw error;
          await refuse(session, topic, payload, toProtocolError(session, topic, error));
        }
      },
      () => session.client.closed,
    );
  }

  return {
    async take(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void> {
      if (isStopping) throw new Error("the server stops");
      const one = takeOne(session, topic, payload);
      running.add(one);
      try {
        await one;
      } finally {
        running.delete(one);
      }
    },
    /** Takes nothing new; resolves when what was taken is stored and acknowledged, or given up. */
    async drain(writer: ReportWriter): Promise<void> {
      isStopping = true;
      while (running.size > 0) {
        await writer.drain();
        await Promise.race([Promise.allSettled(running), wait(ACKNOWLEDGE_MS)]);
      }
      await wait(ACKNOWLEDGE_MS);
    },
  };
}
