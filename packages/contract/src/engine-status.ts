import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { healthParts } from "./health.ts";
import { id, instant } from "./primitives.ts";

export const processRole = z.enum(["api", "link", "jobs"]);
export type ProcessRole = z.output<typeof processRole>;

/** State of a process: `silent` when it has not reported for 15 s, such as after a crash. */
export const processState = z.enum(["ready", "notReady", "stopping", "silent"]);
export type ProcessState = z.output<typeof processState>;

const serverProcess = z.object({
  processId: id,
  /** Name of the machine it runs on. */
  host: z.string(),
  roles: z.array(processRole),
  state: processState,
  startedAt: instant,
  /** Its last report. */
  seenAt: instant,
  /** Whether it runs the background jobs. */
  isLeader: z.boolean(),
  /** Its parts as it last saw them. */
  parts: healthParts,
  /** Gateways connected to it. */
  gateways: z.int(),
  /** Open event streams, about one for each open console. */
  streams: z.int(),
});
export type ServerProcess = z.output<typeof serverProcess>;

const queues = z.object({
  /** Windows of 15 minutes that wait for their roll-up, and how long the oldest has waited, s. */
  rollUpWindows: z.int(),
  rollUpLagS: z.number(),
  /** Acknowledged reports that wait, such as for the birth of their gateway. */
  pendingReports: z.int(),
  /** Rejected reports, or rows of them, since the installation began. */
  rejectedReports: z.int(),
  jobsQueued: z.int(),
  jobsRunning: z.int(),
  gatewaysOnline: z.int(),
  gatewaysOffline: z.int(),
});

export const getEngineStatus = defineEndpoint({
  method: "GET",
  path: "/system/engineStatus",
  summary: "Processes of the installation with their engines and connections, and what waits",
  access: { who: ["system:config"], scope: { kind: "platform" } },
  data: z.object({ processes: z.array(serverProcess), queues }),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});
