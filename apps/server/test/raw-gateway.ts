import { once } from "node:events";
import { connect } from "node:net";

/** A gateway with minimal cost: packets are built in advance, acknowledgements are counted (MQTT 3.1.1). */
export interface RawGateway {
  /** Sends a PUBLISH of QoS 1 under this packet id, 1 to 65535. */
  send(packet: Uint8Array): void;
  onAcknowledged(handler: (packetId: number) => void): void;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  end(): void;
}

/** A string or bytes with their length, as in the body of a packet. */
export function encodeText(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes]);
}

/** A packet: its first byte, and what follows the length. */
export function encodePacket(first: number, body: Uint8Array): Buffer {
  const header = [first];
  let rest = body.length;
  do {
    header.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Uint8Array.from(header), body]);
}

/** A PUBLISH packet of QoS 1, ready to be written. */
export function encodePublish(topic: string, payload: Uint8Array, packetId: number): Buffer {
  return encodePacket(
    0x32,
    Buffer.concat([encodeText(topic), Uint8Array.of(packetId >> 8, packetId & 255), payload]),
  );
}

/** Connects and signs in; rejects when refused. */
export async function openRawGateway(options: {
  port: number;
  sn: string;
  secret: string;
  /** The link disconnects it after one and a half times this long without a packet. */
  keepAliveS?: number;
}): Promise<RawGateway> {
  const socket = connect({ host: "127.0.0.1", port: options.port, noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  await Promise.race([
    once(socket, "connect"),
    closed.then(() => Promise.reject(new Error("no connection"))),
  ]);
  const head = Buffer.from([4, 0xc2, 0, options.keepAliveS ?? 60]);
  const names = [options.sn, options.sn, options.secret].map(encodeText);
  socket.write(encodePacket(0x10, Buffer.concat([encodeText("MQTT"), head, ...names])));
  let handler: (packetId: number) => void = () => undefined;
  let rest: Buffer = Buffer.alloc(0);
  const accepted = new Promise<void>((resolve, reject) => {
    socket.on("data", (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      // CONNACK and PUBACK are both four bytes; a client without subscriptions receives nothing else.
      for (; at + 4 <= rest.length; at += 4) {
        if (rest[at] === 0x40) handler(rest.readUInt16BE(at + 2));
        else if (rest[at] === 0x20 && rest[at + 3] === 0) resolve();
        else reject(new Error(`refused with code ${rest[at + 3]}`));
      }
      rest = rest.subarray(at);
    });
    closed.then(() => reject(new Error("the connection was closed")), reject);
  });
  await accepted;
  return {
    send: (bytes) => void socket.write(bytes),
    onAcknowledged(next) {
      handler = next;
    },
    closed,
    end: () => void socket.destroy(),
  };
}
