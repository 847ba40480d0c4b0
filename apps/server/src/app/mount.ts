import type { Endpoint } from "@heliograph/contract";
import { codes, envelope, say } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/logger.ts";
import type { Call, Handler, Mount, MountFile, Scope } from "../modules/access/access.service.ts";
import { Answer } from "../modules/access/access.service.ts";
import type { RefusalCounts } from "../modules/audit/refusal-counts.service.ts";
import type { AccessCheck, Reached } from "./access-check.ts";
import { readAccessToken, readCaller, readEndpointName } from "./caller.ts";
import { toRefusal } from "./error-mapper.ts";
import { keptCookie, readKeptToken } from "./kept-cookie.ts";
import { createOwnOrigin } from "./own-origin.ts";
import { isBehindTls } from "./security-headers.ts";
import { sendFile } from "./send-file.ts";
import { addUploadRoute, readUpload } from "./upload-route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls, whether the call is let in or not. */
    known?: Scope;
    /** Who calls, once let in. */
    scope?: Scope;
    reached?: Reached;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface MountOptions {
  app: FastifyInstance;
  check: AccessCheck;
  refusals: RefusalCounts;
  logger: Logger;
  config: Pick<Config, "host" | "port" | "publicUrl">;
}

/** Gets an accepted stream: the caller and what it asked for; answers on the raw socket. */
export type StreamHandler<E extends Endpoint> = (
  call: Call<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;
export type MountStream = <E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void;

function toCall(request: FastifyRequest): Call<Endpoint> {
  const { scope, reached } = request;
  // The check runs before every handler; a call without its scope must not go on, whatever the reason.
  if (!scope || !reached) throw new Error("a handler was reached without an access check");
  const { plant, deviceId } = reached;
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

/** What accounts, anonymous sessions and strangers are counted under when they are refused. */
function actorOf(scope: Scope | undefined): string {
  return scope?.accountId ?? (scope?.isAnonymous ? "anonymous" : "none");
}

function isRefusal(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 404 || httpStatus === 429;
}

/** Builds mount(): registers endpoints so that each checks access, validates, answers in the envelope and is counted. */
export function createMount({ app, check, refusals, logger, config }: MountOptions) {
  const { publicUrl } = config;
  const ownOrigin = createOwnOrigin(config);
  const mounted = new Set<Endpoint>();

  /** Where the call comes from; the cookie only for an endpoint that declares it. */
  function readBrowser(request: FastifyRequest) {
    const origin = ownOrigin.find(request);
    const isForCookie = origin !== undefined && request.routeOptions.config.endpoint?.cookie;
    return {
      origin: origin ?? ownOrigin.fallback(request),
      keptToken: isForCookie ? readKeptToken(request) : undefined,
    };
  }

  function writeCookie(request: FastifyRequest, reply: FastifyReply, keptToken: string | null): void {
    const cookie = keptCookie(keptToken, { isBehindTls: isBehindTls(request, publicUrl), publicUrl });
    void reply.header("set-cookie", cookie);
  }

  function routeOf(endpoint: Endpoint) {
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
        request.scope = await check.checkCaller(endpoint, presented, (scope) => {
          request.known = scope;
        });
      },
      preHandler: async (request: FastifyRequest) => {
        const body = endpoint.upload ? null : (request.body as object | null);
        const fields = { ...(request.query as object), ...(body ?? {}) };
        request.reached = await check.checkReach(endpoint, request.scope as Scope, fields);
      },
    };
  }

  const mount: Mount = (endpoint, handler) => {
    const plain = routeOf(endpoint);
    const route = {
      ...plain,
      schema: { ...plain.schema, response: { 200: envelope(endpoint.data) } },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const call = { ...toCall(request), ...readBrowser(request) };
        const given = await (handler as unknown as Handler<Endpoint>)(call as Call<Endpoint>);
        const { data, messageKey, keptToken } = given instanceof Answer ? given : new Answer(given, {});
        if (keptToken !== undefined) writeCookie(request, reply, keptToken);
        const msg = messageKey === undefined ? "" : say(call.language, messageKey);
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
      handler: async (request, reply) => sendFile(reply, endpoint, await handler(toCall(request) as never)),
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
    // An address that cannot be read has no route at all.
    const endpoint = request.routeOptions.config?.endpoint;
    const place = endpoint ? `${endpoint.method} ${endpoint.path}` : "unknown";
    const { httpStatus, retryAfterS, body } = toRefusal(error, {
      language: readCaller(request).language,
      logger,
      place,
    });
    if (isRefusal(httpStatus)) refusals.count(actorOf(request.known), place);
    if (retryAfterS !== undefined) void reply.header("retry-after", String(retryAfterS));
    return reply.code(httpStatus).type("application/json; charset=utf-8").send(body);
  }

  return { mount, mountFile, mountStream, mounted, refuse };
}
