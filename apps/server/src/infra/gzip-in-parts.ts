import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const compress = promisify(deflateRaw);

/** A thread is not worth less. */
const MIN_PART_BYTES = 1_000_000;
// Deflate, without a name or a time, of an unknown system (RFC 1952).
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * Compresses to one gzip stream as `gzip` does, a large content in parts on several threads. Each part but the last ends at a
 * whole byte instead of with the end of the stream, so that the next one follows it.
 */
export async function gzipInParts(
  content: Uint8Array,
  { level, threads = availableParallelism() }: { level: number; threads?: number },
): Promise<Uint8Array> {
  const count = Math.min(threads, Math.max(1, Math.floor(content.length / MIN_PART_BYTES)));
  const size = Math.ceil(content.length / count);
  const parts = Array.from({ length: count }, (_, index) =>
    compress(content.subarray(index * size, (index + 1) * size), {
      level,
      finishFlush: index < count - 1 ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
    }),
  );
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content));
  // Modulo 2³².
  trailer.writeUInt32LE(content.length >>> 0, 4);
  return Buffer.concat([HEADER, ...(await Promise.all(parts)), trailer]);
}
