import { hash } from "node:crypto";

/** Keys begin with it, so that they are recognized where they are found by accident, and told apart from access tokens. */
export const KEY_PREFIX = "hgk_";

/** Whether a bearer token is an API key: the 256 random bits after the prefix are 43 characters of base64url. */
export const isApiKey = (token: string): boolean => /^hgk_[\w-]{43}$/.test(token);

/** The hash that is stored instead of a key. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");
