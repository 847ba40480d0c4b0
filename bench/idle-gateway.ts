import type { Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { downTopicsOf, encodeJson, topicOf } from "@heliograph/protocol";
import { createBirth } from "../apps/server/test/link.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import { backOffMs } from "../apps/simulator/src/gateway/back-off.ts";
import {
  createPacketReader,
  encodeConnect,
  encodePuback,
  encodeSubscribe,
  PACKET,
  PINGREQ,
  readPublishId,
} from "./mqtt-packets.ts";

// A gateway that connects as real ones do (sign-in with a will, its topics, its state, its birth) and then only keeps its
// connection alive.

export interface IdleGatewayOptions {
  readonly port: number;
  /** Address that its connections come from. */
  readonly localAddress: string;
  readonly sn: string;
  readonly secret: string;
  /** Serial numbers of its units. */
  readonly units: readonly string[];
}

const KEEP_ALIVE_S = 60;
/** Until the server accepts the sign-in; a gateway waits longer for its birth to be acknowledged. */
const CONNECT_TIMEOUT_MS = 15_000;
const REVISION = 1;
const SUBSCRIBE_ID = 1;
const STATE_ID = 2;
const BIRTH_ID = 3;

export function createIdleGateway(options: IdleGatewayOptions) {
  const { port, localAddress, sn, secret, units } = options;
  let session = 0;
  let socket: Socket | undefined;
  let sentAtMs = 0;
  let isReady = false;
  let isStopped = false;

  function send(bytes: Uint8Array): void {
    sentAtMs = performance.now();
    socket?.write(bytes);
  }

  const encodeState = (on: 0 | 1) => encodeJson({ v: 1, on, session, rev: REVISION, clock: "ntp" });

  /** What follows each reply of the server; true when the gateway is ready. */
  function proceed(first: number, body: Buffer): boolean {
    switch (first & 0xf0) {
      case PACKET.connack:
        if (body[1] !== 0) throw new Error(`refused with code ${body[1]}`);
        send(encodeSubscribe(downTopicsOf(sn), SUBSCRIBE_ID));
        return false;
      case PACKET.suback: {
        send(encodePublish(topicOf.upState(sn), encodeState(1), STATE_ID));
        const birth = { ...createBirth(sn, units, REVISION), session };
        send(encodePublish(topicOf.upBirth(sn), encodeJson(birth), BIRTH_ID));
        return false;
      }
      case PACKET.publish: {
        const id = readPublishId(first, body);
        if (id !== undefined) send(encodePuback(id));
        return false;
      }
      default:
        return (first & 0xf0) === PACKET.puback && body.readUInt16BE(0) === BIRTH_ID;
    }
  }

  /** Opens one connection; resolves when the birth is acknowledged, rejects when it fails before. */
  async function open(): Promise<void> {
    session++;
    const opened = connect({ host: "127.0.0.1", port, localAddress, noDelay: true });
    socket = opened;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => opened.destroy(), CONNECT_TIMEOUT_MS);
    const read = createPacketReader((first, body) => {
      if ((first & 0xf0) === PACKET.connack) clearTimeout(timer);
      if (proceed(first, body)) resolve();
    });
    opened.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        reject(error as Error);
        opened.destroy();
      }
    });
    opened.on("error", reject);
    opened.on("close", () => {
      isReady = false;
      reject(new Error("the connection was closed"));
    });
    opened.once("connect", () => {
      const will = { topic: topicOf.upState(sn), payload: encodeState(0) };
      send(encodeConnect({ sn, secret, keepAliveS: KEEP_ALIVE_S, will }));
    });
    try {
      await ready;
      isReady = true;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    isReady: () => isReady,
    /** Connects and tries again with growing pauses, as a gateway does; returns the number of failed attempts. */
    async connect(): Promise<number> {
      for (let failures = 0; ; failures++) {
        try {
          await open();
          return failures;
        } catch (error) {
          if (isStopped) throw error;
        }
        await wait(backOffMs(failures, Math.random));
      }
    },
    /** Drops the connection without a farewell, then connects again after a pause as after every loss. */
    async reconnect(): Promise<number> {
      isReady = false;
      socket?.destroy();
      await wait(backOffMs(0, Math.random));
      return await this.connect();
    },
    /** To be called every second or so. */
    keepAlive(): void {
      if (isReady && performance.now() - sentAtMs >= KEEP_ALIVE_S * 1000) send(PINGREQ);
    },
    end(): void {
      isStopped = true;
      socket?.destroy();
    },
  };
}

export type IdleGateway = ReturnType<typeof createIdleGateway>;
