import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";

/** An alarm with its history. */
export type AlarmDetail = DataOf<typeof endpoints.alarm.get>;
