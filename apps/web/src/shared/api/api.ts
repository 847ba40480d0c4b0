import { endpoints } from "virtual:endpoints";
import { callerHeaders } from "@heliograph/contract/client";
import { translate } from "../base/i18n/i18n.ts";
import { getLanguage } from "../base/i18n/language.ts";
import { toast } from "../base/toast.ts";
import { createAccessToken } from "../session/access-token.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";
import { openingEndpoint } from "../session/endpoint.ts";
import { notifyInvalidToken } from "../session/invalid-token.ts";
import { toServerTime } from "../session/server-time.ts";
import type { Session } from "../session/session.ts";
import { toSession } from "../session/session.ts";
import { askStepUp } from "../session/step-up.ts";
import { ApiError } from "./api-error.ts";
import type { RequestDeps } from "./request.ts";
import { createRequest } from "./request.ts";

type Outcome = { readonly refused: RequestDeps["onRefused"]; readonly changed: RequestDeps["onChanged"] };

const outcomes = new Set<Outcome>();

/** Hears of every refused call and every change the server has made. */
export function onCallOutcome(listener: Outcome): void {
  outcomes.add(listener);
}

export const getAccessToken = createAccessToken({
  store: sessionStore,
  sharing: sessionSharing,
  locks: navigator.locks,
  now: Date.now,
  renew,
});

const readTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The chosen language and the browser's time zone, for a request that does not go through `call` (R7.1). */
export const readCallerHeaders = (): Record<string, string> => callerHeaders(getLanguage(), readTimeZone());

/** Every call to the server (R7.1). */
export const call = createRequest({
  baseUrl: ".",
  fetch: (input, init) =>
    fetch(input, {
      ...init,
      cache: "no-store",
      // The one cookie is that of a browser that stays signed in; a guest's tab has nothing to do with it.
      credentials: sessionStore.read()?.isGuest === true ? "omit" : "same-origin",
    }),
  language: getLanguage,
  timeZone: readTimeZone,
  endpointName: () => sessionStore.read()?.endpoint ?? openingEndpoint(),
  now: () => toServerTime(Date.now()),
  getAccessToken: () => getAccessToken(),
  onMissingToken: () => sessionStore.reset("missing"),
  onInvalidToken: notifyInvalidToken,
  onUnknownUser: () => sessionStore.reset("invalid"),
  onStepUp: askStepUp,
  onSuccessMessage: (msg) => toast("success", msg),
  onErrorMessage: (msg) => toast("error", msg),
  onRefused: (refusal) => {
    for (const { refused } of outcomes) refused(refusal);
  },
  async onChanged(endpoint) {
    await Promise.all([...outcomes].map(({ changed }) => changed(endpoint)));
  },
  unreachable: () => translate("error.unreachable"),
});

async function renew(session: Session): Promise<Session | undefined> {
  try {
    const response = await call(endpoints.token.refresh, {
      body: { refresh_token: session.refresh_token },
      // The call the token was for is refused with it, and says so.
      refusalIn: "caller",
    });
    if (response === undefined) return undefined;
    return toSession(response.data, { serverAt: response.date, localAt: Date.now() }, session);
  } catch (error) {
    if (error instanceof ApiError && error.code !== undefined && error.status < 500 && error.status !== 429)
      return undefined;
    throw error;
  }
}
