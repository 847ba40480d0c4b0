import { endpoints } from "virtual:endpoints";
import { queryClient, queryOf } from "../api/queries.ts";
import { sessionStore } from "../session/current-session.ts";
import { tokenState } from "../session/session.ts";

/** R4.7. */
const POLL_MS = 20_000;

interface PermissionPolling {
  /** Whether the page is open to everyone: there a session that is over is left alone instead of being reset. */
  readonly isPublic: boolean;
}

/** Reads the session's permissions now, unless another part of the page just has, and every 20 s until stopped. */
export function startPermissionPolling({ isPublic }: PermissionPolling): () => void {
  function poll(staleTime: number): void {
    const session = sessionStore.read();
    if (session === undefined || (isPublic && tokenState(session, Date.now()) === "expired")) return;
    const query = queryOf(endpoints.permission.getPermission);
    // A failed read is repeated by the next poll; the query cache has announced it.
    queryClient.fetchQuery({ ...query, staleTime }).catch(() => undefined);
  }
  poll(POLL_MS);
  const timer = setInterval(() => poll(0), POLL_MS);
  return () => clearInterval(timer);
}
