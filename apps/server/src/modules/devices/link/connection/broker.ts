import type { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
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
import type { AuthenticateError, Client, ConnectPacket } from "aedes";
import { Aedes } from "aedes";
import type { Logger } from "../../../../infra/logger.ts";
import type { Admission } from "./admission.ts";
import { STRANGER } from "./admission.ts";
import { guardSocket } from "./packet-guard.ts";
import type { Session } from "./session.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** A client that reads nothing from its socket for this long is disconnected. */
const DRAIN_TIMEOUT_MS = 30_000;
/** CONNACK without a session, return code 1: unacceptable protocol version (MQTT 3.1.1, 3.2.2.3). */
const UNACCEPTABLE_VERSION = Uint8Array.of(0x20, 2, 0, 1);
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

/** Whether a CONNECT is of MQTT 3.1.1: version 3.1 names its protocol `MQIsdp` (level 3), version 5 has level 5. */
function isSupportedVersion({ protocolId, protocolVersion }: ConnectPacket): boolean {
  return protocolId === "MQTT" && protocolVersion === 4;
}

/**
 * Lowers the QoS a client asks for before aedes reads it: aedes puts the requested QoS into its SUBACK, whatever
 * `authorizeSubscribe` returns. Its parser is the only place ahead of that.
 */
function limitSubscribedQos(client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: EventEmitter };
  parser.prependListener("packet", (packet: { cmd: string; subscriptions?: { qos: number }[] }) => {
    if (packet.cmd !== "subscribe") return;
    for (const subscription of packet.subscriptions ?? [])
      subscription.qos = Math.min(subscription.qos, MAX_QOS);
  });
}

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
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  const aedes = new Aedes({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: 8,
    preConnect(client, packet, done) {
      if (!isSupportedVersion(packet)) {
        events.onRefused(STRANGER, "connect");
        const refusal = new Error("only MQTT 3.1.1 is supported");
        (client.conn as Socket).write(UNACCEPTABLE_VERSION, () => done(refusal, false));
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

  function take(socket: Socket): void {
    sockets.add(socket);
    // The broker listens for errors while it reads; a socket may also fail before and after.
    socket.on("error", (error) => logger.debug({ reason: error.message }, "a device socket failed"));
    socket.once("close", () => sockets.delete(socket));
    guardSocket(socket, now, (why) => events.onRefused(STRANGER, why));
    limitSubscribedQos(aedes.handle(socket));
  }

  function listenWith(server: Server, host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, () => {
        server.off("error", reject);
        // A connection that cannot be accepted (no file descriptor left) must not affect the others.
        server.on("error", (error) => logger.error({ err: error }, "a device could not connect"));
        servers.push(server);
        resolve((server.address() as { port: number }).port);
      });
    });
  }

  return {
    listen: (host: string, port: number) => listenWith(createServer({ noDelay: true }, take), host, port),
    async listenTls(host: string, tls: { port: number; certPath: string; keyPath: string }) {
      const server = createTlsServer({
        cert: await readFile(tls.certPath),
        key: await readFile(tls.keyPath),
        minVersion: "TLSv1.2",
        handshakeTimeout: CONNECT_TIMEOUT_MS,
        noDelay: true,
      });
      server.on("secureConnection", take);
      server.on("tlsClientError", (error) => logger.debug({ reason: error.message }, "no TLS connection"));
      return await listenWith(server, host, tls.port);
    },
    /** Sends a message down; every subscribed session of the gateway receives it. */
    send: <Name extends DownName>(sn: string, name: Name, message: MessageOf<Name>): Promise<void> =>
      publish(sn, name, encodeJson(message)),
    /** Sends a part of a firmware image. */
    sendChunk: (sn: string, chunk: OtaChunk): Promise<void> => publish(sn, "downOta", encodeOtaChunk(chunk)),
    /** Accepts no new connections. */
    stopListening(): void {
      for (const server of servers) server.close();
    },
    async close(): Promise<void> {
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type Broker = Awaited<ReturnType<typeof createBroker>>;
