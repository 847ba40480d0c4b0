/** Content of a report in a response: text, or base64 where it is not text. */
export interface ReceivedBody {
  readonly reason: string;
  readonly body: string;
}

// Characters of base64 alone are no report: one is an object.
const base64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/** Whether the content is bytes that are not text. Size is checked before the encoding, so a long one may be either. */
export const isBinary = ({ reason, body }: ReceivedBody): boolean =>
  reason === "not-utf8" || (reason === "too-large" && base64.test(body));

/** Content as a user reads it: bytes in hexadecimal, two digits each. */
export function formatBody(report: ReceivedBody): string {
  if (!isBinary(report)) return report.body;
  return Array.from(atob(report.body), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
}
