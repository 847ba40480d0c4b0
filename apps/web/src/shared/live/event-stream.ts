import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import type { StreamEvent } from "./event-parser.ts";
import { createParser } from "./event-parser.ts";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** Added to a wait as a random part of it: streams that a server ended together do not all return in the same moment. */
const JITTER = 1;
/** The server sends something every 15 s; a connection that is silent for longer than this is closed. */
const SILENT_MS = 45_000;
/** A stream that has not opened by then counts as interrupted; the attempt goes on. */
const LATE_MS = 5_000;
const NO_SESSION = 401;
const refusals: readonly number[] = [400, NO_SESSION, 403, 404];

type Outcome = "spoken" | "silent" | { readonly refused: number };

/** Id of the last event that was processed; a stream continues after it. */
export interface Position {
  lastEventId: string;
}

export interface StreamListener {
  readonly onMessage: (message: LiveMessage) => void;
  /** The server no longer has the events of these topics since the position. */
  readonly onMissed: (topics: readonly LiveTopic[]) => void;
  /** Whether the stream is open; called at each attempt. */
  readonly onConnected: (isConnected: boolean) => void;
  /** The server has sent something, an event or a keep-alive. */
  readonly onAlive: () => void;
  /** The server refuses these topics to this session: not a lost connection, so nothing is retried. */
  readonly onRefused: (status: number) => void;
}

export interface EventStreamDeps {
  readonly fetch: typeof fetch;
  readonly getAccessToken: () => Promise<string | undefined>;
  /** Language and time zone, sent with every request (R7.1). */
  readonly readCallerHeaders: () => Record<string, string>;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1. */
  readonly random?: () => number;
}

interface Stream extends EventStreamDeps, StreamListener {
  readonly topics: readonly LiveTopic[];
  /** Kept up to date while events come in. */
  readonly position: Position;
}

const addressOf = (topics: readonly LiveTopic[]): string =>
  `api/events?topics=${encodeURIComponent(topics.join(","))}`;

/** Reads the server's event stream with the Authorization header, and reconnects from the last position. */
export function openEventStream(stream: Stream): () => void {
  const stop = new AbortController();
  void run(stream, stop.signal);
  return () => stop.abort();
}

/** HTTP status of a request for one topic alone; undefined when the request fails. */
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
  const { wait = sleep, random = Math.random } = stream;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const outcome = await readOnce(stream, signal).catch((): Outcome => "silent");
    if (signal.aborted) return;
    if (typeof outcome === "object") return stream.onRefused(outcome.refused);
    stream.onConnected(false);
    waitMs = outcome === "spoken" ? FIRST_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS);
    await wait(waitMs * (1 + JITTER * random()), signal);
  }
}

async function readOnce(stream: Stream, signal: AbortSignal): Promise<Outcome> {
  // Renewing the token may take as long as the request.
  const late = setTimeout(() => signal.aborted || stream.onConnected(false), LATE_MS);
  const opened = (): void => clearTimeout(late);
  return await readOpened(stream, { signal, opened }).finally(opened);
}

async function readOpened(
  stream: Stream,
  { signal, opened }: { signal: AbortSignal; opened: () => void },
): Promise<Outcome> {
  const { position } = stream;
  const token = await stream.getAccessToken();
  if (token === undefined) return { refused: NO_SESSION };
  const headers: Record<string, string> = { Authorization: token };
  if (position.lastEventId !== "") headers["Last-Event-ID"] = position.lastEventId;
  const silence = watchSilence();
  try {
    const response = await ask(stream, headers, AbortSignal.any([signal, silence.signal]));
    opened();
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
  // Missed events follow after `ready`: the old position is kept until they have arrived.
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
