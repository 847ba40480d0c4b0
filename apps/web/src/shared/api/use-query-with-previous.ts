import type { DefaultError, QueryKey, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useOnline } from "../base/use-online.ts";

/**
 * A query whose previous result stays on screen while the next one is being read. Without a connection nothing would
 * replace it, so it is dropped and the query counts as failed: one day's data must not remain under another's heading.
 */
export function useQueryWithPrevious<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
): UseQueryResult<Data> {
  const isOnline = useOnline();
  const result = useQuery(isOnline ? { ...options, placeholderData: keepPreviousData } : options);
  return isUnreachable(result) ? ({ ...result, isError: true } as UseQueryResult<Data>) : result;
}

/** Whether nothing is known and nothing can be read before the connection is back. */
export const isUnreachable = ({ data, fetchStatus }: Pick<UseQueryResult, "data" | "fetchStatus">): boolean =>
  data === undefined && fetchStatus === "paused";
