import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { formatHostPort, listenOnPort } from "../infra/ports.ts";
import type { RunningRole, Runtime } from "./runtime.ts";

/** HTTP and live push. */
export async function startApi(runtime: Runtime): Promise<RunningRole> {
  const { config, say } = runtime;
  const app = Fastify({ loggerInstance: runtime.logger });
  app.get("/api/health/live", async () => ({ status: "ok" }));
  app.get("/api/health/ready", async () => ({ status: "ok" }));
  const wish = { variable: "PORT", host: config.host, port: config.port, isSet: config.portIsSet };
  await listenOnPort(wish, (port) => app.listen({ host: config.host, port }), say);
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://${formatHostPort(config.host, port)}`,
    stop: () => app.close(),
  };
}
