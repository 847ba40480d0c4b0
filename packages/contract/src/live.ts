import { z } from "zod";
import { measuredValues } from "./measured-values.ts";
import { instant } from "./primitives.ts";
import { plantStatus } from "./status.ts";

/**
 * Topics of `GET /api/events?topics=…`: `plant:{stationId}` (all messages of one plant but `plants`), `safety:{stationId}` (only
 * `safety` and `gateway` of one plant: in a stream of its own, no flood of other messages delays or drops them), `plants` (only
 * that a visible plant changed) and `alarms` (`alarms` of all visible plants).
 */
export const liveTopic = z.union([
  z.literal("plants"),
  z.literal("alarms"),
  z.templateLiteral(["plant:", z.uuid()]),
  z.templateLiteral(["safety:", z.uuid()]),
]);
export type LiveTopic = z.output<typeof liveTopic>;

/** Latest values of one unit, pushed after its report was stored. */
const unitValues = z.object({
  deviceId: z.uuid(),
  at: instant,
  ...measuredValues,
  isClosed: z.boolean().nullable(),
});

/** Messages of the event stream (`event: message`, JSON in `data`). */
export const liveMessage = z.discriminatedUnion("type", [
  /** Units of a plant that just reported; topic `plant:{id}`. */
  z.object({ type: z.literal("units"), stationId: z.uuid(), units: z.array(unitValues) }),
  /** Power, status and energy of a plant; topic `plant:{id}`. */
  z.object({
    type: z.literal("plant"),
    stationId: z.uuid(),
    powerW: z.number().nullable(),
    status: plantStatus,
    isAsleep: z.boolean(),
    updatedAt: instant.nullable(),
    /** Only present when it may have changed. */
    energyTodayWh: z.number().optional(),
  }),
  /** Power, status, energy or alarms of a visible plant changed; topic `plants`, at most once a second. */
  z.object({ type: z.literal("plants") }),
  /** The count of the caller's unresolved alarms may have changed. */
  z.object({ type: z.literal("alarms"), stationId: z.uuid() }),
  /** Site work at a plant was started, planned, changed or ended by a user; topic `plant:{id}`. */
  z.object({ type: z.literal("siteWork"), stationId: z.uuid() }),
  /** A command to a device of the plant was sent, answered or ended, or a device reported parameters; topic `plant:{id}`. */
  z.object({ type: z.literal("commands"), stationId: z.uuid(), gatewayId: z.uuid() }),
  /** The shutdown of a plant, its holder, marks or evidence changed; topics `plant:{id}` and `safety:{id}`. */
  z.object({ type: z.literal("safety"), stationId: z.uuid() }),
  /** A gateway went online or offline. */
  z.object({ type: z.literal("gateway"), stationId: z.uuid(), deviceId: z.uuid(), isOnline: z.boolean() }),
]);
export type LiveMessage = z.output<typeof liveMessage>;
