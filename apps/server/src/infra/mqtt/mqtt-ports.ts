import type { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Aedes, Client, ConnectPacket } from "aedes";
import type { Logger } from "../logger.ts";
import type { GuardRefusal, PacketLimits } from "./packet-guard.ts";
import { createPacketGuard, guardSocket } from "./packet-guard.ts";
import type { WaitingLimits } from "./waiting-sockets.ts";
import { createWaitingSockets } from "./waiting-sockets.ts";

export const CONNECT_TIMEOUT_MS = 10_000;
/** A client that reads nothing from its socket for this long is disconnected. */
export const DRAIN_TIMEOUT_MS = 30_000;
/** CONNACK without a session, return code 1: unacceptable protocol version (MQTT 3.1.1, 3.2.2.3). */
const UNACCEPTABLE_VERSION = Uint8Array.of(0x20, 2, 0, 1);

/** Whether a CONNECT is of MQTT 3.1.1: version 3.1 names its protocol `MQIsdp` (level 3), version 5 has level 5. */
export function isSupportedVersion({ protocolId, protocolVersion }: ConnectPacket): boolean {
  return protocolId === "MQTT" && protocolVersion === 4;
}

/** Refuses a CONNECT of another version, which aedes would let in. */
export function refuseVersion(client: Client, done: (error: Error, isAccepted: false) => void): void {
  const refusal = new Error("only MQTT 3.1.1 is supported");
  (client.conn as Socket).write(UNACCEPTABLE_VERSION, () => done(refusal, false));
}

/**
 * Lowers the QoS a client asks for before aedes reads it: aedes puts the requested QoS into its SUBACK, whatever
 * `authorizeSubscribe` returns. Its parser is the only place ahead of that.
 */
function limitSubscribedQos(client: Client, maxQos: number): void {
  const { _parser: parser } = client as unknown as { _parser: EventEmitter };
  parser.prependListener("packet", (packet: { cmd: string; subscriptions?: { qos: number }[] }) => {
    if (packet.cmd !== "subscribe") return;
    for (const subscription of packet.subscriptions ?? [])
      subscription.qos = Math.min(subscription.qos, maxQos);
  });
}

/** Ports of a broker, plain and with TLS: every connection goes through a packet guard. */
export function createMqttPorts(options: {
  aedes: Aedes;
  limits: PacketLimits;
  maxQos: 0 | 1;
  /** Connections at a time on each port; all when absent. */
  maxConnections?: number;
  /** Connections whose client has not signed in, on both ports together; all when absent. */
  maxWaiting?: WaitingLimits;
  logger: Logger;
  now: () => number;
  onRefused(why: GuardRefusal): void;
}) {
  const { aedes, limits, maxQos, maxConnections, maxWaiting, logger, now, onRefused } = options;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const waiting = maxWaiting && createWaitingSockets(maxWaiting);
  aedes.on("clientReady", ({ conn }) => waiting?.settle(conn as Socket));

  function take(socket: Socket): void {
    sockets.add(socket);
    // The broker listens for errors while it reads; a socket may also fail before and after.
    socket.on("error", (error) => logger.debug({ reason: error.message }, "an MQTT socket failed"));
    socket.once("close", () => sockets.delete(socket));
    guardSocket(socket, createPacketGuard(now, limits), onRefused);
    limitSubscribedQos(aedes.handle(socket), maxQos);
  }

  function listenWith(server: Server, host: string, port: number): Promise<number> {
    if (maxConnections !== undefined) server.maxConnections = maxConnections;
    // Also of a server with TLS: before its handshake.
    if (waiting) server.on("connection", waiting.add);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, () => {
        server.off("error", reject);
        // A connection that cannot be accepted (no file descriptor left) must not affect the others.
        server.on("error", (error) => logger.error({ err: error }, "an MQTT client could not connect"));
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
