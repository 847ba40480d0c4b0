import type { Socket } from "node:net";
import { LIMITS } from "@heliograph/protocol";

/** Enough for a CONNECT with the longest ids and a last will; an unknown client may not make the parser buffer more. */
const FIRST_PACKET_BYTES = 4096;

/** What a connection may send: bytes of one packet, and packets. */
export interface PacketLimits {
  readonly bytes: number;
  readonly perSecond: number;
  readonly burst: number;
}

/** Of a gateway, which sends its history as fast as it can. */
export const GATEWAY_LIMITS: PacketLimits = {
  bytes: LIMITS.packetHardBytes,
  perSecond: 5_000,
  burst: 20_000,
};

export type GuardRefusal = "too-large" | "malformed" | "too-fast";

/**
 * Follows the packet borders in a byte stream (MQTT 3.1.1, 2.2) and finds what must not reach the parser: a packet over
 * the hard limit is refused by its announced length, before any of it is buffered.
 */
export function createPacketGuard(now: () => number, limits: PacketLimits = GATEWAY_LIMITS) {
  let headerBytes = 0;
  let length = 0;
  let multiplier = 1;
  let bodyLeft = 0;
  let packets = 0;
  let tokens = limits.burst;
  let filledAt = now();

  function spendToken(): boolean {
    if (tokens < 1) {
      const at = now();
      tokens = Math.min(limits.burst, tokens + ((at - filledAt) / 1000) * limits.perSecond);
      filledAt = at;
    }
    tokens--;
    return tokens >= 0;
  }

  /** One byte of the remaining length; returns whether it was the last. */
  function readLength(byte: number): boolean {
    length += (byte & 127) * multiplier;
    multiplier *= 128;
    return (byte & 128) === 0;
  }

  return {
    /** Undefined while all is well. */
    findRefusal(bytes: Uint8Array): GuardRefusal | undefined {
      for (let at = 0; at < bytes.length; ) {
        if (bodyLeft > 0) {
          const step = Math.min(bodyLeft, bytes.length - at);
          bodyLeft -= step;
          at += step;
          continue;
        }
        const byte = bytes[at++] as number;
        headerBytes++;
        if (headerBytes === 1) continue;
        if (!readLength(byte)) {
          if (headerBytes === 5) return "malformed";
          continue;
        }
        packets++;
        if (length > (packets === 1 ? FIRST_PACKET_BYTES : limits.bytes)) return "too-large";
        if (!spendToken()) return "too-fast";
        bodyLeft = length;
        headerBytes = 0;
        length = 0;
        multiplier = 1;
      }
      return undefined;
    },
  };
}

/** Inserts the guard between a socket and its reader: refused bytes are never read, and the connection ends. */
export function guardSocket(
  socket: Socket,
  guard: Pick<ReturnType<typeof createPacketGuard>, "findRefusal">,
  onRefusal: (why: GuardRefusal) => void,
): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const bytes: unknown = read(size);
    if (!(bytes instanceof Uint8Array)) return bytes;
    const refusal = guard.findRefusal(bytes);
    if (refusal === undefined) return bytes;
    onRefusal(refusal);
    socket.destroy();
    return null;
  };
}
