import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import type { LiveMessage } from "@heliograph/contract";
import { createEventReader } from "./event-reader.ts";

/** A message as a watcher received it. */
export interface Received {
  /** `performance.now()` when its last bytes came. */
  readonly atMs: number;
  /** The message as JSON; parsed after the load, so that parsing delays no other watcher. */
  readonly data: string;
}

/** Watchers of a plant: browsers with an open event stream each. */
export interface Watchers {
  /** What each of them received so far. */
  readonly received: readonly (readonly Received[])[];
  /** Rejects when a stream ends. */
  readonly failed: Promise<never>;
  end(): void;
}

interface WatchersInput {
  readonly http: string;
  /** Authorization header of each watcher. */
  readonly authorizations: readonly string[];
  readonly plantId: string;
}

/** Opens the streams; resolves when each of them is ready. */
export async function openWatchers({ http, authorizations, plantId }: WatchersInput): Promise<Watchers> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Awaited by the load; without one it must not be an unhandled rejection.
  failed.catch(() => undefined);
  const requests: ClientRequest[] = [];
  const open = (authorization: string, received: Received[]) =>
    new Promise<void>((resolve) => {
      const read = createEventReader(({ event, data }) => {
        if (event === "message") received.push({ atMs: performance.now(), data });
        else if (event === "ready") resolve();
        else reject(new Error(`an event stream sent ${event}: ${data}`));
      });
      const sent = request(`${http}/api/events?topics=plant:${plantId}`, {
        agent,
        headers: { authorization, "accept-language": "en" },
      });
      requests.push(sent);
      sent.on("response", (response: IncomingMessage) => {
        if (response.statusCode !== 200)
          reject(new Error(`an event stream has status ${response.statusCode}`));
        response.setEncoding("utf8").on("data", read);
        response.on("close", () => reject(new Error("an event stream was closed")));
      });
      sent.on("error", reject);
      sent.end();
    });
  const received = authorizations.map((): Received[] => []);
  const opened = authorizations.map((authorization, index) => open(authorization, received[index] ?? []));
  await Promise.race([Promise.all(opened), failed]);
  return {
    received,
    failed,
    end() {
      for (const sent of requests) sent.destroy();
      agent.destroy();
    },
  };
}

/**
 * Time of the newest sample of a message with values of units, UTC ms; undefined for other messages. The newest samples
 * of two reports differ.
 */
export function newestSampleAt(data: string): number | undefined {
  const message = JSON.parse(data) as LiveMessage;
  if (message.type !== "units" || message.units.length === 0) return undefined;
  return Math.max(...message.units.map(({ at }) => Date.parse(at)));
}
