import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import { isOfAllPlants, isOfSafety, plantOfTopic } from "@heliograph/contract/live-topics";

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
  /** The same of the stream of shutdowns. */
  readonly isSafetyConnected: boolean;
  readonly flowing: readonly LiveTopic[];
  readonly lastEventId: string;
}

/** Whether a message belongs to a topic: a plant's own topic has all messages about it, the others those of their kind. */
export function isAbout(topic: LiveTopic, message: LiveMessage): boolean {
  if (isOfAllPlants(topic)) return message.type === topic;
  if (message.type === "plants" || plantOfTopic(topic) !== message.stationId) return false;
  return !isOfSafety(topic) || message.type === "safety" || message.type === "gateway";
}
