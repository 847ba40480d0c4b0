/** Content of a report in a response: text, or base64 where it is not text. */
export interface ReceivedBody {
  readonly body: string;
  readonly isBinary: boolean;
}

/** Content as a user reads it: bytes in hexadecimal, two digits each. */
export function formatBody({ body, isBinary }: ReceivedBody): string {
  if (!isBinary) return body;
  return Array.from(atob(body), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
}
