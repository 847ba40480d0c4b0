import { endpoints } from "virtual:endpoints";
import { call } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { sessionStore } from "../session/current-session.ts";
import { openingEndpoint } from "../session/endpoint.ts";
import { startSession } from "./start-session.ts";

// As the contract's TICKET_PREFIX; the contract's values stay out of what every page loads.
const ticketPrefix = "ticket_";
/** A bare token says nothing of its life: it serves until the server refuses it, and nothing renews it. */
const unknownLifeS = 365 * 24 * 3600;

/**
 * Signs this tab, and only this one, in by the token of its address (R4.4): a ticket, or an access token. One that is
 * worth nothing leaves the tab as it was.
 */
export async function startGuestSession(token: string): Promise<void> {
  const before = sessionStore.read();
  const endpoint = openingEndpoint();
  try {
    if (token.startsWith(ticketPrefix)) {
      const response = await call(endpoints.token.ticket, { body: { ticket: token, endpoint } });
      if (response === undefined) return;
      await startSession(response.data, { serverAt: response.date, endpoint, isGuest: true });
    } else {
      const life = { expires_in: unknownLifeS, refresh_expires_in: unknownLifeS };
      const bare = { token_type: "Bearer", access_token: token, refresh_token: "", ...life } as const;
      await startSession(bare, { serverAt: Date.now(), endpoint, isGuest: true });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (before === undefined) sessionStore.reset("invalid");
    else sessionStore.write(before);
  }
}
