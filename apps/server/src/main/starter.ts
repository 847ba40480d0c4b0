// `npm start` runs the server as its child and restarts it after a crash (scripts/lib/supervise.mjs). The channel between
// them is Node's IPC; a server started otherwise has none.

type Message = { event: "ready"; http?: string; mqtt?: string } | { event: "stopping" };

/** Resolves when the message was sent. A starter that has ended is no error here: onStarterGone() handles it. */
function send(message: Message): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** Sends the starter the server's addresses: once it resolves, a crash is followed by a restart on the same ports. */
export async function announceReady(addresses: { http?: string; mqtt?: string }): Promise<void> {
  await send({ event: "ready", ...addresses });
}

/** Notifies the starter of a requested stop, so that it is not treated as a crash. */
export function announceStop(): void {
  void send({ event: "stopping" });
}

/** Calls back when the starter has ended without stopping its server, such as after kill -9. */
export function onStarterGone(stop: () => void): void {
  if (process.connected) process.once("disconnect", stop);
}
