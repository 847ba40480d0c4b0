import { formatHostPort } from "../infra/ports.ts";
import { createLinkServer } from "../modules/devices/link/link.service.ts";
import type { RunningRole, Runtime } from "./runtime.ts";
import type { Services } from "./services.ts";

/** The device link: MQTT. */
export async function startLink(runtime: Runtime, services: Services): Promise<RunningRole> {
  const { alarms, commands, health, models, parameters, plantLive, upgrades } = services;
  const link = createLinkServer({
    ...runtime,
    alarms,
    commands,
    parameters,
    models,
    upgrades,
    onPlantChanged: plantLive.notifyChanged,
  });
  const { port } = await link.start().catch(async (error: unknown) => {
    // When the port cannot be opened, timers remain that would query a database closed by then.
    await link.stop();
    throw error;
  });
  health.include("intake", link.checkIntake);
  return {
    address: `mqtt://${formatHostPort(runtime.config.host, port)}`,
    countConnections: link.countGateways,
    drain: link.drain,
    stop: () => link.stop(),
  };
}
