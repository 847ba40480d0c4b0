import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { LiveTopic } from "./live.ts";
import { liveTopic } from "./live.ts";

const maxTopics = 20;

/** `topics=alarms,plant:{id}`: one to twenty, separated by commas. */
const topicList = z
  .string()
  .max(maxTopics * 64)
  .transform((text): string[] => [...new Set(text.split(","))])
  .pipe(z.array(liveTopic).min(1).max(maxTopics))
  .transform((topics): LiveTopic[] => topics);

export const stream = defineEndpoint({
  method: "GET",
  path: "/events",
  summary: "Live messages of the given topics as server-sent events; resumes after Last-Event-ID",
  access: { who: "anonymous", accountsNeed: ["station:read"], scope: { kind: "topics", by: "topics" } },
  duringMaintenance: true,
  query: z.object({ topics: topicList }),
  data: z.null(),
  responseType: "stream",
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501", "B0300"],
  cache: "bypass",
});
