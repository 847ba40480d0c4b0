import type { LiveTopic } from "./live.ts";

/** Topics about all plants that the caller sees; the others are about one plant each. */
export const isOfAllPlants = (topic: LiveTopic): topic is "plants" | "alarms" =>
  topic === "plants" || topic === "alarms";
