import type { ErrorCode, FieldProblem, MessageKey, MessageParams } from "@heliograph/contract";

export interface AppErrorDetails {
  /** Sent as `data.fields` of the response, in the caller's language. */
  fields?: readonly FieldProblem[];
  /** A message other than the code's own. */
  messageKey?: MessageKey;
  params?: MessageParams;
  /** Sent as `data` of the response, where the code's own data is not enough. */
  data?: unknown;
  /** Sent as Retry-After. */
  retryAfterS?: number;
  /** The fault has already been logged, such as by the check that found it. */
  isLogged?: true;
  cause?: unknown;
}

/** An error for the caller: a code of the closed list; its kind gives the HTTP status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}
