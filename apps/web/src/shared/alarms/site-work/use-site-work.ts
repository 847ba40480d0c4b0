import { endpoints } from "virtual:endpoints";
import type { SiteWork } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { dropPath, queryOf } from "../../api/queries.ts";
import { formatClock, formatDateTime } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { TICK_MS } from "../../base/use-now.ts";
import { useLive } from "../../live/live.ts";
import { useServerNow } from "../../ui/status/time-ago.tsx";

export interface PlantOfWork {
  readonly stationId: string;
  readonly timeZone: string;
}

export interface ShownSiteWork extends SiteWork {
  readonly isRunning: boolean;
}

const reload = (): void => void dropPath(endpoints.siteWork.list.path);

/** Site work of a plant that is not over, by the clock; read again when a user changes it. */
export function useSiteWork(stationId: string): { rows: ShownSiteWork[]; mayChange: boolean } {
  const { data } = useQuery(queryOf(endpoints.siteWork.list, { stationId }));
  const now = useServerNow();
  useLive(
    `plant:${stationId}`,
    ({ type }) => {
      if (type === "siteWork") reload();
    },
    reload,
  );
  const rows = (data?.rows ?? []).filter(({ untilAt }) => Date.parse(untilAt) > now);
  // Site work that was just started begins after the last move of the clock.
  const isRunning = ({ fromAt }: SiteWork): boolean => Date.parse(fromAt) <= now + TICK_MS;
  return {
    rows: rows.map((row) => ({ ...row, isRunning: isRunning(row) })),
    mayChange: data?.mayChange === true,
  };
}

/** Writes an instant in the plant's zone: the time today, and with the day on any other. */
export function useMoment(timeZone: string): (at: string) => string {
  const { tag } = useLocale();
  const now = useServerNow();
  const dayOf = (moment: number): string => new Date(moment).toLocaleDateString("sv", { timeZone });
  return (at) => {
    const moment = Date.parse(at);
    return (dayOf(moment) === dayOf(now) ? formatClock : formatDateTime)(moment, timeZone, tag);
  };
}
