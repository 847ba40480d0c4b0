import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileRanges } from "../modules/base/access/file-response.ts";

/** Bytes from `from` up to, not including, `to`; "none" when the requested range is outside of the file. */
export type RequestedRange =
  | { readonly from: number; readonly to: number; readonly isPart: boolean }
  | "none";

/**
 * The range of a request (RFC 9110). Several ranges, other units and a range of another content (If-Range) are served with
 * the whole file, as the standard allows.
 */
export function findRange(
  headers: IncomingHttpHeaders,
  { sizeBytes, etag }: Pick<FileRanges, "sizeBytes" | "etag">,
): RequestedRange {
  const whole = { from: 0, to: sizeBytes, isPart: false };
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  const ifRange = headers["if-range"];
  if (first === undefined || last === undefined || (ifRange !== undefined && ifRange !== etag)) return whole;
  if (first === "") {
    // The last bytes, as many as there are.
    if (last === "") return whole;
    return Number(last) === 0
      ? "none"
      : { from: Math.max(0, sizeBytes - Number(last)), to: sizeBytes, isPart: true };
  }
  const from = Number(first);
  if (from >= sizeBytes) return "none";
  if (last === "") return { from, to: sizeBytes, isPart: true };
  return Number(last) < from ? whole : { from, to: Math.min(Number(last) + 1, sizeBytes), isPart: true };
}

/** Sends a file, or the range of it that is requested, while it is read. Headers common to all files are set before. */
export function sendRanges(request: FastifyRequest, reply: FastifyReply, file: FileRanges): FastifyReply {
  const { sizeBytes, etag } = file;
  // Stored by no shared cache; a browser may keep a part to continue its download.
  void reply.headers({ "accept-ranges": "bytes", etag, "cache-control": "private, no-cache" });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const range = findRange(request.headers, file);
  if (range === "none") return reply.code(416).header("content-range", `bytes */${sizeBytes}`).send();
  const { from, to, isPart } = range;
  if (isPart) void reply.code(206).header("content-range", `bytes ${from}-${to - 1}/${sizeBytes}`);
  return reply
    .header("content-length", to - from)
    .send(Readable.from(file.read({ from, to }), { objectMode: false }));
}
