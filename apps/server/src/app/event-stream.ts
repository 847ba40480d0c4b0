import { randomBytes } from "node:crypto";
import type { Endpoint, ErrorCode, LiveTopic } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { isOfSafety } from "@heliograph/contract/live-topics";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Bus } from "../infra/bus.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { createThrottle } from "../infra/throttle.ts";
import type { AccessService } from "../modules/base/access/access.service.ts";
import type { Call } from "../modules/base/access/mount.ts";
import type { PlantAccessChange } from "../modules/base/access/plant-access-events.ts";
import { plantAccessSubject } from "../modules/base/access/plant-access-events.ts";
import type { Scope } from "../modules/base/access/scope.ts";
import type { IdentityService } from "../modules/people/identity/identity.service.ts";
import type { SessionEnd } from "../modules/people/identity/sessions.service.ts";
import { sessionSubject } from "../modules/people/identity/sessions.service.ts";
import type { PlantLive } from "../modules/plants/plant-overview/plant-live.service.ts";
import type { EventConnection } from "./event-connection.ts";
import { createEventConnection } from "./event-connection.ts";
import type { HubEntry } from "./event-hub.ts";
import { createEventHub, PLANTS_CHANGED } from "./event-hub.ts";
import type { Visibility } from "./event-visibility.ts";
import { createVisibility, findTopicPlants } from "./event-visibility.ts";
import type { MountStream } from "./mount.ts";

export interface EventStreamOptions {
  bus: Bus;
  clock: Clock;
  identity: IdentityService;
  access: AccessService;
  plantLive: PlantLive;
  logger: Logger;
}

type EventsCall = Call<typeof endpoints.events.stream>;

// R4.7: a revoked permission takes effect within 20 s; the heartbeat keeps proxies from closing an idle stream.
const RECHECK_EVERY_MS = 15_000;
const RETRY_AFTER_MS = 2_000;
const PLANTS_EVERY_MS = 1_000;
// After messages were lost: all clients read their pages anew, not all of them in the same moment.
const RESET_WITHIN_MS = 2_000;
// Each tab opens one stream (docs/api.md); a user with several windows stays far below this.
const MAX_STREAMS_PER_SESSION = 10;

/** The stream needs the permissions of its call as long as it is open. */
function canListen(scope: Scope): boolean {
  const { accountsNeed = [] } = endpoints.events.stream.access;
  return scope.isAnonymous || scope.isSuper || accountsNeed.some((id) => scope.permissionIds.has(id));
}

/** Of shutdowns, a silent stream would be read as "nothing has changed": without the other processes there is none. */
const isOfShutdowns = (topics: readonly LiveTopic[]): boolean => topics.some(isOfSafety);

const INTERRUPTED = "B0300" satisfies ErrorCode;

interface OpenStream {
  sessionId: string;
  topics: readonly LiveTopic[];
  connection: EventConnection;
  /** Checks access again when the change concerns this stream. */
  follow(change: PlantAccessChange): void;
  /** Tells the client to read its pages anew, since messages were lost, and checks access again. */
  reset(): void;
  close(): void;
}

