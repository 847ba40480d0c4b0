import { setTimeout as wait } from "node:timers/promises";
import type { ParsedTopic } from "@heliograph/protocol";
import { decodeMessage, ProtocolError, topicOf } from "@heliograph/protocol";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import { isStorageUnavailable } from "../../../../infra/storage-unavailable.ts";
import type { ParameterService } from "../../commands/parameters.service.ts";
import type { SafetyWatch } from "../../safety/safety-watch.service.ts";
import type { BirthRules } from "../adoption/births.ts";
import type { Claims } from "../adoption/claims.ts";
import type { CommandDelivery } from "../commands/command-delivery.ts";
import type { Broker } from "../connection/broker.ts";
import type { GatewayContexts } from "../connection/gateway-contexts.ts";
import type { OnlineStates } from "../connection/online-states.ts";
import { createRateLimit } from "../connection/rate-limit.ts";
import type { Session } from "../connection/session.ts";
import type { createStorageRetry } from "../connection/storage-retry.ts";
import type { ImageDelivery } from "../firmware/image-delivery.ts";
import type { PendingReports } from "./pending-reports.ts";
import type { RejectedReports } from "./rejected-reports.ts";
import type { ReportIntake } from "./report-intake.ts";
import { noteStartup } from "./report-time.ts";
import type { ReportWriter } from "./report-writer.ts";
import type { SyncRules } from "./sync.ts";

export interface MessageRouterDeps {
  storageRetry: ReturnType<typeof createStorageRetry>;
  rejectedReports: RejectedReports;
  intake: ReportIntake;
  births: BirthRules;
  pendingReports: PendingReports;
  online: OnlineStates;
  sync: SyncRules;
  claims: Claims;
  delivery: CommandDelivery;
  images: Pick<ImageDelivery, "receive">;
  safety: Pick<SafetyWatch, "onConnected">;
  /** Whether this is the gateway's own, current session. */
  isOwn(session: Session): boolean;
  parameters: Pick<ParameterService, "saveReported">;
  contexts: GatewayContexts;
  clock: Clock;
  broker(): Broker;
  logger: Logger;
}

/** The time an acknowledgement takes from here into the socket. */
const ACKNOWLEDGE_MS = 20;

/** Passes each message of a gateway to its handler; resolves when it may be acknowledged. */
export function createMessageRouter(deps: MessageRouterDeps) {
  const {
    storageRetry,
    intake,
    births,
    pendingReports,
    online,
    sync,
    claims,
    delivery,
    contexts,
    clock,
    logger,
  } = deps;
  const running = new Set<Promise<void>>();
  const limits = new WeakMap<Session, ReturnType<typeof createRateLimit>>();
  let isStopping = false;

  async function claim(session: Session, payload: Uint8Array): Promise<void> {
    decodeMessage("claimUp", payload);
    const secret = await claims.issueSecret(session.gatewayId);
    if (secret === undefined) session.client.close();
    else await deps.broker().send(session.sn, "claimDown", { secret });
  }

  async function receiveState(session: Session, payload: Uint8Array): Promise<void> {
    const state = decodeMessage("upState", payload);
    if (state.lost) {
      const { highestSeq } = await contexts.get(session.sn);
      await sync.saveLost(session.gatewayKey, state.lost, highestSeq);
    }
    if (session.tag !== undefined) return;
    (await contexts.get(session.sn)).clock = state.clock;
    await online.applyState(session, state);
  }

  async function receiveBirth(session: Session, payload: Uint8Array): Promise<void> {
    const isNew = await births.receive(session, decodeMessage("upBirth", payload));
    if (!isNew) return;
    // Unit numbers of a shutdown that was under way may be others now.
    deps.safety.onConnected(session.gatewayId).catch((error: unknown) => {
      logger.warn({ err: error, sn: session.sn }, "a shutdown could not be repeated");
    });
    pendingReports.storePending(session.gatewayId).catch((error: unknown) => {
      logger.warn({ err: error, sn: session.sn }, "pending reports could not be stored");
    });
  }

  async function sendTime(session: Session, payload: Uint8Array): Promise<void> {
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
        return await receiveState(session, payload);
      case "upBirth":
        return await receiveBirth(session, payload);
      case "upData":
        return await intake.receive(
          session.sn,
          "data",
          payload,
          deps.isOwn(session) ? session.epoch : undefined,
        );
      case "upHistory":
        return await intake.receive(session.sn, "history", payload);
      case "upEvent":
        return await intake.receive(session.sn, "event", payload);
      case "upAnswer":
        return await delivery.receiveReply(session, decodeMessage("upAnswer", payload));
      case "upTime":
        return await sendTime(session, payload);
      case "upParam":
        return await deps.parameters.saveReported(session.gatewayId, decodeMessage("upParam", payload));
      case "upOta":
        return await deps.images.receive(session, decodeMessage("upOta", payload));
      default:
        throw new Error(`no message is accepted on ${topic.name}`);
    }
  }

  async function reject(
    session: Session,
    topic: ParsedTopic,
    payload: Uint8Array,
    error: ProtocolError,
  ): Promise<void> {
    await deps.rejectedReports.add({
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

  /** What can never be stored must not block the messages behind it. */
  function toProtocolError(session: Session, topic: ParsedTopic, error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    logger.error({ err: error, sn: session.sn, topic: topic.name }, "a message cannot be stored");
    return new ProtocolError("unstorable", undefined, { cause: error });
  }

  async function receiveOne(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void> {
    const limit = limits.get(session) ?? createRateLimit(() => performance.now());
    limits.set(session, limit);
    const pauseMs = limit.take();
    if (pauseMs > 0) await wait(pauseMs);
    await storageRetry.run(
      async () => {
        try {
          await route(session, topic, payload);
        } catch (error) {
          if (isStorageUnavailable(error)) throw error;
          await reject(session, topic, payload, toProtocolError(session, topic, error));
        }
      },
      () => session.client.closed,
    );
  }

  return {
    async receive(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void> {
      if (isStopping) throw new Error("the server stops");
      const one = receiveOne(session, topic, payload);
      running.add(one);
      try {
        await one;
      } finally {
        running.delete(one);
      }
    },
    /** Accepts nothing new; resolves when what was received is stored and acknowledged, or given up. */
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
