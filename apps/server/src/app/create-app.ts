import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import type { Endpoint } from "@heliograph/contract";
import { MAX_KEY_CALLS } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import Fastify, { LogController } from "fastify";
import { AppError } from "../errors.ts";
import type { Bus } from "../infra/bus.ts";
import type { Clock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/logger.ts";
import type { Metrics } from "../infra/metrics.ts";
import type { Db } from "../infra/postgres/database.ts";
import type { AccessService } from "../modules/base/access/access.service.ts";
import type { Mount, MountFile } from "../modules/base/access/mount.ts";
import type { RefusalCounts } from "../modules/base/audit/refusal-counts.service.ts";
import { createRefusalCounts } from "../modules/base/audit/refusal-counts.service.ts";
import type { ConfigurationService } from "../modules/base/configuration/configuration.service.ts";
import type { NotificationService } from "../modules/devices/notifications/notifications.service.ts";
import type { ApiKeyService } from "../modules/people/api-keys/api-keys.service.ts";
import { createAnonymousQuota } from "../modules/people/identity/anonymous-quota.service.ts";
import type { IdentityService } from "../modules/people/identity/identity.service.ts";
import type { PlantLive } from "../modules/plants/plant-overview/plant-live.service.ts";
import type { ScheduleService } from "../modules/plants/reports/schedules.service.ts";
import type { MaintenanceService } from "../modules/system/maintenance/maintenance.service.ts";
import { createAccessCheck } from "./access-check.ts";
import { createCallQuota } from "./call-quota.ts";
import { serveDocs } from "./docs-page.ts";
import { createEventStream } from "./event-stream.ts";
import { compileSerializer, compileValidator } from "./input.ts";
import { createMaintenanceGate } from "./maintenance-gate.ts";
import { createMount } from "./mount.ts";
import { addRequestLog } from "./request-log.ts";
import { addRequestMetrics } from "./request-metrics.ts";
import { createHeaderSetter } from "./security-headers.ts";
import { serveUnsubscribe } from "./unsubscribe-page.ts";
import { isWebAppBuilt, serveWebApp } from "./web-files.ts";

const MAX_BODY_BYTES = 1024 * 1024;
// Time for a request to arrive completely; responses and streams may take longer.
const REQUEST_TIMEOUT_MS = 60_000;

export interface AppOptions {
  config: Pick<Config, "trustProxy" | "publicUrl" | "host" | "port">;
  logger: Logger;
  db: Db;
  clock: Clock;
  bus: Bus;
  identity: IdentityService;
  access: AccessService;
  apiKeys: ApiKeyService;
  maintenance: MaintenanceService;
  plantLive: PlantLive;
  notifications: NotificationService;
  schedules: ScheduleService;
  configuration: ConfigurationService;
  /** Whether the process is about to stop: connections are closed after their current request. */
  isStopping?(): boolean;
  /** Counts requests where they are monitored. */
  metrics?: Metrics;
  /** Folder of the built console; without it, or when it is not built, only the API is served. */
  webFolder?: string;
  mountRoutes(mount: Mount, mountFile: MountFile): void;
}

/** Collects the methods of each address, to distinguish a wrong method from an unknown address. */
function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  return methods;
}

const pathOf = (request: FastifyRequest) => request.url.split("?", 1)[0] as string;

/** Creates the HTTP application without a port: the caller listens, tests inject. `close()` ends streams first. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, logger, db, clock, bus, identity, access, maintenance, plantLive } = options;
  const { configuration, webFolder, mountRoutes } = options;
  const setHeaders = createHeaderSetter(config.publicUrl);
  const app = Fastify({
    loggerInstance: logger as never,
    // Addresses may contain what must not be logged; the error mapper logs faults.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    // Called before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request as never, reply as never);
      return refuse(new AppError("A0404"), request as never, reply as never);
    },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(compileValidator as never);
  app.setSerializerCompiler(compileSerializer as never);
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(request, reply);
    void reply.header("x-request-id", request.id);
    // A client that keeps its connection open would meet the end of the server with its next request.
    if (options.isStopping?.()) void reply.header("connection", "close");
  });
  const methods = collectMethods(app);
  await app.register(compress, { threshold: 1_024, encodings: ["br", "gzip"] });

  const refusals = createRefusalCounts({ db, clock, logger });
  const gate = createMaintenanceGate({ maintenance, identity, clock });
  const check = createAccessCheck({
    identity,
    access,
    gate,
    apiKeys: options.apiKeys,
    countAnonymousCall: createAnonymousQuota({ db, clock }),
    countKeyCall: createCallQuota({ clock, maxCalls: MAX_KEY_CALLS }),
  });
  const { mount, mountFile, mountStream, mounted, refuse } = createMount({
    app,
    check,
    clock,
    refusals,
    logger,
    config,
  });
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = methods.get(path);
    if (allowed) {
      void reply.header("allow", [...allowed].join(", "));
      return refuse(new AppError("A0405"), request, reply);
    }
    // A page name typed without the hash is redirected to the console's page.
    const isPage = request.method === "GET" && /^\/[\w/-]*$/.test(path) && !/^\/api(\/|$)/.test(path);
    if (isPage && request.headers.accept?.includes("text/html")) return reply.redirect(`/#${path}`, 302);
    return refuse(new AppError("A0404"), request, reply);
  });

  const events = createEventStream({ bus, clock, identity, access, plantLive, logger });
  // Before the routes: a hook applies to what is registered after it.
  addRequestLog(app, logger);
  if (options.metrics) addRequestMetrics(app, options.metrics, events.count);
  mountRoutes(mount, mountFile);
  events.mount(mountStream);
  serveDocs(app);
  serveUnsubscribe(app, options);
  if (webFolder !== undefined && isWebAppBuilt(webFolder))
    await serveWebApp(app, { folder: webFolder, configuration });

  app.decorate("mountedEndpoints", mounted);
  app.decorate("routedAddresses", {
    getter: () =>
      new Set([...methods].flatMap(([url, known]) => [...known].map((method) => `${method} ${url}`))),
  });
  app.decorate("refusals", refusals);
  app.decorate("countStreams", events.count);
  app.addHook("onReady", async () => refusals.start());
  app.addHook("preClose", async () => events.close());
  app.addHook("onClose", async () => await refusals.stop());
  return app;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Mounted endpoints of the contract. */
    readonly mountedEndpoints: ReadonlySet<Endpoint>;
    /** Every `METHOD /address` that has a handler. */
    readonly routedAddresses: ReadonlySet<string>;
    readonly refusals: RefusalCounts;
    /** Number of open event streams. */
    readonly countStreams: () => number;
  }
}
