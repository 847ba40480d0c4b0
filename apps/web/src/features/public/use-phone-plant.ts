import { endpoints } from "virtual:endpoints";
import type { Device, StationDetail } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";

/** As many as one answer may hold. */
const PAGE = 200;

export interface PhonePlant {
  readonly plant: StationDetail;
  /** Undefined when this session may see the plant but not its devices. */
  readonly units: readonly Device[] | undefined;
  readonly total: number;
}

export type PhonePlantState =
  | { readonly state: "loading" | "missing" | "failed" }
  | ({ readonly state: "ready" } & PhonePlant);

interface Asked {
  readonly stationId: string;
  readonly search: string;
  /** How many pages of units are on screen. */
  readonly pages: number;
}

/** The plant and its units as the server has them; what is on screen stays until the next answer. */
export function usePhonePlant({ stationId, search, pages }: Asked) {
  const [known, setKnown] = useState<PhonePlantState>({ state: "loading" });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is the reason to ask again
  useEffect(() => {
    const { signal, abort } = makeAbort();
    load({ stationId, search, pages }, signal)
      .then((answer) => setKnown({ state: "ready", ...answer }))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const isMissing = error instanceof ApiError && [400, 403, 404].includes(error.status);
        // An answer that fails to come again does not take away what is there; the stream tells that it is old.
        setKnown((before) =>
          before.state === "ready" && !isMissing ? before : { state: isMissing ? "missing" : "failed" },
        );
      });
    return abort;
  }, [stationId, search, pages, turn]);
  return { known, reload: () => setTurn((now) => now + 1) };
}

function makeAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function load({ stationId, search, pages }: Asked, signal: AbortSignal): Promise<PhonePlant> {
  const answer = await call(endpoints.station.get, { query: { stationId }, signal, isQuiet: true });
  if (answer === undefined) throw new ApiError("");
  const units = await loadUnits({ stationId, search, pages }, signal);
  return { plant: answer.data, units: units?.rows, total: units?.total ?? 0 };
}

async function loadUnits({ stationId, search, pages }: Asked, signal: AbortSignal) {
  const rows: Device[] = [];
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const query = { stationId, page, pageSize: PAGE, ...(search !== "" && { search }) };
    try {
      const answer = await call(endpoints.device.list, { query, signal, isQuiet: true });
      if (answer === undefined) throw new ApiError("");
      rows.push(...answer.data.rows);
      total = answer.data.total;
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return undefined;
      throw error;
    }
    if (rows.length >= total) break;
  }
  return { rows, total };
}
