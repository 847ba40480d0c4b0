import { z } from "zod";
import { instant } from "./primitives.ts";
import { plantStatus } from "./station.ts";

/**
 * Topics of `GET /api/events?topics=…`: `plant:{stationId}` (everything of one plant) and `plants` (power and alarms of all
 * in reach).
 */
export const liveTopic = z.union([z.literal("plants"), z.templateLiteral(["plant:", z.uuid()])]);
export type LiveTopic = z.output<typeof liveTopic>;

/** Latest values of one unit, pushed after its report was stored; W, V, A, °C, Wh, dBm. */
const unitValues = z.object({
  deviceId: z.uuid(),
  at: instant,
  inputVoltageV: z.number().nullable(),
  inputCurrentA: z.number().nullable(),
  outputVoltageV: z.number().nullable(),
  outputCurrentA: z.number().nullable(),
  powerW: z.number().nullable(),
  temperatureC: z.number().nullable(),
  generationWh: z.number().nullable(),
  signalDbm: z.number().nullable(),
  isClosed: z.boolean().nullable(),
});

/** Messages of the event stream (`event: message`, JSON in `data`). */
export const liveMessage = z.discriminatedUnion("type", [
  /** Units of a plant that just reported; topic `plant:{id}`. */
  z.object({ type: z.literal("units"), stationId: z.uuid(), units: z.array(unitValues) }),
  /** Power, status and energy of a plant; topics `plant:{id}` and `plants`. */
  z.object({
    type: z.literal("plant"),
    stationId: z.uuid(),
    powerW: z.number().nullable(),
    status: plantStatus,
    isAsleep: z.boolean(),
    updatedAt: instant.nullable(),
    /** Present when roll-ups moved. */
    energyTodayWh: z.number().optional(),
  }),
  /** The count of unresolved alarms in reach may have changed. */
  z.object({ type: z.literal("alarms"), stationId: z.uuid() }),
  /** A gateway came or went. */
  z.object({ type: z.literal("gateway"), stationId: z.uuid(), deviceId: z.uuid(), isOnline: z.boolean() }),
]);
export type LiveMessage = z.output<typeof liveMessage>;
