import type { Upload } from "@heliograph/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "../errors.ts";

const MIB = 1024 * 1024;

/** Maps Fastify's error about a body that is too large to the message about a file. */
function toFileRefusal(error: unknown, { maxBytes }: Upload): unknown {
  if ((error as FastifyError).code !== "FST_ERR_CTP_BODY_TOO_LARGE") return error;
  return new AppError("A0700", { messageKey: "file.tooLarge", params: { max: maxBytes / MIB } });
}

/**
 * Adds a route whose body is a file. It is registered in its own Fastify scope, so that its parser applies to no other
 * route and JSON is not accepted here. The caller is checked first, then the content type, then the body is read.
 */
export function addUploadRoute(options: {
  app: FastifyInstance;
  upload: Upload;
  route: RouteOptions;
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}): void {
  const { app, upload, route, refuse } = options;
  void app.register((isolated, _options, done) => {
    isolated.removeAllContentTypeParsers();
    const asBytes = { parseAs: "buffer", bodyLimit: upload.maxBytes } as const;
    isolated.addContentTypeParser([...upload.contentTypes], asBytes, (_request, body, parsed) =>
      parsed(null, body),
    );
    isolated.addContentTypeParser("*", (_request, _payload, parsed) =>
      parsed(new AppError("A0700", { messageKey: upload.typeRefusal })),
    );
    isolated.setErrorHandler((error, request, reply) => refuse(toFileRefusal(error, upload), request, reply));
    isolated.route({ ...route, bodyLimit: upload.maxBytes });
    done();
  });
}

/** Bytes of the request. Throws A0700 for a request without a file (R5.5) and for an empty file. */
export function readUpload(request: FastifyRequest): Uint8Array {
  const { body } = request;
  if (!Buffer.isBuffer(body)) throw new AppError("A0700", { messageKey: "choose.file" });
  if (body.length === 0) throw new AppError("A0700", { messageKey: "file.empty" });
  return body;
}