/** `GET /api/events`: pushes live messages to users with access, as long as their session is valid. */
export function createEventStream(options: EventStreamOptions) {
  const { bus, identity, access, plantLive, logger } = options;
  const hub = createEventHub({ bus, plantLive });
  const open = new Set<OpenStream>();
  const leaveAccess = bus.subscribe(plantAccessSubject, (change) => {
    for (const stream of open) stream.follow(change as PlantAccessChange);
  });
  const leaveLost = bus.onLost(() => {
    hub.forget();
    for (const stream of open) stream.reset();
  });
  const leaveDisconnect = bus.onDisconnect(() => {
    for (const stream of [...open]) if (isOfShutdowns(stream.topics)) endStream(stream, INTERRUPTED);
  });
  // Each process numbers its messages from 1, so an id of another run cannot be resumed from.
  const run = randomBytes(6).toString("hex");

  function endStream({ connection, close }: OpenStream, code: ErrorCode): void {
    connection.end(code);
    close();
  }

  function readLastNumber(header: string | string[] | undefined): number | undefined {
    const [ofRun, number] = String(header ?? "").split("-");
    return ofRun === run && /^\d{1,15}$/.test(number ?? "") ? Number(number) : undefined;
  }

  function writeHead(reply: FastifyReply): void {
    const headers = reply.getHeaders();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(headers as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // nginx would buffer the stream.
      "x-accel-buffering": "no",
    });
  }

  function startStream(parts: {
    scope: Scope;
    topics: LiveTopic[];
    visibility: Visibility;
    lastId: string | undefined;
    reply: FastifyReply;
  }) {
    const { scope, topics, lastId, reply } = parts;
    const sessionId = scope.sessionId as string;
    let visibility = parts.visibility;
    writeHead(reply);
    const connection = createEventConnection(reply.raw);

    const send = (data: string, n: number) => connection.send({ id: `${run}-${n}`, event: "message", data });
    // Its number is the newest, so that a client does not continue before what it has read since.
    const plantsChanged = createThrottle(
      () => send(JSON.stringify(PLANTS_CHANGED), hub.lastNumber()),
      PLANTS_EVERY_MS,
    );
    let resetting: NodeJS.Timeout | undefined;
    const pass = (topic: LiveTopic, entry: HubEntry): void => {
      // The client reads it with everything else; its position stays before the loss until then.
      if (resetting) return;
      const data = visibility.view(topic, entry);
      if (data === undefined) return;
      if (entry.type === PLANTS_CHANGED.type) plantsChanged.request();
      else send(data, entry.n);
    };
    const lastNumber = readLastNumber(lastId);
    const startedAt = hub.lastNumber();
    const watches = topics.map((topic) => ({ topic, ...hub.watch(topic, (entry) => pass(topic, entry)) }));

    function sendReset(n: number, lost: readonly LiveTopic[]): void {
      connection.send({ id: `${run}-${n}`, event: "reset", data: JSON.stringify({ topics: lost }) });
    }

    function resume(): void {
      const missed = watches.map(({ topic, since }) => ({ topic, entries: since(lastNumber ?? startedAt) }));
      const isLost = (entries: unknown) => lastNumber === undefined || entries === undefined;
      const lost = lastId === undefined ? [] : missed.filter(({ entries }) => isLost(entries));
      if (lost.length > 0)
        sendReset(
          startedAt,
          lost.map(({ topic }) => topic),
        );
      else
        connection.send({
          id: `${run}-${startedAt}`,
          event: "ready",
          data: JSON.stringify({ retryMs: RETRY_AFTER_MS }),
        });
      const entries = missed.flatMap(({ topic, entries = [] }) => entries.map((entry) => ({ topic, entry })));
      for (const { topic, entry } of entries.sort((a, b) => a.entry.n - b.entry.n)) pass(topic, entry);
    }

    let isChecking = false;
    async function recheck(): Promise<void> {
      if (isChecking) return;
      isChecking = true;
      try {
        const current = await identity.authenticateSession(sessionId);
        if (!canListen(current)) throw new AppError("A0300");
        const plants = await findTopicPlants(access, current, topics);
        visibility = await createVisibility(access, current, { topics, plants });
      } catch (error) {
        if (!(error instanceof AppError)) logger.warn({ err: error }, "an event stream could not be checked");
        endStream(stream, error instanceof AppError ? error.code : "B0001");
      } finally {
        isChecking = false;
      }
    }

    const leaveSession = bus.subscribe(sessionSubject(scope.accountId), (message) => {
      const ended = (message as SessionEnd).sessionId;
      if (ended === undefined || ended === sessionId) void recheck();
    });
    const timer = setInterval(() => {
      connection.comment("alive");
      void recheck();
    }, RECHECK_EVERY_MS);
    timer.unref();

    const stream: OpenStream = {
      sessionId,
      topics,
      connection,
      follow({ plantId, newAccountIds }) {
        const isNew = scope.accountId !== undefined && newAccountIds.includes(scope.accountId);
        if (isNew || visibility.includesPlant(plantId)) void recheck();
      },
      reset() {
        void recheck();
        resetting ??= setTimeout(() => {
          resetting = undefined;
          sendReset(hub.lastNumber(), topics);
        }, Math.random() * RESET_WITHIN_MS);
      },
      close() {
        clearInterval(timer);
        clearTimeout(resetting);
        plantsChanged.stop();
        leaveSession();
        for (const watch of watches) watch.stop();
        open.delete(stream);
      },
    };
    open.add(stream);
    reply.raw.on("close", () => stream.close());
    reply.raw.on("error", () => stream.close());
    resume();
  }

  async function handle(call: EventsCall, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { scope, query } = call;
    const ofSession = [...open].filter(({ sessionId }) => sessionId === scope.sessionId).length;
    if (ofSession >= MAX_STREAMS_PER_SESSION) throw new AppError("A0501", { retryAfterS: 5 });
    const plants = request.target?.topicPlants ?? new Map();
    const visibility = await createVisibility(access, scope, { topics: query.topics, plants });
    if (isOfShutdowns(query.topics) && !bus.isConnected())
      throw new AppError(INTERRUPTED, { messageKey: "message.noLiveUpdates" });
    const lastId = request.headers["last-event-id"];
    startStream({
      scope,
      topics: query.topics,
      visibility,
      lastId: lastId === undefined ? undefined : String(lastId),
      reply,
    });
  }

  return {
    mount(mountStream: MountStream): void {
      mountStream<typeof endpoints.events.stream & Endpoint>(endpoints.events.stream, handle);
    },
    /** Number of open streams. */
    count: () => open.size,
    /** Ends every stream, so that the server can stop. */
    close(): void {
      leaveAccess();
      leaveLost();
      leaveDisconnect();
      for (const stream of [...open]) {
        stream.connection.destroy();
        stream.close();
      }
      hub.close();
    },
  };
}
