import type { EndpointName, Tokens } from "@heliograph/contract";
import type { ApiResult } from "../api/request.ts";
import { writePrefs } from "../base/theme/prefs.ts";
import { sessionStore } from "../session/current-session.ts";
import { startSession } from "./start-session.ts";

export interface Entering {
  readonly endpoint: EndpointName;
  /** This browser was asked to stay signed in. */
  readonly isKept: boolean;
}

/** Starts this tab's session after signing in; the last sign-in decides whether the browser stays signed in. */
export async function enter(response: ApiResult<Tokens>, { endpoint, isKept }: Entering): Promise<void> {
  await startSession(response.data, { serverAt: response.date, endpoint });
  writePrefs({ kept: isKept ? sessionStore.read()?.id : undefined });
}
