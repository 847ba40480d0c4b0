import type { LiveTopic } from "./live.ts";

/** Topics about all plants that the caller sees; the others are about one plant each. */
export const isOfAllPlants = (topic: LiveTopic): topic is "plants" | "alarms" =>
  topic === "plants" || topic === "alarms";

/** Topics about the shutdown of one plant. */
export const isOfSafety = (topic: LiveTopic): boolean => topic.startsWith("safety:");

/** The plant of a topic that is about one. */
export const plantOfTopic = (topic: Exclude<LiveTopic, "plants" | "alarms">): string =>
  topic.slice(topic.indexOf(":") + 1);
