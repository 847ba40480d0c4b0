import type { BodyInputOf, DataOf, Endpoint, QueryInputOf } from "@heliograph/contract";
import { QueryClient, queryOptions, useMutation } from "@tanstack/react-query";
import { call, sessionStore } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** R9.2. */
const CACHE_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: CACHE_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.code !== undefined),
    },
  },
});

// What one session saw is nothing for the next.
let sessionId = sessionStore.read()?.id;
sessionStore.onChange(() => {
  const id = sessionStore.read()?.id;
  if (id !== sessionId) queryClient.clear();
  sessionId = id;
});

/** A GET as a query: kept five minutes by address, method and payload unless its rule says bypass (R9.2). */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  query?: QueryInputOf<E>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  return queryOptions({
    queryKey: [endpoint.path, endpoint.method, query ?? null] as const,
    queryFn: async ({ signal }): Promise<DataOf<E>> => {
      const answer = await call(endpoint, { query, signal, isQuiet });
      if (answer === undefined) throw new ApiError("");
      return answer.data;
    },
    staleTime: endpoint.cache === "bypass" ? 0 : CACHE_MS,
  });
}

/** A change: drops the cached answers it makes stale. */
export function useChange<E extends Endpoint>(endpoint: E, { isQuiet = false }: { isQuiet?: boolean } = {}) {
  return useMutation({
    mutationFn: async (body: BodyInputOf<E>): Promise<DataOf<E>> => {
      const answer = await call(endpoint, { body, isQuiet });
      if (answer === undefined) throw new ApiError("");
      return answer.data;
    },
    onSuccess: () => Promise.all((endpoint.invalidates ?? []).map(dropPath)),
  });
}

/** Marks every cached answer of an address as stale and reads those on screen again. */
export function dropPath(path: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [path] });
}
