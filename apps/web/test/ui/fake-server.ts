import type { BodyOf, DataInputOf, Endpoint, ErrorCode, LiveMessage, QueryOf } from "@heliograph/contract";
import {
  allEndpoints,
  codes,
  describeIssue,
  formatMessage,
  language,
  liveMessage,
  SUPERSEDED_STATUS,
} from "@heliograph/contract";

interface Input<E extends Endpoint> {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

/** Data of a reply, or how to find it; rejecting with `Refusal` refuses the call. */
type Reply<E extends Endpoint> =
  | DataInputOf<E>
  | ((input: Input<E>) => DataInputOf<E> | Promise<DataInputOf<E>>);

interface Handler {
  readonly find: (input: Input<Endpoint>) => unknown;
  readonly msg: string;
  readonly status?: number;
}

interface Call {
  readonly endpoint: Endpoint;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Headers;
  readonly cache: RequestCache;
}

/** Makes the fake server refuse a call as the real one does. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  constructor(code: ErrorCode, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * A server at the wire: it takes what the contract allows and replies what the contract promises. A call no test has
 * a reply for, and a reply that breaks the contract, fail the test.
 */
export function createFakeServer() {
  const handlers = new Map<Endpoint, Handler>();
  const calls: Call[] = [];
  const problems: string[] = [];
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let isOffline = false;
  let refusedTopics = "";
  let isPositionUnknown = false;

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    if (isOffline) throw new TypeError("Failed to fetch");
    const url = new URL(request.url);
    const path = url.pathname.slice(url.pathname.indexOf("/api/") + "/api".length);
    const endpoint = allEndpoints.find((each) => each.path === path && each.method === request.method);
    if (endpoint === undefined) return fail(`the contract has no ${request.method} ${path}`);
    const query = endpoint.query?.safeParse(Object.fromEntries(url.searchParams));
    if (query?.error) return fail(`${path}${url.search} breaks the contract: ${query.error.message}`);
    const body = await readBody(endpoint, request);
    calls.push({
      endpoint,
      query: query?.data,
      body: body?.data,
      headers: request.headers,
      cache: request.cache,
    });
    if (endpoint.responseType === "stream") {
      const isRefused = refusedTopics !== "" && url.searchParams.get("topics")?.includes(refusedTopics);
      return isRefused ? new Response(null, { status: 404 }) : openStream(request);
    }
    if (body?.error) return refuseBody(request, body.error.issues.flatMap(describeIssue));
    const handler = handlers.get(endpoint);
    if (handler === undefined) return fail(`no reply to ${request.method} ${path}`);
    return await untilAborted(request.signal, reply(endpoint, handler, query?.data, body?.data));
  }

  async function readBody(endpoint: Endpoint, request: Request) {
    if (endpoint.upload !== undefined) return { data: await request.blob(), error: undefined };
    return endpoint.body?.safeParse(await request.json(), { reportInput: true });
  }

  async function reply(
    endpoint: Endpoint,
    { find, msg, status = 200 }: Handler,
    query: unknown,
    body: unknown,
  ) {
    try {
      const found = await find({ query, body } as Input<Endpoint>);
      if (found instanceof Blob) return new Response(found);
      const data = endpoint.data.safeParse(found);
      if (data.error) return fail(`the reply to ${endpoint.path} breaks the contract: ${data.error.message}`);
      return envelope({ code: "0", data: data.data, msg, status });
    } catch (error) {
      if (!(error instanceof Refusal)) return fail(`${endpoint.path}: ${error}`);
      return envelope({
        code: error.code,
        data: error.data,
        msg: error.message,
        status: codes[error.code],
      });
    }
  }

  function refuseBody(request: Request, found: ReturnType<typeof describeIssue>): Response {
    const spoken = language.parse(request.headers.get("accept-language"));
    const fields = found.map(({ path, key, params }) => ({
      path,
      message: formatMessage(spoken, key, params),
    }));
    return envelope({ code: "A0400", data: { fields }, msg: fields[0]?.message ?? "", status: 400 });
  }

  function openStream({ signal, url }: Request): Response {
    let own: ReadableStreamDefaultController<Uint8Array> | undefined;
    const leave = (): void => {
      if (own !== undefined) streams.delete(own);
    };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        streams.add(controller);
        const topics = new URL(url).searchParams.get("topics")?.split(",") ?? [];
        controller.enqueue(
          encode(
            isPositionUnknown
              ? `event: reset\ndata: ${JSON.stringify({ topics })}\n\n`
              : "event: ready\ndata: {}\n\n",
          ),
        );
      },
      cancel: leave,
    });
    signal.addEventListener("abort", () => {
      leave();
      own?.error(signal.reason);
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  function fail(problem: string): Response {
    problems.push(problem);
    return envelope({ code: "B0001", data: null, msg: problem, status: 500 });
  }

  return {
    fetch,

    /** Sets the reply of an endpoint; `msg` is the message of success. */
    reply<E extends Endpoint>(endpoint: E, data: Reply<E>, msg = ""): void {
      const find = typeof data === "function" ? (data as Handler["find"]) : () => data;
      handlers.set(endpoint, { find, msg });
    },

    /** Replies with data that no longer matters (R7.16). */
    supersede<E extends Endpoint>(endpoint: E, data: DataInputOf<E>, msg = ""): void {
      handlers.set(endpoint, { find: () => data, msg, status: SUPERSEDED_STATUS });
    },

    /** Makes an endpoint refuse every call. */
    refuse(endpoint: Endpoint, code: ErrorCode, sentence: string): void {
      handlers.set(endpoint, { find: () => Promise.reject(new Refusal(code, sentence)), msg: "" });
    },

    /** Holds the replies of an endpoint back until they are released. */
    hold(endpoint: Endpoint): { release: () => void } {
      const handler = handlers.get(endpoint);
      if (handler === undefined) throw new Error(`${endpoint.path} has no reply to hold back`);
      const { promise, resolve } = Promise.withResolvers<void>();
      handlers.set(endpoint, { ...handler, find: (input) => promise.then(() => handler.find(input)) });
      return {
        release() {
          handlers.set(endpoint, handler);
          resolve();
        },
      };
    },

    /** Calls of an endpoint so far, the oldest first. */
    listCalls<E extends Endpoint>(endpoint: E): readonly (Input<E> & Pick<Call, "headers" | "cache">)[] {
      return calls.filter((call) => call.endpoint === endpoint) as never;
    },

    /** Sends a live message to every open stream. */
    push(message: LiveMessage): void {
      const data = JSON.stringify(liveMessage.parse(message));
      for (const stream of streams) stream.enqueue(encode(`event: message\ndata: ${data}\n\n`));
    },

    /** Ends every open stream; those that follow are of a process that does not know their position. */
    moveStreams(): void {
      isPositionUnknown = true;
      for (const stream of streams) stream.close();
      streams.clear();
    },

    /** Refuses streams with topics of a kind, such as `safety:`. */
    refuseTopics(kind: string): void {
      refusedTopics = kind;
    },

    /** Whether nothing reaches the server. */
    setOffline(value: boolean): void {
      isOffline = value;
    },

    /** What the page asked or was given against the contract. */
    problems: problems as readonly string[],
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

function envelope(body: { code: string; data: unknown; msg: string; status: number }): Response {
  // Some statuses of the envelope are none of HTTP.
  const status = body.status === SUPERSEDED_STATUS ? 200 : body.status;
  return Response.json(body, { status, headers: { date: new Date().toUTCString() } });
}

/** A call that is given up gets no reply. */
function untilAborted(signal: AbortSignal, response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    response.then(resolve, reject);
  });
}
