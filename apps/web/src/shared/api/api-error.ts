import type { Code, FieldError } from "@heliograph/contract";

/** A refused or failed call. `code` is absent when no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: Code | undefined;
  readonly status: number;
  readonly fields: readonly FieldError[];

  constructor(
    message: string,
    answer: { code?: Code; status?: number; fields?: readonly FieldError[] } = {},
  ) {
    super(message);
    this.code = answer.code;
    this.status = answer.status ?? 0;
    this.fields = answer.fields ?? [];
  }
}
