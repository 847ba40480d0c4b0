import { createHash, createHmac, randomBytes } from "node:crypto";

/** `kept`: a refresh token that lives in a cookie of the browser. */
export type TokenKind = "access" | "refresh" | "kept";
export interface TokenPair {
  access: string;
  refresh: string;
  /** Where the person wants to stay signed in. */
  kept?: string;
}

/** 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** New opaque tokens. */
export function createTokenPair({ isKept = false } = {}): TokenPair {
  return { access: createToken(), refresh: createToken(), ...(isKept && { kept: createToken() }) };
}

/** All that is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function successor(serverKey: Buffer, refreshToken: string, kind: TokenKind): string {
  return createHmac("sha256", serverKey).update(`${kind}\n${refreshToken}`).digest("base64url");
}

/**
 * What follows a refresh token: always the same, so that two requests at once get the same answer. A kept token is
 * followed by another besides.
 */
export function deriveSuccessors(
  serverKey: Buffer,
  { token, kind }: { token: string; kind: "refresh" | "kept" },
): TokenPair {
  return {
    access: successor(serverKey, token, "access"),
    refresh: successor(serverKey, token, "refresh"),
    ...(kind === "kept" && { kept: successor(serverKey, token, "kept") }),
  };
}
