import type { Endpoint } from "@heliograph/contract";
import type { SessionStore } from "../session/session-store.ts";

type Invalidates = NonNullable<Endpoint["invalidates"]>;

/**
 * Tells the session's other tabs what a change has made stale: their cached answers are no newer than this tab's. The
 * channel's name carries the session's random id.
 */
export function shareChanges(
  store: Pick<SessionStore, "read" | "onChange">,
  drop: (invalidates: Invalidates) => void,
) {
  let channel: BroadcastChannel | undefined;
  let joined: string | undefined;

  function join(): void {
    const id = store.read()?.id;
    if (id === joined) return;
    channel?.close();
    joined = id;
    channel = id === undefined ? undefined : new BroadcastChannel(`heliograph.changes.${id}`);
    channel?.addEventListener("message", ({ data }: MessageEvent<Invalidates>) => drop(data));
  }

  const stop = store.onChange(join);
  join();
  return {
    announce: (invalidates: Invalidates): void => channel?.postMessage(invalidates),
    close(): void {
      stop();
      channel?.close();
    },
  };
}
