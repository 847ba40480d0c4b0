import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id } from "./primitives.ts";

/** Devices of one kind in a plant, counted by status. Units that are offline because the sun is down count as asleep. */
const devices = z.object({
  count: z.int().min(0),
  faultCount: z.int().min(0),
  alarmCount: z.int().min(0),
  warningCount: z.int().min(0),
  offlineCount: z.int().min(0),
  asleepCount: z.int().min(0),
});

/** Measured power in W of all devices of a kind whose last report still counts; null without any. */
const powerW = z.number().nullable();

export const getPowerFlow = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/powerFlow",
  summary: "Power of a plant from the modules to the meter, at each level that it has",
  access: {
    who: ["device:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "devices" },
  },
  query: z.object({ stationId: id }),
  data: z.object({
    /** Optimizers and shutdown switches on modules; null in a plant without any, as below. */
    modules: devices.extend({ powerW }).nullable(),
    /** String controllers and module controllers of strings. */
    strings: devices.extend({ powerW }).nullable(),
    /** Reading of the AC meters at the gateways. */
    acMeter: z.object({ powerW }).nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
