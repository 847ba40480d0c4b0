import { endpoints } from "virtual:endpoints";
import type { PublicStation } from "@heliograph/contract";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { onPermissionChange } from "../../shared/session/permission-change.ts";

export const sorts = ["name", "powerW", "energyTodayKwh", "energyTotalKwh"] as const;
export type PublicPlantSort = (typeof sorts)[number];

const PAGE = 50;
/** Typing is answered when it rests, and figures are read again now and then. */
const SETTLED_MS = 300;
const RELOAD_MS = 30_000;

interface Known {
  readonly state: "loading" | "failed" | "ready";
  /** Why it failed. */
  readonly error?: unknown;
  readonly rows: readonly PublicStation[];
  readonly total: number;
}

async function load(search: string, sort: PublicPlantSort, pages: number, signal: AbortSignal) {
  const rows: PublicStation[] = [];
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const order = sort === "name" ? ("asc" as const) : ("desc" as const);
    const query = { page, pageSize: PAGE, sort, order, ...(search !== "" && { search }) };
    const response = await call(endpoints.publicPlants.list, { query, signal, refusalIn: "card" });
    if (response === undefined) throw new ApiError("");
    rows.push(...response.data.rows);
    total = response.data.total;
    if (rows.length >= total) break;
  }
  return { rows, total };
}

/** Loads public plants; the list on screen stays until the next response. */
export function usePublicPlants({ search: typed, sort }: { search: string; sort: PublicPlantSort }) {
  const [known, setKnown] = useState<Known>({ state: "loading", rows: [], total: 0 });
  const [pages, setPages] = useState(1);
  const [turn, setTurn] = useState(0);
  const search = typed.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is the reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      load(search, sort, pages, signal)
        .then((loaded) => setKnown({ state: "ready", ...loaded }))
        .catch((error: unknown) => {
          if (!signal.aborted)
            setKnown((before) => (before.state === "ready" ? before : { ...before, state: "failed", error }));
        });
    }, SETTLED_MS);
    const again = setInterval(() => setTurn((now) => now + 1), RELOAD_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(again);
      controller.abort();
    };
  }, [search, sort, pages, turn]);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(() => onPermissionChange(reload), [reload]);
  return {
    ...known,
    more: () => setPages((now) => now + 1),
    reload,
  };
}
