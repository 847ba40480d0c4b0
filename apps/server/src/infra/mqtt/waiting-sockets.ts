import type { Socket } from "node:net";
import { findSource } from "../find-source.ts";

/** Sockets whose clients have not signed in. */
export interface WaitingLimits {
  readonly ofOneSource: number;
  readonly inAll: number;
}

interface Waiting {
  readonly socket: Socket;
  readonly source: string;
}

type Ends = Pick<Socket, "remoteAddress" | "remotePort" | "localPort">;

/** The same for a socket and for the TLS connection on it. */
const keyOf = ({ remoteAddress, remotePort, localPort }: Ends): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

/**
 * Limits the sockets that wait for their sign-in, in all and of one source (an address, or the network of an IPv6
 * address). Beyond it the one that has waited longest ends, not the new one: clients behind the address of a silent one
 * still sign in.
 */
export function createWaitingSockets(limits: WaitingLimits) {
  // In the order in which they came.
  const waiting = new Map<string, Waiting>();
  const counts = new Map<string, number>();

  function remove(key: string): void {
    const source = waiting.get(key)?.source;
    if (source === undefined) return;
    waiting.delete(key);
    const left = (counts.get(source) ?? 1) - 1;
    if (left > 0) counts.set(source, left);
    else counts.delete(source);
  }

  function endOldest(isOne: (one: Waiting) => boolean): void {
    for (const [key, one] of waiting) {
      if (!isOne(one)) continue;
      remove(key);
      one.socket.destroy();
      return;
    }
  }

  return {
    add(socket: Socket): void {
      // Without an address it has ended already.
      if (socket.remoteAddress === undefined) return;
      const [key, source] = [keyOf(socket), findSource(socket.remoteAddress)];
      if ((counts.get(source) ?? 0) >= limits.ofOneSource) endOldest((one) => one.source === source);
      else if (waiting.size >= limits.inAll) endOldest(() => true);
      waiting.set(key, { socket, source });
      counts.set(source, (counts.get(source) ?? 0) + 1);
      socket.once("close", () => {
        if (waiting.get(key)?.socket === socket) remove(key);
      });
    },
    /** Its client has signed in. */
    settle: (socket: Ends): void => remove(keyOf(socket)),
  };
}
