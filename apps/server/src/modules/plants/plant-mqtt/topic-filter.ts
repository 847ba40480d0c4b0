import { DISCOVERY_PREFIX, VALUE_PREFIX } from "@heliograph/contract/mqtt-topics";

/** Whether a subscriber may use this filter: it must name the part of the topics that it wants. */
export const isAllowedFilter = (filter: string): boolean =>
  [DISCOVERY_PREFIX, VALUE_PREFIX].includes(filter.split("/", 1)[0] as string) && filter.includes("/");

/** Whether a topic matches a filter with `+` and `#` (MQTT 3.1.1, 4.7.1). */
export function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  const isOpenEnd = wanted.at(-1) === "#";
  const named = isOpenEnd ? wanted.slice(0, -1) : wanted;
  if (isOpenEnd ? levels.length < named.length : levels.length !== named.length) return false;
  return named.every((level, at) => level === "+" || level === levels[at]);
}
