import { endpoints } from "virtual:endpoints";
import type { AlarmRow, Device, PlantPart, StationDetail } from "@heliograph/contract";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { onPermissionChange } from "../../shared/session/permission-change.ts";
import { canReadAlarms } from "./alarm-access.ts";
import type { Trouble, TroubledUnits } from "./troubles.ts";
import { troubles, withoutAsleep } from "./troubles.ts";

/** Maximum rows of one response. */
const PAGE = 200;
const MAX_ALARMS = 50;

export interface PhonePlant {
  readonly plant: StationDetail;
  /** Undefined when this session may see the plant but not its devices. */
  readonly units: readonly Device[] | undefined;
  readonly total: number;
  /** By state, the most urgent first. */
  readonly troubled: readonly TroubledUnits[];
  /** Open alarms, the most severe first; undefined where they are not visible. */
  readonly alarms: { readonly rows: readonly AlarmRow[]; readonly total: number } | undefined;
}

export type PhonePlantState =
  | { readonly state: "loading" }
  | { readonly state: "missing" | "failed"; readonly error: unknown }
  | ({ readonly state: "ready" } & PhonePlant);

interface Asked {
  readonly stationId: string;
  readonly search: string;
  readonly status: Trouble | undefined;
  /** How many pages of units are on screen. */
  readonly pages: number;
}

/** Loads the plant and its units; the content on screen stays until the next response. */
export function usePhonePlant({ stationId, search, status, pages }: Asked) {
  const [known, setKnown] = useState<PhonePlantState>({ state: "loading" });
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is the reason to ask again
  useEffect(() => {
    const { signal, abort } = makeAbort();
    load({ stationId, search, status, pages }, signal)
      .then((loaded) => setKnown({ state: "ready", ...loaded }))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const isMissing = error instanceof ApiError && [400, 403, 404].includes(error.status);
        // A failed reload keeps the content on screen; the stream shows that it is outdated.
        setKnown((before) =>
          before.state === "ready" && !isMissing
            ? before
            : { state: isMissing ? "missing" : "failed", error },
        );
      });
    return abort;
  }, [stationId, search, status, pages, version]);
  const reload = useCallback(() => setVersion((now) => now + 1), []);
  useEffect(() => onPermissionChange(reload), [reload]);
  return { known, version, reload };
}

function makeAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function load(asked: Asked, signal: AbortSignal): Promise<PhonePlant> {
  const response = await call(endpoints.station.get, {
    query: { stationId: asked.stationId },
    signal,
    refusalIn: "card",
  });
  if (response === undefined) throw new ApiError("");
  const { level, hiddenParts } = response.data;
  const isHidden = (part: PlantPart) => level === "public" || hiddenParts.includes(part);
  const units = isHidden("devices") ? undefined : await loadUnits(asked, signal);
  const troubled = units === undefined ? [] : await loadTroubled(asked.stationId, signal);
  const isShown = !isHidden("alarms") && (await canReadAlarms(signal));
  const alarms = isShown ? await loadAlarms(asked.stationId, signal) : undefined;
  return { plant: response.data, units: units?.rows, total: units?.total ?? 0, troubled, alarms };
}

async function loadAlarms(stationId: string, signal: AbortSignal): Promise<PhonePlant["alarms"]> {
  try {
    const response = await call(endpoints.alarm.list, {
      query: {
        stationId,
        status: "unresolved",
        sort: "severity",
        order: "desc",
        pageSize: MAX_ALARMS,
      },
      signal,
      refusalIn: "card",
    });
    return response?.data;
  } catch (error) {
    // The permission may have been revoked in between.
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

async function loadTroubled(stationId: string, signal: AbortSignal): Promise<TroubledUnits[]> {
  return Promise.all(
    troubles.map(async (status) => {
      const query = { stationId, status, page: 1, pageSize: PAGE };
      const response = await call(endpoints.device.list, { query, signal, refusalIn: "card" });
      if (response === undefined) throw new ApiError("");
      return { status, ...withoutAsleep(response.data) };
    }),
  );
}

async function loadUnits({ stationId, search, status, pages }: Asked, signal: AbortSignal) {
  const rows: Device[] = [];
  let total = 0;
  // The last one is not worth a button.
  for (let page = 1; page <= pages || total - rows.length === 1; page += 1) {
    const query = {
      stationId,
      page,
      pageSize: PAGE,
      ...(status !== undefined && { status }),
      ...(search !== "" && { search }),
    };
    try {
      const response = await call(endpoints.device.list, { query, signal, refusalIn: "card" });
      if (response === undefined) throw new ApiError("");
      rows.push(...response.data.rows);
      total = response.data.total;
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return undefined;
      throw error;
    }
    if (rows.length >= total) break;
  }
  return status === undefined ? { rows, total } : withoutAsleep({ rows, total });
}
