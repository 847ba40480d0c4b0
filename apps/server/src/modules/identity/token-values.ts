import { createHash, createHmac, randomBytes } from "node:crypto";

export type TokenKind = "access" | "refresh";
export interface TokenPair {
  access: string;
  refresh: string;
}

/** A new opaque token: 256 random bits. */
export function createTokenPair(): TokenPair {
  return { access: randomBytes(32).toString("base64url"), refresh: randomBytes(32).toString("base64url") };
}

/** All that is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function successor(serverKey: Buffer, refreshToken: string, kind: TokenKind): string {
  return createHmac("sha256", serverKey).update(`${kind}\n${refreshToken}`).digest("base64url");
}

/** The pair that follows a refresh token: always the same one, so that two requests at once get the same answer. */
export function deriveSuccessors(serverKey: Buffer, refreshToken: string): TokenPair {
  return {
    access: successor(serverKey, refreshToken, "access"),
    refresh: successor(serverKey, refreshToken, "refresh"),
  };
}
