import type { Tokens } from "@heliograph/contract";
import type { TokenPair } from "./token-values.ts";

const accessLifeS = 30 * 60;
export const refreshLifeS = 14 * 24 * 3600;

/** When the tokens of a pair made now expire. */
export function expiryOf(now: number): { accessExpiresAt: Date; refreshExpiresAt: Date } {
  return {
    accessExpiresAt: new Date(now + accessLifeS * 1000),
    refreshExpiresAt: new Date(now + refreshLifeS * 1000),
  };
}

/** Tokens as they are answered, and the one for the browser's cookie where the person wants to stay signed in. */
export interface Started {
  tokens: Tokens;
  kept?: string;
}

export function toStarted(pair: TokenPair): Started {
  return { tokens: toTokens(pair), ...(pair.kept !== undefined && { kept: pair.kept }) };
}

/** The answer of every call that hands out tokens (R3.2). */
export function toTokens(pair: TokenPair): Tokens {
  return {
    token_type: "Bearer",
    access_token: pair.access,
    refresh_token: pair.refresh,
    expires_in: accessLifeS,
    refresh_expires_in: refreshLifeS,
  };
}
