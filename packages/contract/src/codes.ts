/** Closed list of response codes with their HTTP status. Texts are in `messages/`. */
export const codes = {
  "0": 200,
  A0111: 409,
  A0150: 409,
  A0200: 401,
  A0201: 401,
  A0210: 400,
  A0220: 403,
  A0221: 401,
  A0230: 401,
  A0240: 400,
  A0300: 403,
  A0312: 409,
  A0400: 400,
  A0402: 400,
  A0404: 404,
  A0405: 405,
  A0410: 400,
  A0413: 413,
  A0421: 400,
  A0430: 409,
  A0440: 409,
  A0501: 429,
  A0700: 400,
  A0710: 400,
  A0720: 409,
  B0001: 500,
  B0100: 503,
  B0210: 409,
  B0220: 504,
  B0300: 503,
} as const;

/** A response code of the API; `0` is success. */
export type Code = keyof typeof codes;
/** An error code: every code but success. */
export type ErrorCode = Exclude<Code, "0">;

/** `status` of a response that no longer matters (a superseded poll); the client returns nothing for it. */
export const SUPERSEDED_STATUS = 5003;
