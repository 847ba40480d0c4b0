import { z } from "zod";
import { id, instant } from "./primitives.ts";

/** The alarm that explains a status: of its severity, with its condition present, the oldest. */
export const statusAlarm = z.object({
  alarmId: id,
  faultCode: z.string(),
  firstAt: instant,
  /** Where its device is, empty where the plant's layout is hidden from the caller; otherwise what it is called. */
  slotLabel: z.string(),
  alias: z.string(),
  sn: z.string(),
});
export type StatusAlarm = z.output<typeof statusAlarm>;
