import type { Endpoint } from "@heliograph/contract";
import { codes, envelope, formatMessage } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/logger.ts";
import { isStorageUnavailable } from "../infra/storage-unavailable.ts";
import type { Call, Handler, HandlerWithoutStorage, Mount, MountFile } from "../modules/base/access/mount.ts";
import { CallResult } from "../modules/base/access/mount.ts";
import type { Scope } from "../modules/base/access/scope.ts";
import type { RefusalCounts } from "../modules/base/audit/refusal-counts.service.ts";
import type { AccessCheck, CallTarget } from "./access-check.ts";
import { readAccessToken, readCaller, readEndpointName } from "./caller.ts";
import { toRefusal } from "./error-mapper.ts";
import { createOwnOrigin } from "./own-origin.ts";
import { refuseLate } from "./prompt-calls.ts";
import { formatRefreshCookie, readRefreshCookie } from "./refresh-cookie.ts";
import { isBehindTls } from "./security-headers.ts";
import { sendFile } from "./send-file.ts";
import { addUploadRoute, readUpload } from "./upload-route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated caller, set even if the call is refused. */
    knownScope?: Scope;
    /** The caller, once the call is allowed. */
    scope?: Scope;
    /** The access could not be checked in time for want of storage, and the endpoint has a handler for that. */
    lateCheck?: Promise<void>;
    target?: CallTarget;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface MountOptions {
  app: FastifyInstance;
  check: AccessCheck;
  clock: Clock;
  refusals: RefusalCounts;
  logger: Logger;
  config: Pick<Config, "host" | "port" | "publicUrl">;
}

