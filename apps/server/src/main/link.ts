import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { formatHostPort, listenOnPort } from "../infra/ports.ts";
import type { RunningRole, Runtime } from "./runtime.ts";

/** The device link: MQTT. */
export async function startLink(runtime: Runtime): Promise<RunningRole> {
  const { config, say } = runtime;
  const server = createServer((socket) => socket.destroy());
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: config.host, port }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  const wish = {
    variable: "MQTT_PORT",
    host: config.host,
    port: config.mqttPort,
    isSet: config.mqttPortIsSet,
  };
  await listenOnPort(wish, listen, say);
  const { port } = server.address() as AddressInfo;
  return {
    address: `mqtt://${formatHostPort(config.host, port)}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
