import type { ErrorCode, Language } from "@heliograph/contract";
import { codes, formatMessage } from "@heliograph/contract";
import type { FastifyError } from "fastify";
import { AppError } from "../errors.ts";
import type { Logger } from "../infra/logger.ts";
import { isStorageUnavailable } from "../infra/storage-unavailable.ts";
import { InputError } from "./input.ts";

/** The response of a call that failed or was refused. */
export interface Refusal {
  httpStatus: number;
  retryAfterS?: number;
  body: { code: ErrorCode; data: unknown; msg: string; status: number };
}

const UNIQUE_VIOLATION = "23505";
/** Codes of server faults: logged with the id of the request, which the response contains. */
const SERVER_FAULTS: ReadonlySet<ErrorCode> = new Set(["B0001", "B0300"]);

function fromHttp(error: FastifyError): AppError | undefined {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error.statusCode === 413) return new AppError("A0413");
  // Invalid JSON, another content type, a bad address: the caller's fault, with no field to name.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError("A0402");
  return undefined;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InputError) return new AppError("A0400", { fields: error.problems });
  if (isStorageUnavailable(error)) return new AppError("B0300", { cause: error });
  if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return new AppError("A0111", { cause: error });
  return fromHttp(error as FastifyError) ?? new AppError("B0001", { cause: error });
}

/** `data` of a refusal: the refused fields, the error's own data, or the id of the request that a fault is logged with. */
function describe(error: AppError, language: Language, requestId: string | undefined): unknown {
  const { fields, data } = error.details;
  if (fields)
    return {
      fields: fields.map(({ path, key, params }) => ({
        path,
        message: formatMessage(language, key, params),
      })),
    };
  if (data !== undefined) return data;
  return requestId === undefined ? null : { id: requestId };
}

/** Maps an error to a response. Server faults are logged; refusals are not. */
export function toRefusal(
  error: unknown,
  options: { language: Language; logger: Logger; place: string; requestId: string },
): Refusal {
  const { language, logger, place, requestId } = options;
  const known = toAppError(error);
  const isFault = SERVER_FAULTS.has(known.code) && !known.details.isLogged;
  if (isFault) logger.error({ err: known.cause ?? known, requestId, place }, "a call failed");
  const httpStatus = codes[known.code];
  const { messageKey, params, retryAfterS } = known.details;
  return {
    httpStatus,
    retryAfterS,
    body: {
      code: known.code,
      data: describe(known, language, isFault ? requestId : undefined),
      msg: formatMessage(language, messageKey ?? `code.${known.code}`, params),
      status: httpStatus,
    },
  };
}
