import { DISCOVERY_PREFIX, VALUE_PREFIX } from "@heliograph/contract/mqtt-topics";

/** No topic is longer than half of it. */
const MAX_FILTER_LENGTH = 160;

/** Whether a subscriber may use this filter: it must name the part of the topics that it wants. */
export const isAllowedFilter = (filter: string): boolean =>
  filter.length <= MAX_FILTER_LENGTH &&
  [DISCOVERY_PREFIX, VALUE_PREFIX].includes(filter.split("/", 1)[0] as string) &&
  filter.includes("/");

/** Filters by their levels. */
interface Level {
  readonly next: Map<string, Level>;
  isEnd: boolean;
}

const createLevel = (): Level => ({ next: new Map(), isEnd: false });

function buildTree(filters: Iterable<string>): Level {
  const root = createLevel();
  for (const filter of filters) {
    let level = root;
    for (const name of filter.split("/")) {
      const next = level.next.get(name) ?? createLevel();
      level.next.set(name, next);
      level = next;
    }
    level.isEnd = true;
  }
  return root;
}

/** Whether a filter below this level matches the rest of a topic. `#` also matches the level above it. */
function matchesBelow({ next, isEnd }: Level, levels: readonly string[]): boolean {
  if (next.has("#")) return true;
  const [name, ...rest] = levels;
  if (name === undefined) return isEnd;
  return [next.get(name), next.get("+")].some((level) => level && matchesBelow(level, rest));
}

/** Filters with `+` and `#` (MQTT 3.1.1, 4.7.1). What a match costs depends on the levels of the topic, not on their number. */
export function createTopicFilters() {
  const filters = new Set<string>();
  let tree: Level | undefined;
  return {
    count: (): number => filters.size,
    has: (filter: string): boolean => filters.has(filter),
    add(filter: string): void {
      if (filters.has(filter)) return;
      filters.add(filter);
      tree = undefined;
    },
    remove(filter: string): void {
      if (filters.delete(filter)) tree = undefined;
    },
    clear(): void {
      filters.clear();
      tree = undefined;
    },
    /** Whether one of them matches the topic. */
    matches(topic: string): boolean {
      tree ??= buildTree(filters);
      return matchesBelow(tree, topic.split("/"));
    },
  };
}

export type TopicFilters = ReturnType<typeof createTopicFilters>;
