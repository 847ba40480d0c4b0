import type { Tokens } from "@heliograph/contract";
import type { TokenPair } from "./token-values.ts";

const ACCESS_LIFETIME_S = 30 * 60;
const REFRESH_LIFETIME_S = 14 * 24 * 3600;

/** When the tokens of a pair created now expire. */
export function expiryOf(now: number): { accessExpiresAt: Date; refreshExpiresAt: Date } {
  return {
    accessExpiresAt: new Date(now + ACCESS_LIFETIME_S * 1000),
    refreshExpiresAt: new Date(now + REFRESH_LIFETIME_S * 1000),
  };
}

/** The tokens of the response, and the one for the browser's cookie where the user stays signed in. */
export interface StartedSession {
  tokens: Tokens;
  kept?: string;
}

export function toStartedSession(pair: TokenPair): StartedSession {
  return { tokens: toTokens(pair), ...(pair.kept !== undefined && { kept: pair.kept }) };
}

/** The response of every call that issues tokens (R3.2). */
function toTokens(pair: TokenPair): Tokens {
  return {
    token_type: "Bearer",
    access_token: pair.access,
    refresh_token: pair.refresh,
    expires_in: ACCESS_LIFETIME_S,
    refresh_expires_in: REFRESH_LIFETIME_S,
  };
}
