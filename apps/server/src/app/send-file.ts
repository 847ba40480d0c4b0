import type { Endpoint } from "@heliograph/contract";
import type { FastifyReply } from "fastify";
import type { FileAnswer } from "../modules/access/access.service.ts";

const oneYearS = 31_536_000;

/**
 * Sends a file's bytes: never run or shown as a page of its own (nosniff, attachment and the policy of the API's
 * answers), kept for good where everyone may have it, because its random name never gets other bytes.
 */
export function sendFile(reply: FastifyReply, endpoint: Endpoint, file: FileAnswer): FastifyReply {
  if (endpoint.access.who === "public")
    void reply.header("cache-control", `public, max-age=${oneYearS}, immutable`);
  return reply
    .header("content-disposition", `attachment; filename="${file.fileName}"`)
    .type(file.contentType)
    .send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength));
}
