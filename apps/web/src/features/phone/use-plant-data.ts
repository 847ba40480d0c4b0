import type { DataOf, Endpoint, QueryInputOf } from "@heliograph/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import type { Reloaded } from "./use-reloaded.ts";

/**
 * Reads one part of a page; again when the query changes and at every new `version`. Under another query nothing of
 * the previous one is shown.
 */
export function usePlantData<E extends Endpoint>(endpoint: E, query: QueryInputOf<E>, version: number) {
  const key = JSON.stringify(query);
  const [known, setKnown] = useState<Reloaded<DataOf<E>> & { readonly key?: string }>({ state: "loading" });
  const [retries, setRetries] = useState(0);
  const start = useEffectEvent((signal: AbortSignal): void => {
    call(endpoint, { query, signal, refusalIn: "card" })
      .then((response) => {
        if (response === undefined) throw new ApiError("");
        setKnown({ state: "ready", data: response.data, key });
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        // A failed reload leaves what is on screen.
        setKnown((before) =>
          before.state === "ready" && before.key === key ? before : { state: "failed", error, key },
        );
      });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is the reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    start(controller.signal);
    return () => controller.abort();
  }, [key, version, retries]);
  const shown: Reloaded<DataOf<E>> = known.key === key ? known : { state: "loading" };
  return { known: shown, retry: () => setRetries((count) => count + 1) };
}
