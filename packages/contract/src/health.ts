import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { instant } from "./primitives.ts";

const open = { who: "public", scope: { kind: "none" } } as const;

/**
 * Why a part does not work: `no-answer` it did not respond within the time of a check, or refused; `restarting` its process
 * ended and is being started again; `no-free-connection` requests wait and every connection is in use; `disk-full` less
 * free disk than an insert needs; `writes-fail` reports are held because they could not be stored; `stalled` reports wait
 * and none is being stored; `engine-unavailable` an engine it needs does not work.
 */
export const healthReason = z.enum([
  "no-answer",
  "restarting",
  "no-free-connection",
  "disk-full",
  "writes-fail",
  "stalled",
  "engine-unavailable",
]);
export type HealthReason = z.output<typeof healthReason>;

const part = z.object({
  isOk: z.boolean(),
  /** Since when this process has seen it work, or not work. */
  since: instant,
  reason: healthReason.optional(),
  /** Restarts of a process that this server supervises. */
  restarts: z.int().optional(),
});

/** Parts of a process by name. */
export const healthParts = z.object({
  postgresql: part,
  clickhouse: part,
  /** Whether a report can be stored and acknowledged; absent where this process has no device link. */
  intake: part.optional(),
  /** Whether messages reach the other processes; absent without NATS. It does not count for readiness. */
  nats: part.optional(),
  /** The demo's simulator, where it runs; it does not count for readiness. */
  simulator: part.optional(),
});
export type HealthParts = z.output<typeof healthParts>;
export type HealthPartName = keyof HealthParts;

export const live = defineEndpoint({
  method: "GET",
  path: "/health/live",
  summary: "Liveness: the process responds",
  access: open,
  duringMaintenance: true,
  data: z.object({ isLive: z.literal(true) }),
  errors: [],
  cache: "bypass",
});

export const ready = defineEndpoint({
  method: "GET",
  path: "/health/ready",
  summary: "Readiness: the engines respond and reports can be stored; with the state of each part",
  access: open,
  duringMaintenance: true,
  data: z.object({ isReady: z.literal(true), parts: healthParts }),
  errors: ["B0300"],
  errorData: {
    B0300: z.object({
      isReady: z.literal(false),
      /** Whether the process is about to stop, whatever its parts do. */
      isStopping: z.boolean(),
      parts: healthParts,
    }),
  },
  cache: "bypass",
});