/** Handles an allowed stream, and writes to the raw socket. */
export type StreamHandler<E extends Endpoint> = (
  call: Call<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;
export type MountStream = <E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void;

function toCall(request: FastifyRequest): Call<Endpoint> {
  const { scope, target } = request;
  // The access check runs before every handler; a call without a scope must not continue.
  if (!scope || !target) throw new Error("a handler was called without an access check");
  const { plant, deviceId } = target;
  return {
    query: request.query as never,
    body: request.body as never,
    ...(request.routeOptions.config.endpoint?.upload && { file: readUpload(request) }),
    scope,
    plant,
    plantId: plant?.plantId,
    plantKey: plant?.plantKey,
    deviceId,
    ...readCaller(request),
  };
}

/** Longer than a shutdown takes on a loaded server: a database that does not answer counts as unavailable. */
const MAX_STORAGE_WAIT_MS = 5_000;

const createTimeout = (): Error =>
  Object.assign(new Error("the database did not respond in time"), { code: "ETIMEDOUT" });

/** The same work, whose failure may never be awaited. */
function ignoreFailure<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/** Rejects as unavailable storage does when the work takes longer. */
async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createTimeout()), MAX_STORAGE_WAIT_MS);
  });
  try {
    return await Promise.race([ignoreFailure(work), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Name under which refusals are counted: the account, anonymous sessions, or callers without a session. */
function actorOf(scope: Scope | undefined): string {
  return scope?.accountId ?? (scope?.isAnonymous ? "anonymous" : "none");
}

function isRefusal(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 404 || httpStatus === 429;
}

/** Creates mount(): registers endpoints that check access, validate, respond in the envelope and count refusals. */
export function createMount({ app, check, clock, refusals, logger, config }: MountOptions) {
  const { publicUrl } = config;
  const ownOrigin = createOwnOrigin(config);
  const mounted = new Set<Endpoint>();

  /** Origin of the call, and its cookie if the endpoint declares it. */
  function readBrowser(request: FastifyRequest) {
    const origin = ownOrigin.find(request);
    const isForCookie = origin !== undefined && request.routeOptions.config.endpoint?.cookie;
    return {
      origin: origin ?? ownOrigin.fallback(request),
      refreshCookie: isForCookie ? readRefreshCookie(request) : undefined,
    };
  }

  function writeCookie(request: FastifyRequest, reply: FastifyReply, refreshCookie: string | null): void {
    const cookie = formatRefreshCookie(refreshCookie, {
      isBehindTls: isBehindTls(request, publicUrl),
      publicUrl,
    });
    void reply.header("set-cookie", cookie);
  }

  /** Runs a check. Where it fails for want of storage, an endpoint with a handler for that goes on without it. */
  async function runCheck(
    request: FastifyRequest,
    runsWithoutStorage: boolean,
    check: Promise<void>,
  ): Promise<void> {
    if (!runsWithoutStorage) return await check;
    try {
      await withinTime(check);
    } catch (error) {
      if (!isStorageUnavailable(error)) throw error;
      request.lateCheck = check;
    }
  }

  function routeOf(endpoint: Endpoint, runsWithoutStorage = false) {
    if (mounted.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is mounted twice`);
    mounted.add(endpoint);
    return {
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: { endpoint },
      schema: {
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
      },
      onRequest: async (request: FastifyRequest) => {
        const { authorization, endpoint: endpointHeader } = request.headers;
        const presented = {
          token: readAccessToken(authorization),
          endpointName: readEndpointName(endpointHeader),
        };
        const checkCaller = async () => {
          request.scope = await check.checkCaller(endpoint, presented, (scope) => {
            request.knownScope = scope;
          });
        };
        await runCheck(request, runsWithoutStorage, checkCaller());
      },
      preHandler: async (request: FastifyRequest) => {
        const body = endpoint.upload ? null : (request.body as object | null);
        const fields = { ...(request.query as object), ...(body ?? {}) };
        const checkTarget = async () => {
          await request.lateCheck;
          request.target = await check.checkTarget(endpoint, request.scope as Scope, fields);
          refuseLate(endpoint, request.headers["sent-at"], clock.now());
        };
        if (request.lateCheck) request.lateCheck = ignoreFailure(checkTarget());
        else await runCheck(request, runsWithoutStorage, checkTarget());
      },
    };
  }

  const mount: Mount = (endpoint, handler, withoutStorage) => {
    const plain = routeOf(endpoint, withoutStorage !== undefined);
    const run = (request: FastifyRequest): Promise<unknown> => {
      const call = { ...toCall(request), ...readBrowser(request) };
      return (handler as unknown as Handler<Endpoint>)(call as Call<Endpoint>);
    };
    const runWithoutStorage = (request: FastifyRequest): Promise<unknown> =>
      (withoutStorage as unknown as HandlerWithoutStorage<Endpoint>)({
        body: request.body as never,
        token: readAccessToken(request.headers.authorization),
        address: readCaller(request).address,
        ...(!request.lateCheck && { scope: request.scope, plant: request.target?.plant }),
      });
    const respond = async (request: FastifyRequest): Promise<unknown> => {
      if (withoutStorage === undefined) return await run(request);
      const ordinary = ignoreFailure((request.lateCheck ?? Promise.resolve()).then(() => run(request)));
      try {
        // A check that is late has been waited for.
        if (request.lateCheck) throw createTimeout();
        return await withinTime(ordinary);
      } catch (error) {
        if (!isStorageUnavailable(error)) throw error;
        return await runWithoutStorage(request).catch(async (refusal: unknown) => {
          if (!(refusal instanceof AppError && refusal.code === "B0300")) throw refusal;
          // The database may only be slow.
          return await ordinary.catch((late: unknown) => {
            throw isStorageUnavailable(late) ? refusal : late;
          });
        });
      }
    };
    const route = {
      ...plain,
      schema: { ...plain.schema, response: { 200: envelope(endpoint.data) } },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const given = await respond(request);
        const { data, messageKey, refreshCookie } =
          given instanceof CallResult ? given : new CallResult(given, {});
        if (refreshCookie !== undefined) writeCookie(request, reply, refreshCookie);
        const msg = messageKey === undefined ? "" : formatMessage(readCaller(request).language, messageKey);
        return { code: "0", data, msg, status: codes["0"] };
      },
    };
    const { upload } = endpoint;
    if (upload) addUploadRoute({ app, upload, route, refuse });
    else app.route(route);
  };

  const mountFile: MountFile = (endpoint, handler) => {
    app.route({
      ...routeOf(endpoint),
      handler: async (request, reply) =>
        sendFile({ request, reply }, endpoint, await handler(toCall(request) as never)),
    });
  };

  const mountStream: MountStream = (endpoint, handler) => {
    app.route({
      ...routeOf(endpoint),
      handler: async (request, reply) => {
        await handler(toCall(request) as never, request, reply);
        return reply;
      },
    });
  };

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // An address that cannot be parsed has no route.
    const endpoint = request.routeOptions.config?.endpoint;
    const place = endpoint ? `${endpoint.method} ${endpoint.path}` : "unknown";
    const { httpStatus, retryAfterS, body } = toRefusal(error, {
      language: readCaller(request).language,
      logger,
      place,
      requestId: request.id,
    });
    if (isRefusal(httpStatus)) refusals.count(actorOf(request.knownScope), place);
    if (retryAfterS !== undefined) void reply.header("retry-after", String(retryAfterS));
    return reply.code(httpStatus).type("application/json; charset=utf-8").send(body);
  }

  return { mount, mountFile, mountStream, mounted, refuse };
}
