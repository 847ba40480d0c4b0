import type { LiveMessage, LiveTopic } from "@heliograph/contract";

/** What the tabs of one session say to each other about the stream they share. */
export type TabMessage =
  /** A newcomer: everyone says what they want, the holder how it stands. */
  | { readonly kind: "hello" }
  | { readonly kind: "want"; readonly tab: string; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "bye"; readonly tab: string }
  | { readonly kind: "live"; readonly message: LiveMessage; readonly lastEventId: string }
  | { readonly kind: "opened"; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "missed"; readonly topics: readonly LiveTopic[] }
  | { readonly kind: "state"; readonly state: SharedState }
  /** The holder is there, with or without news. */
  | { readonly kind: "alive" };

/** What another tab needs to know to go on where the holder stopped. */
export interface SharedState {
  readonly isConnected: boolean;
  readonly flowing: readonly LiveTopic[];
  readonly lastEventId: string;
}

/** Whether a message belongs to a topic: the same happens on a plant's own topic and, of power and alarms, on `plants`. */
export function isAbout(topic: LiveTopic, message: LiveMessage): boolean {
  if (topic === "plants") return message.type === "plant" || message.type === "alarms";
  return topic === `plant:${message.stationId}`;
}
