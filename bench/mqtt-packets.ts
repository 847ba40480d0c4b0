import { encodePacket, encodeText } from "../apps/server/test/raw-gateway.ts";

// Packets of MQTT 3.1.1 that an idle gateway sends and receives.

/** First bytes of packets, without flags in the lower half. */
export const PACKET = {
  connack: 0x20,
  publish: 0x30,
  puback: 0x40,
  suback: 0x90,
  pingresp: 0xd0,
} as const;

// User name, password, will with QoS 1, clean session (3.1.2.3).
const CONNECT_FLAGS = 0xce;
const MAX_LENGTH_BYTES = 4;

export const PINGREQ = Buffer.from([0xc0, 0]);

const encodeId = (id: number) => Uint8Array.of(id >> 8, id & 255);

export function encodeConnect(options: {
  sn: string;
  secret: string;
  keepAliveS: number;
  will: { topic: string; payload: Uint8Array };
}): Buffer {
  const { sn, secret, keepAliveS, will } = options;
  const head = [encodeText("MQTT"), Uint8Array.of(4, CONNECT_FLAGS), encodeId(keepAliveS)];
  const fields = [sn, will.topic, will.payload, sn, secret].map((field) => encodeText(field));
  return encodePacket(0x10, Buffer.concat([...head, ...fields]));
}

/** Subscribes with QoS 1. */
export function encodeSubscribe(topics: readonly string[], id: number): Buffer {
  const filters = topics.flatMap((topic) => [encodeText(topic), Uint8Array.of(1)]);
  return encodePacket(0x82, Buffer.concat([encodeId(id), ...filters]));
}

export const encodePuback = (id: number): Buffer => encodePacket(PACKET.puback, encodeId(id));

/** The id of a received PUBLISH; undefined for QoS 0. */
export function readPublishId(first: number, body: Buffer): number | undefined {
  return (first & 0x06) === 0 ? undefined : body.readUInt16BE(2 + body.readUInt16BE(0));
}

/** Splits what a connection receives into packets; the returned function takes the chunks as they come. */
export function createPacketReader(onPacket: (first: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);

  /** Start and end of the body of the packet at the start of `rest`; undefined when it is not complete. */
  function findBody(): { from: number; to: number } | undefined {
    let length = 0;
    for (let at = 1; at <= MAX_LENGTH_BYTES && at < rest.length; at++) {
      const byte = rest[at] as number;
      length += (byte & 127) << (7 * (at - 1));
      if (byte > 127) continue;
      const to = at + 1 + length;
      return to <= rest.length ? { from: at + 1, to } : undefined;
    }
    return undefined;
  }

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let body = findBody(); body; body = findBody()) {
      const first = rest[0] as number;
      const bytes = rest.subarray(body.from, body.to);
      rest = rest.subarray(body.to);
      onPacket(first, bytes);
    }
  };
}
