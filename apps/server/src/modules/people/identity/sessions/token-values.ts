import { createHmac, hash, randomBytes } from "node:crypto";

/** `kept`: a refresh token in a cookie of the browser. */
export type TokenKind = "access" | "refresh" | "kept";
export interface TokenPair {
  access: string;
  refresh: string;
  /** Present when the user stays signed in. */
  kept?: string;
}

/** 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Creates opaque tokens. */
export function createTokenPair({ isKept = false } = {}): TokenPair {
  return { access: createToken(), refresh: createToken(), ...(isKept && { kept: createToken() }) };
}

/** The hash that is stored instead of a token. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

function successor(serverKey: Buffer, refreshToken: string, kind: TokenKind): string {
  return createHmac("sha256", serverKey).update(`${kind}\n${refreshToken}`).digest("base64url");
}

/**
 * Derives the tokens that replace a refresh token: always the same ones, so that concurrent requests get the same
 * response. A kept token is replaced by another kept token as well.
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
