import type { z } from "zod";
import type { Code, ErrorCode } from "./codes.ts";
import { SUPERSEDED_STATUS } from "./codes.ts";
import type { BodyInputOf, DataOf, Endpoint, QueryInputOf } from "./endpoint.ts";
import type { envelope, FieldError } from "./envelope.ts";
import type { Language } from "./primitives.ts";

/** Milliseconds after which a call is given up (R9.1). */
export const CALL_TIMEOUT_MS = 300_000;

export interface ClientOptions {
  /** Address before `/api`, without a slash at its end; empty for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** The access token as it is sent, `Bearer …`; undefined for a call without a session. */
  getToken?: () => string | undefined | Promise<string | undefined>;
  language: () => Language;
  /** IANA name of the caller's zone. */
  timeZone: () => string;
  /** Milliseconds; `CALL_TIMEOUT_MS` when absent. */
  timeoutMs?: number;
}

export interface CallResult<Data> {
  data: Data;
  /** The answer's Date header; on data that is a plain object also there as `date` (R7.14). */
  date: Date;
  /** Sentence for a person, mostly empty. */
  msg: string;
}

/** A call that did not succeed; `message` is the sentence to show. */
export class ApiError extends Error {
  /** A code of the contract; `B0001` when the answer was no envelope. */
  readonly code: ErrorCode;
  readonly status: number;
  /** Refused fields of an A0400 answer. */
  readonly fields: readonly FieldError[];
  constructor(message: string, details: { code: ErrorCode; status: number; fields?: readonly FieldError[] }) {
    super(message);
    this.name = "ApiError";
    this.code = details.code;
    this.status = details.status;
    this.fields = details.fields ?? [];
  }
}

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : undefined extends Value
    ? { [key in Key]?: Value }
    : Record<never, never> extends Value
      ? { [key in Key]?: Value }
      : { [key in Key]: Value };

/** Query and body of a call; what the endpoint does not take cannot be given, what it needs must be. */
export type CallInput<E extends Endpoint> = Given<"query", QueryInputOf<E>> &
  Given<"body", BodyInputOf<E>> & { signal?: AbortSignal };

function toSearch(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query as Record<string, unknown> | undefined) ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value));
  // The same query gives the same address, and so the same cache entry.
  search.sort();
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Key of a cached answer: method, path and sorted query (R9.2). */
export function queryKey<E extends Endpoint>(
  endpoint: E,
  query?: QueryInputOf<E>,
): readonly [string, string, string] {
  return [endpoint.method, endpoint.path, toSearch(query)];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withDate<Data>(data: Data, date: Date): Data {
  return isPlainObject(data) ? { ...data, date } : data;
}

async function readEnvelope(response: Response): Promise<z.output<ReturnType<typeof envelope>>> {
  const failed = new ApiError(`${response.status} ${response.statusText}`.trim(), {
    code: "B0001",
    status: response.status,
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!isPlainObject(body) || typeof body.code !== "string" || typeof body.status !== "number") throw failed;
  return body as { code: Code; data: unknown; msg: string; status: number };
}

function readAnswer<Data>(body: { code: Code; data: unknown; msg: string; status: number }, date: Date) {
  if (body.status === 0 || body.status === 200)
    return { data: withDate(body.data, date) as Data, date, msg: body.msg };
  // An answer that no longer matters returns nothing (R7.16).
  if (body.status === SUPERSEDED_STATUS) return undefined;
  const fields = isPlainObject(body.data) ? (body.data.fields as FieldError[] | undefined) : undefined;
  throw new ApiError(body.msg, { code: body.code as ErrorCode, status: body.status, fields });
}

/**
 * Calls endpoints of the contract. `call` resolves with data, date and msg, with undefined for a superseded answer,
 * and rejects with ApiError, with the abort reason of the given signal, or with an Error `Time Out` (R8.4).
 */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch;

  async function request(
    endpoint: Endpoint,
    input: { query?: unknown; body?: unknown; signal?: AbortSignal },
  ) {
    const token = await options.getToken?.();
    const headers: Record<string, string> = {
      accept: "application/json",
      "accept-language": options.language(),
      "time-zone": options.timeZone(),
    };
    if (token !== undefined) headers.authorization = token;
    if (input.body !== undefined) headers["content-type"] = "application/json";
    const limit = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
    try {
      return await send(`${options.baseUrl}/api${endpoint.path}${toSearch(input.query)}`, {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? undefined : JSON.stringify(input.body),
        signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
      });
    } catch (error) {
      if (limit.aborted && !input.signal?.aborted) throw new Error("Time Out", { cause: error });
      throw error;
    }
  }

  return {
    async call<E extends Endpoint>(
      endpoint: E,
      ...[input = {} as CallInput<E>]: Record<never, never> extends CallInput<E>
        ? [CallInput<E>?]
        : [CallInput<E>]
    ): Promise<CallResult<DataOf<E>> | undefined> {
      const response = await request(endpoint, input);
      const date = new Date(response.headers.get("date") ?? Date.now());
      return readAnswer<DataOf<E>>(await readEnvelope(response), date);
    },
  };
}

/** What `createClient` gives. */
export type Client = ReturnType<typeof createClient>;
