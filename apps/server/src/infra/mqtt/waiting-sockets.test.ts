import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createWaitingSockets } from "./waiting-sockets.ts";

/** A client's socket to one of this server's ports. */
function openSocket(localPort: number, remotePort = 50_000) {
  const socket = Object.assign(new EventEmitter(), {
    ...{ remoteAddress: "192.0.2.1", remotePort, localPort, isEnded: false },
    destroy() {
      socket.isEnded = true;
      socket.emit("close");
    },
  });
  return socket as typeof socket & Socket;
}

test("counts a client's sockets to two ports apart, and forgets both when they have closed", () => {
  const waiting = createWaitingSockets({ ofOneSource: 2, inAll: 100 });
  const both = [openSocket(1883), openSocket(8883)];
  for (const socket of both) waiting.add(socket);
  expect(both.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  for (const socket of both) socket.destroy();
  const later = [openSocket(1883, 50_001), openSocket(1883, 50_002)];
  for (const socket of later) waiting.add(socket);
  expect(later.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  waiting.add(openSocket(1883, 50_003));
  expect(later.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});
