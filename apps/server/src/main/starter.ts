// `npm start` runs the server as its child and restarts it after a crash (scripts/lib/supervise.mjs). The channel between
// them is Node's IPC; a server started otherwise has none.

type Message = { event: "ready"; http?: string; mqtt?: string } | { event: "stopping" };

function send(message: Message): void {
  // With a callback, a starter that is gone is no error here: the closed channel is noticed by onStarterGone().
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Tells the starter where the server answers: from now on a crash is followed by a restart on the same ports. */
export function announceReady(addresses: { http?: string; mqtt?: string }): void {
  send({ event: "ready", ...addresses });
}

/** Tells the starter that the server stops because it was asked to, so its end is no crash. */
export function announceStop(): void {
  send({ event: "stopping" });
}

/** Calls back when the starter has ended without stopping its server, such as after kill -9. */
export function onStarterGone(stop: () => void): void {
  if (process.connected) process.once("disconnect", stop);
}
