import { endpoints } from "virtual:endpoints";
import { refreshAll } from "../api/queries.ts";
import { useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";

/** A command may pass through several states within a second. */
const RELOAD_MS = 500;

/** Keeps what is shown of the commands of a plant up to date. */
export function useLiveCommands(stationId: string): void {
  const reload = useThrottled(() => refreshAll(Object.values(endpoints.command)), RELOAD_MS);
  useLive(`plant:${stationId}`, (message) => message.type === "commands" && reload(), reload);
}
