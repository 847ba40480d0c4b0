import { z } from "zod";
import { deviceType } from "./device.ts";
import { id } from "./primitives.ts";

/** A string that is opened alone, by its MCON or SCON. */
export const safetyString = z.object({
  deviceId: id,
  sn: z.string(),
  type: deviceType,
  /** Label of its place, else its alias, else the labels of its first and last module, else its serial number. */
  name: z.string(),
  gatewaySn: z.string().nullable(),
});
export type SafetyString = z.output<typeof safetyString>;
