import { endpoints } from "virtual:endpoints";
import type { EndpointName } from "@heliograph/contract";
import { call } from "../api/api.ts";
import { sessionStore } from "../session/current-session.ts";
import type { Kind } from "../session/session.ts";
import { toSession } from "../session/session.ts";

/** Starts a session of this tab from a token response, then reads who it belongs to (R4.5, R6.11). */
export async function startSession(
  tokens: Parameters<typeof toSession>[0],
  {
    serverAt,
    endpoint,
    isGuest,
    id = crypto.randomUUID(),
  }: { serverAt: number; endpoint: EndpointName; isGuest?: true; id?: string | undefined },
): Promise<void> {
  const kind: Kind = { id, isSuper: false, isAnonymous: false, endpoint, isGuest };
  sessionStore.write(toSession(tokens, { serverAt, localAt: Date.now() }, kind));
  const [isSuper, isAnonymous] = await Promise.all([
    call(endpoints.user.isSuper),
    call(endpoints.user.isAnonymous),
  ]);
  const session = sessionStore.read();
  if (session !== undefined)
    sessionStore.write({
      ...session,
      isSuper: isSuper?.data === true,
      isAnonymous: isAnonymous?.data === true,
    });
}
