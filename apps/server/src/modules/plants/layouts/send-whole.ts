import { Readable } from "node:stream";

/**
 * A stream of the parts as they come, whatever the speed of its reader, so that what they are made of is soon free. It ends after
 * the whole was kept.
 */
export function sendWhole(
  parts: AsyncIterable<Uint8Array>,
  keep: (whole: Uint8Array) => Promise<void>,
): Readable {
  const stream = new Readable({ read: () => undefined });
  async function send(): Promise<void> {
    const sent: Uint8Array[] = [];
    for await (const part of parts) {
      sent.push(part);
      stream.push(part);
    }
    await keep(Buffer.concat(sent));
    stream.push(null);
  }
  send().catch((error: Error) => stream.destroy(error));
  return stream;
}
