import { isSerialNumber, parseUser } from "./identity.ts";

const ROOT = "hg/1/";

/** Every topic of the device link; the part after `hg/1/{sn}/` and how it is sent. Nothing is ever retained. */
export const TOPICS = {
  upState: { path: "up/state", direction: "up", kind: "state", qos: 1 },
  upBirth: { path: "up/birth", direction: "up", kind: "birth", qos: 1 },
  upData: { path: "up/data", direction: "up", kind: "data", qos: 1 },
  upHistory: { path: "up/history", direction: "up", kind: "history", qos: 1 },
  upEvent: { path: "up/event", direction: "up", kind: "event", qos: 1 },
  upAnswer: { path: "up/answer", direction: "up", kind: "answer", qos: 1 },
  upParam: { path: "up/param", direction: "up", kind: "param", qos: 1 },
  upOta: { path: "up/ota", direction: "up", kind: "ota", qos: 1 },
  upTime: { path: "up/time", direction: "up", kind: "time", qos: 0 },
  downCommand: { path: "down/command", direction: "down", kind: "command", qos: 1 },
  downOta: { path: "down/ota", direction: "down", kind: "ota", qos: 1 },
  downSync: { path: "down/sync", direction: "down", kind: "sync", qos: 1 },
  downTime: { path: "down/time", direction: "down", kind: "time", qos: 0 },
  claimUp: { path: "claim/up", direction: "up", kind: "claim", qos: 1 },
  claimDown: { path: "claim/down", direction: "down", kind: "claim", qos: 1 },
} as const;

/** Name of a topic, as used by {@link topicOf} and by the message schemas. */
export type TopicName = keyof typeof TOPICS;
/** Which way a topic goes: up from the gateway, down to it. */
export type TopicDirection = (typeof TOPICS)[TopicName]["direction"];
/** What a topic carries. */
export type TopicKind = (typeof TOPICS)[TopicName]["kind"];

/** A topic taken apart. */
export interface ParsedTopic {
  readonly sn: string;
  readonly name: TopicName;
  readonly direction: TopicDirection;
  readonly kind: TopicKind;
}

const NAMES = Object.keys(TOPICS) as TopicName[];
const BY_PATH = new Map(NAMES.map((name) => [TOPICS[name].path as string, name]));

/** Builders of the full topic of a gateway: `topicOf.upData(sn)`. */
export const topicOf = Object.fromEntries(
  NAMES.map((name) => [name, (sn: string) => `${ROOT}${sn}/${TOPICS[name].path}`]),
) as Record<TopicName, (sn: string) => string>;

/** Reads a topic; undefined for anything outside the table, filters with wildcards and `$` topics among it. */
export function parseTopic(topic: string): ParsedTopic | undefined {
  if (!topic.startsWith(ROOT)) return undefined;
  const slash = topic.indexOf("/", ROOT.length);
  if (slash < 0) return undefined;
  const sn = topic.slice(ROOT.length, slash);
  const name = BY_PATH.get(topic.slice(slash + 1));
  if (name === undefined || !isSerialNumber(sn)) return undefined;
  const { direction, kind } = TOPICS[name];
  return { sn, name, direction, kind };
}

function owns(user: string, topic: string, direction: TopicDirection): boolean {
  const who = parseUser(user);
  const parsed = parseTopic(topic);
  if (who === undefined || parsed === undefined) return false;
  return who.sn === parsed.sn && parsed.direction === direction && who.isClaim === (parsed.kind === "claim");
}

/** Whether an MQTT user may publish here: its own `up` topics, or `claim/up` alone while claiming. */
export function mayPublish(user: string, topic: string): boolean {
  return owns(user, topic, "up");
}

/** Whether an MQTT user may subscribe to a filter: exactly one of its own `down` topics, or `claim/down` alone while claiming; no wildcard is ever granted. */
export function maySubscribe(user: string, filter: string): boolean {
  return owns(user, filter, "down");
}

/** The topics a signed-in gateway subscribes to, one filter each. */
export function downTopicsOf(sn: string): string[] {
  return NAMES.filter((name) => TOPICS[name].direction === "down" && TOPICS[name].kind !== "claim").map(
    (name) => topicOf[name](sn),
  );
}
