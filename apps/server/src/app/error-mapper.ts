import { randomUUID } from "node:crypto";
import type { ErrorCode, Language } from "@heliograph/contract";
import { codes, say } from "@heliograph/contract";
import type { FastifyError } from "fastify";
import type { Logger } from "../infra/logger.ts";
import { isStorageAway } from "../infra/storage-away.ts";
import { AppError } from "../modules/access/access.service.ts";
import { InputError } from "./input.ts";

/** An answer that refuses, as it leaves. */
export interface Refusal {
  httpStatus: number;
  retryAfterS?: number;
  body: { code: ErrorCode; data: unknown; msg: string; status: number };
}

const uniqueViolation = "23505";
/** Codes that are ours to repair: logged under a number that the answer carries. */
const faults: ReadonlySet<ErrorCode> = new Set(["B0001", "B0300"]);

function fromHttp(error: FastifyError): AppError | undefined {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error.statusCode === 413) return new AppError("A0413");
  // Broken JSON, another content type, a bad address: the caller's fault without a field to name.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError("A0402");
  return undefined;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InputError) return new AppError("A0400", { fields: error.problems });
  if (isStorageAway(error)) return new AppError("B0300", { cause: error });
  if ((error as { code?: unknown }).code === uniqueViolation) return new AppError("A0111", { cause: error });
  return fromHttp(error as FastifyError) ?? new AppError("B0001", { cause: error });
}

/** `data` of a refusal: the refused fields, what it says besides, or the number under which the log knows a fault. */
function describe(error: AppError, language: Language, logId: string | undefined): unknown {
  const { fields, data } = error.details;
  if (fields)
    return { fields: fields.map(({ path, key, params }) => ({ path, message: say(language, key, params) })) };
  if (data !== undefined) return data;
  return logId === undefined ? null : { id: logId };
}

/** The one place where an error becomes an answer. Faults of ours are logged; refusals are not. */
export function toRefusal(
  error: unknown,
  options: { language: Language; logger: Logger; place: string },
): Refusal {
  const { language, logger, place } = options;
  const known = toAppError(error);
  const isFault = faults.has(known.code) && !known.details.isLogged;
  const logId = isFault ? randomUUID() : undefined;
  if (isFault) logger.error({ err: known.cause ?? known, id: logId, place }, "a call failed");
  const httpStatus = codes[known.code];
  const { messageKey, params, retryAfterS } = known.details;
  return {
    httpStatus,
    retryAfterS,
    body: {
      code: known.code,
      data: describe(known, language, logId),
      msg: say(language, messageKey ?? `code.${known.code}`, params),
      status: httpStatus,
    },
  };
}
