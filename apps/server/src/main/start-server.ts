import { join } from "node:path";
import type { Bus } from "../infra/bus.ts";
import type { Config, Role } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import type { Logger } from "../infra/logger.ts";
import { createMetrics } from "../infra/metrics.ts";
import { acquireServerLock } from "../infra/server-lock.ts";
import { createServerLifecycleLog } from "../modules/base/audit/server-lifecycle.ts";
import type { RootCredentials } from "../modules/people/identity/root-account.service.ts";
import { ensureRootAccount } from "../modules/people/identity/root-account.service.ts";
import { createDemo } from "../modules/system/demo/demo.service.ts";
import { createProcessReport } from "../modules/system/engine-status/process-report.service.ts";
import type { Verdict } from "../modules/system/health/health.service.ts";
import { startMetricsServer } from "../modules/system/metrics/metrics-server.service.ts";
import { addProcessMetrics } from "../modules/system/metrics/process-metrics.service.ts";
import { addQueueMetrics } from "../modules/system/metrics/queue-metrics.service.ts";
import { startApi } from "./api.ts";
import { drain } from "./drain.ts";
import { startJobs } from "./jobs.ts";
import { startLink } from "./link.ts";
import type { RunningRole, Runtime } from "./runtime.ts";
import { openRuntime } from "./runtime.ts";
import type { Services } from "./services.ts";
import { createServices } from "./services.ts";

export interface RunningServer {
  http?: string;
  mqtt?: string;
  /** Takes the process out of service before it stops; the signal ends it early. */
  drain(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/** Something that was started, with its name in the log. */
interface Part {
  name: string;
  stop(): Promise<void> | void;
}

/** A part that takes longer than this to stop is logged while it does, since the process is killed later on. */
const SLOW_STOP_MS = 2_000;

async function stopAll(parts: readonly Part[], logger: Logger): Promise<void> {
  for (const { name, stop } of parts.toReversed()) {
    const timer = setTimeout(() => logger.warn({ part: name }, "a part takes long to stop"), SLOW_STOP_MS);
    try {
      await stop();
    } catch (error) {
      // The others must be stopped anyway.
      logger.error({ err: error, part: name }, "a part did not stop in order");
    } finally {
      clearTimeout(timer);
    }
  }
}

const checkBus = (bus: Bus): Verdict =>
  bus.isConnected() ? { isOk: true } : { isOk: false, reason: "no-answer" };

/** Prints the first password once: to a terminal, never to a stored log. */
function printCredentials({ print }: Runtime, { account, password, path }: RootCredentials): void {
  print(
    process.stdout.isTTY
      ? `Sign in as ${account} with ${password}`
      : `Sign in as ${account}; the password is in ${path}`,
  );
}

/** Serves the metrics of this process on their own port. */
async function startMetrics(
  { metrics, config, db, logger, print }: Runtime,
  { health }: Services,
): Promise<readonly Part[]> {
  if (!metrics || !config.metrics) return [];
  const measured = addProcessMetrics(metrics, { health, roles: config.roles });
  if (config.roles.has("jobs")) addQueueMetrics(metrics, db);
  const { host } = config;
  const server = await startMetricsServer({ ...config.metrics, metrics, health, host, logger, print });
  return [
    { name: "measurement", stop: () => measured.stop() },
    { name: "metrics", stop: () => server.stop() },
  ];
}

/** Lock, engines, roles: started in this order, stopped in reverse. Cleans up when it fails. */
export async function startServer(options: {
  config: Config;
  logger: Logger;
  print(line: string): void;
}): Promise<RunningServer> {
  const { config, logger } = options;
  const parts: Part[] = [];
  try {
    prepareDataFolder(config.dataFolder);
    const lock = acquireServerLock(config.dataFolder);
    parts.push({ name: "lock", stop: () => lock.release() });
    const engines = await openRuntime(options);
    parts.push({ name: "engines", stop: () => engines.close() });
    const runtime: Runtime = config.metrics ? { ...engines, metrics: createMetrics() } : engines;
    const addresses: Record<string, string | undefined> = {};
    const roles: Partial<Record<Role, RunningRole>> = {};
    const credentials = await ensureRootAccount({ db: runtime.db, dataFolder: config.dataFolder });
    if (credentials) printCredentials(runtime, credentials);
    const services = createServices(runtime);
    parts.push({ name: "live updates", stop: () => services.plantLive.stop() });
    await services.pictures.takeOverFormerFiles(join(config.dataFolder, "files", "pictures"));
    // Before the roles: a start that takes long is visible.
    if (config.metrics) parts.push(...(await startMetrics(runtime, services)));
    for (const [role, start] of [
      ["jobs", startJobs],
      ["link", startLink],
      ["api", startApi],
    ] as const) {
      if (!config.roles.has(role)) continue;
      const running = await start(runtime, services);
      parts.push({ name: role, stop: () => running.stop() });
      addresses[role] = running.address;
      roles[role] = running;
    }
    if (addresses.link !== undefined) {
      const { metering, tariffs, corrections } = services;
      const demo = createDemo({ ...runtime, metering, tariffs, corrections });
      parts.push({ name: "demo", stop: () => demo.stop() });
      await demo.start({ mqttUrl: addresses.link });
      if (demo.isPlayed()) services.health.include("simulator", demo.checkSimulator);
    }
    if (config.natsUrls) services.health.include("nats", () => checkBus(runtime.bus));
    parts.push({ name: "health checks", stop: () => services.health.stop() });
    services.health.start();
    const report = createProcessReport({
      ...runtime,
      health: services.health,
      roles: config.roles,
      countConnections: () => ({
        gateways: roles.link?.countConnections?.() ?? 0,
        streams: roles.api?.countConnections?.() ?? 0,
      }),
    });
    parts.push({ name: "process report", stop: () => report.stop() });
    report.start();
    const lifecycle = createServerLifecycleLog({ ...runtime, roles: [...config.roles] });
    parts.push({ name: "lifecycle log", stop: () => lifecycle.stop() });
    lifecycle.start();
    lock.announce(addresses.api ?? addresses.link ?? "", addresses.link);
    return {
      http: addresses.api,
      mqtt: addresses.link,
      drain: (signal) =>
        drain({ health: services.health, roles: Object.values(roles), drainS: config.drainS, signal }),
      stop: () => stopAll(parts, logger),
    };
  } catch (error) {
    await stopAll(parts, logger);
    throw error;
  }
}
