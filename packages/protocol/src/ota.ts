import { crc32 } from "node:zlib";
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { count, deviceText, id, unitIndex } from "./message-parts.ts";
import { ProtocolError } from "./reject.ts";

/** How far one unit is with a firmware. */
export const OTA_STATES = [
  "queued",
  "offered",
  "downloading",
  "verified",
  "applying",
  "rebooting",
  "confirmed",
  "failed",
  "skipped",
] as const;
/** One state of a unit's upgrade. */
export type OtaState = (typeof OTA_STATES)[number];

const chunkRequest = z.strictObject({
  job: id,
  /** Bytes from the start of the image. */
  offset: count,
  length: z.int().min(1).max(LIMITS.chunkBytes),
});

const progress = z.object({
  job: id,
  unit: unitIndex,
  state: z.enum(OTA_STATES),
  percent: z.number().min(0).max(100).optional(),
  /** Why it failed or was skipped. */
  reason: deviceText(128).optional(),
  /** Version the unit runs after it. */
  version: deviceText(32).optional(),
});

/** Message of a gateway about a firmware job: a request for a chunk, or the progress of one unit. */
export const otaReportSchema = z.union([chunkRequest, progress]);
/** Request for a part of an image. */
export type OtaChunkRequest = z.infer<typeof chunkRequest>;
/** How far one unit is. */
export type OtaProgress = z.infer<typeof progress>;
/** A chunk request (it has `offset`) or the progress of a unit (it has `state`). */
export type OtaReport = OtaChunkRequest | OtaProgress;

/** A part of an image. */
export interface OtaChunk {
  readonly job: string;
  /** Bytes from the start of the image. */
  readonly offset: number;
  readonly data: Uint8Array;
}

const CHUNK_VERSION = 1;
const JOB = /^[A-Za-z0-9_-]{1,64}$/;

/** Writes a chunk: version 1 (u8), length of the job id (u8), job id, offset (u32), CRC-32 of the data (u32), data; numbers big-endian. */
export function encodeOtaChunk(chunk: OtaChunk): Uint8Array {
  if (!JOB.test(chunk.job)) throw new RangeError("a job id is 1-64 of A-Z a-z 0-9 _ -");
  const bytes = new Uint8Array(2 + chunk.job.length + 8 + chunk.data.length);
  const view = new DataView(bytes.buffer);
  const numbersAt = 2 + chunk.job.length;
  view.setUint8(0, CHUNK_VERSION);
  view.setUint8(1, chunk.job.length);
  new TextEncoder().encodeInto(chunk.job, bytes.subarray(2));
  view.setUint32(numbersAt, chunk.offset);
  view.setUint32(numbersAt + 4, crc32(chunk.data));
  bytes.set(chunk.data, numbersAt + 8);
  return bytes;
}

/** Reads a chunk and checks its CRC; throws {@link ProtocolError}. */
export function decodeOtaChunk(bytes: Uint8Array): OtaChunk {
  if (bytes.length === 0) throw new ProtocolError("empty");
  if (bytes[0] !== CHUNK_VERSION) throw new ProtocolError("unsupported-version");
  const numbersAt = 2 + (bytes[1] ?? 0);
  if (bytes.length <= numbersAt + 8) throw new ProtocolError("malformed", "the chunk is cut short");
  const job = String.fromCharCode(...bytes.subarray(2, numbersAt));
  if (!JOB.test(job)) throw new ProtocolError("malformed", "the chunk names no job");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const data = bytes.subarray(numbersAt + 8);
  if (crc32(data) !== view.getUint32(numbersAt + 4))
    throw new ProtocolError("malformed", "the CRC does not fit");
  return { job, offset: view.getUint32(numbersAt), data };
}
