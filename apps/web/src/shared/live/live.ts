import type { LiveMessage } from "@heliograph/contract";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { getAccessToken, sessionStore } from "../api/api.ts";
import { openEventStream } from "./event-stream.ts";
import type { PlantLive, UnitLive } from "./live-store.ts";
import { createLiveStore } from "./live-store.ts";

export type LiveTopic = "plants" | `plant:${string}`;

const store = createLiveStore((commit) => requestAnimationFrame(commit));
const handlers = new Set<(message: LiveMessage) => void>();
const wanted = new Map<LiveTopic, number>();
/** Topics the server will not give this session: a plant that is not there or not its own. */
const refused = new Set<LiveTopic>();
const connectionListeners = new Set<() => void>();
let isConnected = true;
let close: (() => void) | undefined;
let openTopics = "";
let isDue = false;

sessionStore.onChange(() => {
  if (sessionStore.read() === undefined) store.clear();
  // Another token may be let in where the last one was not.
  if (refused.size > 0) {
    refused.clear();
    due();
  }
});

// Pages come and go within one render; the stream is opened anew once, after all of them.
function due(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    reopen();
  });
}

function reopen(): void {
  const asked = [...wanted.keys()].filter((topic) => !refused.has(topic)).sort();
  const topics = asked.join(",");
  if (topics === openTopics) return;
  openTopics = topics;
  close?.();
  close =
    topics === ""
      ? undefined
      : openEventStream({
          url: `api/events?topics=${encodeURIComponent(topics)}`,
          fetch: (input, init) => fetch(input, init),
          getAccessToken: () => getAccessToken(),
          onMessage(message) {
            store.take(message);
            for (const handler of handlers) handler(message);
          },
          onConnected: tellConnected,
          onRefused: (status) => refuse(asked, status),
        });
}

function tellConnected(value: boolean): void {
  isConnected = value;
  for (const listener of connectionListeners) listener();
}

// One plant that is not there must not cost the other topics their stream; without a session all are refused.
function refuse(topics: readonly LiveTopic[], status: number): void {
  const ofPlants = topics.filter((topic) => topic !== "plants");
  for (const topic of status === 401 || ofPlants.length === 0 ? topics : ofPlants) refused.add(topic);
  tellConnected(true);
  due();
}

/** Keeps the stream on a topic while the component is shown; the handler hears every message. */
export function useLive(topic: LiveTopic, onMessage: (message: LiveMessage) => void): void {
  const handle = useEffectEvent(onMessage);
  useEffect(() => {
    const handler = (message: LiveMessage): void => handle(message);
    wanted.set(topic, (wanted.get(topic) ?? 0) + 1);
    handlers.add(handler);
    due();
    return () => {
      const left = (wanted.get(topic) ?? 1) - 1;
      if (left === 0) {
        wanted.delete(topic);
        refused.delete(topic);
      } else wanted.set(topic, left);
      handlers.delete(handler);
      due();
    };
  }, [topic]);
}

export const useLivePlant = (id: string): PlantLive | undefined =>
  useSyncExternalStore(store.subscribe, () => store.findPlant(id));

export const useLiveUnit = (id: string): UnitLive | undefined =>
  useSyncExternalStore(store.subscribe, () => store.findUnit(id));

/** False while the stream is broken: what is on screen may be old. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    () => isConnected,
  );
}
