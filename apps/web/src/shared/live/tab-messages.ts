import type { LiveMessage, LiveTopic } from "@heliograph/contract";

/** Messages between the tabs of one session about their shared stream. */
export type TabMessage =
  /** A new tab: every tab replies with its topics, the holder with the state. */
  | { readonly kind: "hello" }
  | { readonly kind: "want"; readonly tab: string; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "bye"; readonly tab: string }
  | { readonly kind: "live"; readonly message: LiveMessage; readonly lastEventId: string }
  | { readonly kind: "opened"; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "missed"; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "state"; readonly state: SharedState }
  /** Keep-alive of the holder. */
  | { readonly kind: "alive" };

/** What another tab needs to continue where the holder stopped. */
export interface SharedState {
  readonly isConnected: boolean;
  readonly flowing: readonly LiveTopic[];
  readonly lastEventId: string;
}

/** Whether a message belongs to a topic: a plant's own topic has all of its messages, `plants` those of power and alarms. */
export function isAbout(topic: LiveTopic, message: LiveMessage): boolean {
  if (topic === "plants") return message.type === "plant" || message.type === "alarms";
  return topic === `plant:${message.stationId}`;
}
