import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { getAccessToken, readCallerHeaders } from "../api/api.ts";
import { queryClient } from "../api/queries.ts";
import { onLanguageSwitch } from "../base/i18n/i18n.ts";
import { sessionStore } from "../session/current-session.ts";
import type { PlantLive, UnitLive } from "./live-store.ts";
import { createLiveStore } from "./live-store.ts";
import type { LiveTabs } from "./live-tabs.ts";
import { joinLiveTabs } from "./live-tabs.ts";
import { isAbout } from "./tab-messages.ts";

export type { LiveTopic };

/** A hidden page renders no frames: values are applied at this interval, for its title and for when it is shown again. */
const HIDDEN_COMMIT_MS = 1_000;

const PLANT_TOPIC = "plant:";

const store = createLiveStore((commit) => {
  if (document.hidden) setTimeout(commit, HIDDEN_COMMIT_MS);
  else requestAnimationFrame(commit);
});
const handlers = new Set<(message: LiveMessage) => void>();
const openers = new Set<(topics: readonly LiveTopic[]) => void>();
const wanted = new Map<LiveTopic, number>();
const connectionListeners = new Set<() => void>();
let isConnected = true;
let isSafetyConnected = true;
let isDue = false;
let isStopped = false;
let joined: { readonly sessionId: string; readonly tabs: LiveTabs } | undefined;

sessionStore.onChange(() => {
  const id = sessionStore.read()?.id;
  if (id === undefined) store.clear();
  if (joined !== undefined && joined.sessionId !== id) leave();
  // Another token may have access that the last one did not have.
  joined?.tabs.resetFailures();
  due();
});

// The stream sends the selected language like every other request (R7.1).
onLanguageSwitch({ follow: () => joined?.tabs.restart() });

// A page frozen by the browser must not block the stream of the others; it subscribes again when it resumes.
document.addEventListener("freeze", goAway);
window.addEventListener("pagehide", goAway);
document.addEventListener("resume", comeBack);
window.addEventListener("pageshow", comeBack);

function goAway(): void {
  isStopped = true;
  leave();
}

function comeBack(): void {
  isStopped = false;
  due();
}

function leave(): void {
  joined?.tabs.leave();
  joined = undefined;
}

// Pages mount and unmount within one render; the other tabs are notified once, after all of them.
function due(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    announceWanted();
  });
}

let announced: readonly LiveTopic[] = [];

/** Nothing more is pushed of a plant whose topic is closed: what was pushed is older than the next response. */
function forgetClosed(): void {
  for (const topic of announced)
    if (!wanted.has(topic) && topic.startsWith(PLANT_TOPIC)) store.forget(topic.slice(PLANT_TOPIC.length));
  announced = [...wanted.keys()];
}

function announceWanted(): void {
  forgetClosed();
  const sessionId = sessionStore.read()?.id;
  // What the page still does before the browser stops it, such as closing a card, must not join again.
  if (isStopped || sessionId === undefined || (joined === undefined && wanted.size === 0)) return;
  joined ??= { sessionId, tabs: join(sessionId) };
  joined.tabs.want([...wanted.keys()].sort());
}

/** The pages' own calls return what happened in the meantime; what was pushed before is older than their responses. */
async function readMissed(topics: readonly LiveTopic[]): Promise<void> {
  const plants = topics.filter((topic) => topic.startsWith(PLANT_TOPIC));
  const forgets = plants.map((topic) => store.mark(topic.slice(PLANT_TOPIC.length)));
  await queryClient.invalidateQueries();
  for (const forget of forgets) forget();
}

function join(sessionId: string): LiveTabs {
  return joinLiveTabs({
    sessionId,
    locks: navigator.locks,
    fetch: (input, init) => fetch(input, init),
    getAccessToken: () => getAccessToken(),
    readCallerHeaders,
    onMessage(message) {
      store.add(message);
      for (const handler of handlers) handler(message);
    },
    onMissed: (topics) => void readMissed(topics),
    onConnected(value) {
      isConnected = value;
      notifyConnected();
    },
    onSafetyConnected(value) {
      isSafetyConnected = value;
      notifyConnected();
    },
    onOpened(topics) {
      for (const opener of openers) opener(topics);
    },
  });
}

function notifyConnected(): void {
  for (const listener of connectionListeners) listener();
}

/**
 * Subscribes to a topic while the component is mounted; the handler gets every message about it. `onOpened`: the topic
 * is open, perhaps after the data on screen was read.
 */
export function useLive(
  topic: LiveTopic,
  onMessage: (message: LiveMessage) => void,
  onOpened?: () => void,
): void {
  const handle = useEffectEvent(onMessage);
  const open = useEffectEvent(() => onOpened?.());
  useEffect(() => {
    const handler = (message: LiveMessage): void => {
      if (isAbout(topic, message)) handle(message);
    };
    wanted.set(topic, (wanted.get(topic) ?? 0) + 1);
    handlers.add(handler);
    const opener = (topics: readonly LiveTopic[]): void => {
      if (topics.includes(topic)) open();
    };
    openers.add(opener);
    due();
    return () => {
      const left = (wanted.get(topic) ?? 1) - 1;
      if (left === 0) wanted.delete(topic);
      else wanted.set(topic, left);
      handlers.delete(handler);
      openers.delete(opener);
      due();
    };
  }, [topic]);
}

/** Returns a function that drops what was already pushed of a plant: a response requested since is newer. */
export const markLive = (stationId: string): (() => void) => store.mark(stationId);

export const useLivePlant = (id: string): PlantLive | undefined =>
  useSyncExternalStore(store.subscribe, () => store.findPlant(id));

export const useLiveUnit = (id: string): UnitLive | undefined =>
  useSyncExternalStore(store.subscribe, () => store.findUnit(id));

function onConnection(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

/** False while the stream is interrupted: values on screen may be outdated. */
export const useIsLive = (): boolean => useSyncExternalStore(onConnection, () => isConnected);

/** False while changes of shutdowns are not pushed: their pages read them again and again. */
export const useIsSafetyLive = (): boolean => useSyncExternalStore(onConnection, () => isSafetyConnected);
