import type { EventEmitter } from "node:events";
import type { MessageName, MessageOf, OtaChunk, ParsedTopic, TopicName } from "@heliograph/protocol";
import {
  encodeJson,
  encodeOtaChunk,
  mayPublish,
  maySubscribe,
  parseTopic,
  TOPICS,
  topicOf,
} from "@heliograph/protocol";
import type { AuthenticateError, Client } from "aedes";
import { Aedes } from "aedes";
import type { Logger } from "../../../../infra/logger.ts";
import {
  CONNECT_TIMEOUT_MS,
  createMqttPorts,
  DRAIN_TIMEOUT_MS,
  isSupportedVersion,
  refuseVersion,
} from "../../../../infra/mqtt/mqtt-ports.ts";
import { GATEWAY_LIMITS } from "../../../../infra/mqtt/packet-guard.ts";
import type { Admission } from "./admission.ts";
import { STRANGER } from "./admission.ts";
import type { Session } from "./session.ts";

/** The link speaks QoS 0 and 1. */
const MAX_QOS = 1;

export interface BrokerEvents {
  /** Resolves when the message may be acknowledged; a rejection closes the connection. */
  onMessage(session: Session, topic: ParsedTopic, payload: Uint8Array): Promise<void>;
  onReady(session: Session): void;
  onDisconnected(session: Session): void;
  onSubscribed(session: Session, name: TopicName): void;
  onActivity(session: Session): void;
  onRefused(actor: string, what: string): void;
}

type DownName = Extract<MessageName, "downCommand" | "downSync" | "downTime" | "claimDown">;

/** MQTT 3.1.1 by aedes: `admission` and the protocol package decide who may do what, `events` handles the rest. */
export async function createBroker(options: {
  admission: Admission;
  events: BrokerEvents;
  logger: Logger;
  now: () => number;
}) {
  const { admission, events, logger, now } = options;
  const sessions = new WeakMap<Client, Session>();
  const userOf = (session: Session) => (session.isClaim ? `claim.${session.sn}` : session.sn);

  const aedes = new Aedes({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: 8,
    preConnect(client, packet, done) {
      if (!isSupportedVersion(packet)) {
        events.onRefused(STRANGER, "connect");
        refuseVersion(client, done);
        return;
      }
      admission.noteConnect(client, packet);
      done(null, true);
    },
    authenticate(client, userName, password, done) {
      admission.admit(client, userName, password).then(
        (result) => {
          if ("session" in result) {
            sessions.set(client, result.session);
            done(null, true);
            return;
          }
          const reason = new Error(result.reason) as AuthenticateError;
          reason.returnCode = result.returnCode;
          done(reason, false);
        },
        (error: unknown) => {
          logger.warn({ err: error }, "a gateway could not be let in");
          const reason = new Error("server unavailable") as AuthenticateError;
          reason.returnCode = 3;
          done(reason, false);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const session = client ? sessions.get(client) : undefined;
      // A will contains no more than the end of its connection, which is noticed anyway.
      if (!client || !session || (client as { will?: unknown }).will === packet) {
        done(new Error("a will is not forwarded"));
        return;
      }
      const topic = parseTopic(packet.topic);
      if (!topic || packet.retain || packet.qos === 2 || !mayPublish(userOf(session), packet.topic)) {
        events.onRefused(userOf(session), "publish");
        done(new Error("this topic is not yours"));
        return;
      }
      events.onActivity(session);
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      events.onMessage(session, topic, payload).then(() => done(null), done);
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.get(client);
      if (session && maySubscribe(userOf(session), subscription.topic)) {
        done(null, subscription);
        return;
      }
      events.onRefused(session ? userOf(session) : STRANGER, "subscribe");
      done(null, null);
    },
  });
  await aedes.listen();

  aedes.on("clientReady", (client) => {
    const session = sessions.get(client);
    if (session) events.onReady(session);
  });
  aedes.on("clientDisconnect", (client) => {
    const session = sessions.get(client);
    if (session) events.onDisconnected(session);
  });
  aedes.on("ping", (_packet, client) => {
    const session = sessions.get(client);
    if (session) events.onActivity(session);
  });
  aedes.on("subscribe", (subscriptions, client) => {
    const session = sessions.get(client);
    for (const { topic, qos } of subscriptions) {
      const name = parseTopic(topic)?.name;
      if (!session || !name || (qos as number) > MAX_QOS) continue;
      session.subscribed.add(name);
      events.onSubscribed(session, name);
    }
  });
  aedes.on("unsubscribe", (topics, client) => {
    for (const topic of topics) {
      const name = parseTopic(topic)?.name;
      if (name) sessions.get(client)?.subscribed.delete(name);
    }
  });
  aedes.on("clientError", (client, error) => {
    logger.debug({ sn: sessions.get(client)?.sn, reason: error.message }, "a gateway's connection ended");
  });
  aedes.on("connectionError", (_client, error) => {
    logger.debug({ reason: error.message }, "a connection ended before it was a gateway's");
  });
  // Missing in the package's types.
  (aedes as EventEmitter).on("error", (error: unknown) =>
    logger.error({ err: error }, "error of the MQTT broker"),
  );

  function publish(sn: string, name: DownName | "downOta", payload: Uint8Array): Promise<void> {
    const packet = {
      cmd: "publish",
      topic: topicOf[name](sn),
      payload: Buffer.from(payload),
      qos: TOPICS[name].qos,
      retain: false,
      dup: false,
    } as const;
    return new Promise((resolve, reject) => {
      aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  }

  const { listen, listenTls, stopListening, close } = createMqttPorts({
    aedes,
    limits: GATEWAY_LIMITS,
    maxQos: MAX_QOS,
    logger,
    now,
    onRefused: (why) => events.onRefused(STRANGER, why),
  });

  return {
    listen,
    listenTls,
    stopListening,
    close,
    /** Sends a message down; every subscribed session of the gateway receives it. */
    send: <Name extends DownName>(sn: string, name: Name, message: MessageOf<Name>): Promise<void> =>
      publish(sn, name, encodeJson(message)),
    /** Sends a part of a firmware image. */
    sendChunk: (sn: string, chunk: OtaChunk): Promise<void> => publish(sn, "downOta", encodeOtaChunk(chunk)),
  };
}

export type Broker = Awaited<ReturnType<typeof createBroker>>;
