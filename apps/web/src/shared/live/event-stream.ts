import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import type { StreamEvent } from "./event-parser.ts";
import { createParser } from "./event-parser.ts";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The server says something every 15 s; a connection that is silent for longer than this is dead. */
const SILENT_MS = 45_000;
const NO_SESSION = 401;
const refusals: readonly number[] = [400, NO_SESSION, 403, 404];

type Outcome = "spoken" | "silent" | { readonly refused: number };

/** The id of the last event that was taken in; a stream goes on after it. */
export interface Position {
  lastEventId: string;
}

export interface StreamListener {
  readonly onMessage: (message: LiveMessage) => void;
  /** What happened to these topics since the position is not kept any more. */
  readonly onMissed: (topics: readonly LiveTopic[]) => void;
  /** Whether the stream flows; said at each attempt. */
  readonly onConnected: (isConnected: boolean) => void;
  /** The server is there, with or without news. */
  readonly onAlive: () => void;
  /** The server will not give these topics to this session: an answer, not a break, and nothing is tried again. */
  readonly onRefused: (status: number) => void;
}

export interface EventStreamDeps {
  readonly fetch: typeof fetch;
  readonly getAccessToken: () => Promise<string | undefined>;
  /** Language and time zone, sent with every request (R7.1). */
  readonly readCallerHeaders: () => Record<string, string>;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Stream extends EventStreamDeps, StreamListener {
  readonly topics: readonly LiveTopic[];
  /** Kept up to date while events come in. */
  readonly position: Position;
}

const addressOf = (topics: readonly LiveTopic[]): string =>
  `api/events?topics=${encodeURIComponent(topics.join(","))}`;

/** Reads the server's event stream with the Authorization header, and again from where it broke off. */
export function openEventStream(stream: Stream): () => void {
  const stop = new AbortController();
  void run(stream, stop.signal);
  return () => stop.abort();
}

/** The status with which the server answers one topic alone; undefined when it gives none. */
export async function probeTopic(
  { getAccessToken, ...deps }: EventStreamDeps,
  topic: LiveTopic,
): Promise<number | undefined> {
  const token = await getAccessToken();
  if (token === undefined) return NO_SESSION;
  const stop = new AbortController();
  try {
    const { status } = await ask({ ...deps, topics: [topic] }, { Authorization: token }, stop.signal);
    return status;
  } catch {
    return undefined;
  } finally {
    stop.abort();
  }
}

export const isRefusal = (status: number): boolean => refusals.includes(status);

const ask = (
  { fetch, readCallerHeaders, topics }: Pick<Stream, "fetch" | "readCallerHeaders" | "topics">,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(addressOf(topics), {
    headers: { accept: "text/event-stream", ...readCallerHeaders(), ...headers },
    signal,
    cache: "no-store",
    credentials: "omit",
  });

async function run(stream: Stream, signal: AbortSignal): Promise<void> {
  const wait = stream.wait ?? sleep;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const outcome = await readOnce(stream, signal).catch((): Outcome => "silent");
    if (signal.aborted) return;
    if (typeof outcome === "object") return stream.onRefused(outcome.refused);
    stream.onConnected(false);
    waitMs = outcome === "spoken" ? FIRST_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS);
    await wait(waitMs, signal);
  }
}

async function readOnce(stream: Stream, signal: AbortSignal): Promise<Outcome> {
  const { position } = stream;
  const token = await stream.getAccessToken();
  if (token === undefined) return { refused: NO_SESSION };
  const headers: Record<string, string> = { Authorization: token };
  if (position.lastEventId !== "") headers["Last-Event-ID"] = position.lastEventId;
  const silence = watchSilence();
  try {
    const response = await ask(stream, headers, AbortSignal.any([signal, silence.signal]));
    if (isRefusal(response.status)) return { refused: response.status };
    if (!response.ok || response.body === null) return "silent";
    stream.onConnected(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createParser((event) => take(stream, event));
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      silence.broken();
      stream.onAlive();
      parse(part.value);
    }
    return "spoken";
  } finally {
    silence.stop();
  }
}

function take({ position, onMessage, onMissed }: Stream, { id, type, data }: StreamEvent): void {
  // What was missed follows after `ready`: until it is here, the old position stands.
  if (id !== undefined && (type !== "ready" || position.lastEventId === "")) position.lastEventId = id;
  if (type === "reset") onMissed((JSON.parse(data) as { topics?: LiveTopic[] }).topics ?? []);
  if (type === "message") onMessage(JSON.parse(data) as LiveMessage);
}

function watchSilence() {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  let timer = setTimeout(end, SILENT_MS);
  return {
    signal: controller.signal,
    broken(): void {
      clearTimeout(timer);
      timer = setTimeout(end, SILENT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
