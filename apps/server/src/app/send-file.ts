import type { Endpoint } from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileRanges, FileResponse, FileStream } from "../modules/base/access/file-response.ts";
import { sendRanges } from "./send-ranges.ts";

const ONE_YEAR_S = 31_536_000;

/** RFC 6266: a plain name for old clients, and the exact one in UTF-8. */
function formatDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\w .()-]/g, "_");
  if (plain === fileName) return `attachment; filename="${fileName}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Sends a file that browsers neither run nor show as a page (nosniff, attachment and the policy of API responses). Public
 * files are cached as immutable, since a random name never gets other bytes.
 */
export function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  endpoint: Endpoint,
  file: FileResponse | FileRanges | FileStream,
): FastifyReply {
  if (endpoint.access.who === "public")
    void reply.header("cache-control", `public, max-age=${ONE_YEAR_S}, immutable`);
  void reply.header("content-disposition", formatDisposition(file.fileName)).type(file.contentType);
  if ("read" in file) return sendRanges(request, reply, file);
  if ("stream" in file) return reply.send(file.stream);
  return reply.send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength));
}
