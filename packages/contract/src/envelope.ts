import { z } from "zod";
import { codes } from "./codes.ts";
import "./zod-config.ts";

/** Envelope of every response: `status` 0 or 200 on success, 5003 for "returns nothing", else the HTTP status (R7.14). */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({
    code: z.enum(Object.keys(codes) as [keyof typeof codes, ...(keyof typeof codes)[]]),
    data,
    msg: z.string(),
    status: z.int(),
  });

/** A field the server refused: its path in the body or query, and why, in the caller's language. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
/** `data` of an A0400 response. */
export const fieldErrors = z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) });
