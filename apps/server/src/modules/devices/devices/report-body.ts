const MAX_CHARACTERS = 4096;

/** Content of a stored report for a response: text, or base64 where it is not text. */
export function formatReportBody(body: Uint8Array): { body: string; isBinary: boolean } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return { body: text.slice(0, MAX_CHARACTERS), isBinary: false };
  } catch {
    return { body: Buffer.from(body).toString("base64").slice(0, MAX_CHARACTERS), isBinary: true };
  }
}
