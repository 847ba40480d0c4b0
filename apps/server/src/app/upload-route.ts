import type { Upload } from "@heliograph/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "../modules/access/access.service.ts";

const MIB = 1024 * 1024;

/** What Fastify refuses of a body, as the sentence about a file. */
function toFileRefusal(error: unknown, { mostBytes }: Upload): unknown {
  if ((error as FastifyError).code !== "FST_ERR_CTP_BODY_TOO_LARGE") return error;
  return new AppError("A0700", { messageKey: "file.tooLarge", params: { max: mostBytes / MIB } });
}

/**
 * A route whose body is a file's bytes. It stands apart from the others: what reads bytes here reads them nowhere
 * else, and JSON is no file. The type is looked at before the body is read, the caller before either.
 */
export function addUploadRoute(options: {
  app: FastifyInstance;
  upload: Upload;
  route: RouteOptions;
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}): void {
  const { app, upload, route, refuse } = options;
  void app.register((apart, _options, done) => {
    apart.removeAllContentTypeParsers();
    const asBytes = { parseAs: "buffer", bodyLimit: upload.mostBytes } as const;
    apart.addContentTypeParser([...upload.contentTypes], asBytes, (_request, body, parsed) =>
      parsed(null, body),
    );
    apart.addContentTypeParser("*", (_request, _payload, parsed) =>
      parsed(new AppError("A0700", { messageKey: upload.typeRefusal })),
    );
    apart.setErrorHandler((error, request, reply) => refuse(toFileRefusal(error, upload), request, reply));
    apart.route({ ...route, bodyLimit: upload.mostBytes });
    done();
  });
}

/** The bytes of the request; nothing sent is an empty file. */
export function readUpload(request: FastifyRequest): Uint8Array {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError("A0700", { messageKey: "file.empty" });
  return body;
}
