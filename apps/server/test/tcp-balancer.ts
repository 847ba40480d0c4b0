import type { Socket } from "node:net";
import { createServer, connect as openSocket } from "node:net";

/** Forwards each connection to the next port that accepts it. */
export async function startTcpBalancer(ports: () => readonly number[]) {
  let next = 0;
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const all = ports();
    const candidates = all.map((_port, index) => all[(next + index) % all.length] as number);
    next += 1;
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => undefined);
    const tryNext = (): void => {
      const port = candidates.shift();
      if (port === undefined) return void client.destroy();
      const target = openSocket({ host: "127.0.0.1", port, noDelay: true });
      target.once("error", tryNext);
      target.once("connect", () => {
        target.off("error", tryNext);
        target.on("error", () => undefined);
        client.pipe(target);
        target.pipe(client);
        client.once("close", () => target.destroy());
        target.once("close", () => client.destroy());
      });
    };
    tryNext();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    /** Ends the connections that are open. */
    cut(): void {
      for (const client of clients) client.destroy();
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
