import type { LiveMessage } from "@heliograph/contract";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const NO_SESSION = 401;
const refusals: readonly number[] = [400, NO_SESSION, 403, 404];

type Outcome = "spoken" | "silent" | { readonly refused: number };

export interface EventStreamDeps {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly getAccessToken: () => Promise<string | undefined>;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onConnected: (isConnected: boolean) => void;
  /** The server will not give these topics to this session: an answer, not a break, and nothing is tried again. */
  readonly onRefused: (status: number) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Reads the server's event stream with the Authorization header, and again from where it broke off. */
export function openEventStream(deps: EventStreamDeps): () => void {
  const stop = new AbortController();
  void run(deps, stop.signal);
  return () => stop.abort();
}

async function run(deps: EventStreamDeps, signal: AbortSignal): Promise<void> {
  const wait = deps.wait ?? sleep;
  const position = { lastEventId: "" };
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const outcome = await readOnce(deps, position, signal).catch((): Outcome => "silent");
    if (signal.aborted) return;
    if (typeof outcome === "object") return deps.onRefused(outcome.refused);
    deps.onConnected(false);
    waitMs = outcome === "spoken" ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS);
    await wait(waitMs, signal);
  }
}

async function readOnce(
  deps: EventStreamDeps,
  position: { lastEventId: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const token = await deps.getAccessToken();
  if (token === undefined) return { refused: NO_SESSION };
  const headers: Record<string, string> = { Authorization: token, accept: "text/event-stream" };
  if (position.lastEventId !== "") headers["Last-Event-ID"] = position.lastEventId;
  const response = await deps.fetch(deps.url, { headers, signal, cache: "no-store" });
  if (refusals.includes(response.status)) return { refused: response.status };
  if (!response.ok || response.body === null) return "silent";
  deps.onConnected(true);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = createParser((id, data) => {
    if (id !== undefined) position.lastEventId = id;
    if (data !== "") deps.onMessage(JSON.parse(data) as LiveMessage);
  });
  for (let part = await reader.read(); !part.done; part = await reader.read()) parse(part.value);
  return "spoken";
}

/** Takes text in any pieces and gives whole events. */
export function createParser(
  onEvent: (id: string | undefined, data: string) => void,
): (text: string) => void {
  let rest = "";
  let id: string | undefined;
  let data: string[] = [];
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line === "") {
        if (id !== undefined || data.length > 0) onEvent(id, data.join("\n"));
        id = undefined;
        data = [];
      } else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line.startsWith("id:")) id = line.slice(3).trim();
    }
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
