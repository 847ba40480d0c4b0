import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createApp } from "../app/create-app.ts";
import { mountAll } from "../app/mount-all.ts";
import { createWebEntry } from "../app/web-files.ts";
import { formatHostPort, listenOnPort } from "../infra/ports.ts";
import type { RunningRole, Runtime } from "./runtime.ts";
import type { Services } from "./services.ts";

const webFolder = join(import.meta.dirname, "../../../web/dist");

/** HTTP and live push. */
export async function startApi(runtime: Runtime, services: Services): Promise<RunningRole> {
  const { config, logger, print } = runtime;
  // Before the port: the first press may come while the database is unavailable again.
  await services.emergencyStop.open();
  services.storageNotes.start();
  const findWebEntry = createWebEntry(webFolder);
  const app = await createApp({
    ...runtime,
    identity: services.identity,
    access: services.access,
    apiKeys: services.apiKeys,
    maintenance: services.maintenance,
    plantLive: services.plantLive,
    notifications: services.notifications,
    schedules: services.schedules,
    configuration: services.configuration,
    webFolder,
    isStopping: services.health.isStopping,
    mountRoutes: (mount, mountFile) => mountAll({ mount, mountFile, services, findWebEntry }),
  });
  const request = { variable: "PORT", host: config.host, port: config.port, isSet: config.portIsSet };
  await listenOnPort(request, (port) => app.listen({ host: config.host, port }), print);
  // A connection that cannot be accepted (no file descriptor left) must not affect other clients.
  app.server.on("error", (error) => logger.error({ err: error }, "a client could not connect"));
  const { port } = app.server.address() as AddressInfo;
  const address = `http://${formatHostPort(config.host, port)}`;
  services.ownAddress.announce(address);
  services.emergencyStop.start();
  await services.plantMqtt.start();
  return {
    address,
    countConnections: app.countStreams,
    async stop() {
      await services.plantMqtt.stop();
      await app.close();
      await services.emergencyStop.stop();
      services.storageNotes.stop();
    },
  };
}
