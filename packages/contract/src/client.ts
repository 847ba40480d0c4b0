import type { ErrorCode } from "./codes.ts";
import { SUPERSEDED_STATUS } from "./codes.ts";
import type { BodyInputOf, DataOf, Endpoint, QueryInputOf } from "./endpoint.ts";
import type { FieldError } from "./envelope.ts";
import type { EndpointName, Language } from "./primitives.ts";

// This file is loaded by the browser: it imports only types, no schemas and no library.

/** Timeout of a call, ms (R9.1). */
export const CALL_TIMEOUT_MS = 300_000;

/** A call that must be prompt and takes longer is not carried out, ms: its author sees that there was no reply. */
export const MAX_TRAVEL_MS = 30_000;

export interface ClientOptions {
  /** Address before `/api`, without a slash at its end; `.` for the folder of the page. */
  baseUrl: string;
  fetch?: typeof fetch;
  /**
   * The access token as it is sent, `Bearer …`. Asked before each call that needs a session; throws to refuse the call
   * without sending it.
   */
  getToken?: () => string | undefined | Promise<string | undefined>;
  language: () => Language;
  /** IANA name of the caller's zone. */
  timeZone: () => string;
  /** Kind of client, sent with calls that need no session (the header Endpoint); WEB when absent. */
  endpointName?: () => EndpointName;
  /** Now on the server's clock, ms. */
  now: () => number;
  /** Milliseconds; `CALL_TIMEOUT_MS` when absent. */
  timeoutMs?: number;
}

/** A response: `date` is its Date header in ms; data that is a plain object has it too (R7.14). `msg` is mostly empty. */
export interface CallResult<Data> {
  readonly data: Data;
  readonly date: number;
  readonly msg: string;
}

/** A call that did not succeed; `message` is the text to show. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** A code of the contract; undefined without a response of the API. */
  readonly code: ErrorCode | undefined;
  /** Status of the response; 0 without one. */
  readonly status: number;
  /** Refused fields of an A0400 response. */
  readonly fields: readonly FieldError[];
  /** `data` of the response, which some codes fill. */
  readonly data: unknown;
  constructor(
    message: string,
    details: {
      code?: ErrorCode;
      status?: number;
      fields?: readonly FieldError[];
      data?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? 0;
    this.fields = details.fields ?? [];
    this.data = details.data ?? null;
  }
}

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : undefined extends Value
    ? { [key in Key]?: Value }
    : Record<never, never> extends Value
      ? { [key in Key]?: Value }
      : { [key in Key]: Value };

/** Query and body of a call: the fields of the endpoint's schemas. */
export type CallInput<E extends Endpoint> = Given<"query", QueryInputOf<E>> &
  Given<"body", BodyInputOf<E>> & {
    /** The bytes of an upload. */
    file?: Blob;
    signal?: AbortSignal;
    /** Language of the response; the client's own when absent. */
    language?: Language;
    /** Continues when its page is closed. */
    keepalive?: boolean;
  };

interface RawInput {
  query?: unknown;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  language?: Language;
  keepalive?: boolean;
}

interface Envelope {
  code: "0" | ErrorCode;
  data: unknown;
  msg: string;
  status: number;
}

/** The query string of an address. Empty values are omitted; the order is always the same. */
function toSearch(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query as Record<string, unknown> | null | undefined) ?? {}))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  search.sort();
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Headers of every request, the event stream's included (R7.1). */
export const callerHeaders = (language: Language, timeZone: string): Record<string, string> => ({
  "accept-language": language,
  "Time-Zone": timeZone,
});

/** Cache key of a read: address, method and payload (R9.2). */
export function queryKey<E extends Endpoint>(
  endpoint: Pick<E, "path" | "method">,
  query?: QueryInputOf<E>,
): readonly [path: string, method: string, search: string] {
  return [endpoint.path, endpoint.method, toSearch(query)];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (isPlainObject(body) && typeof body.code === "string" && typeof body.status === "number")
      return body as unknown as Envelope;
  } catch {
    // Handled below: the response is not the API's.
  }
  throw new ApiError(`${response.status} ${response.statusText}`.trim(), { status: response.status });
}

function readAnswer<Data>({ code, data, msg, status }: Envelope, date: number): CallResult<Data> | undefined {
  if (status === 0 || status === 200)
    return { data: (isPlainObject(data) ? { ...data, date } : data) as Data, date, msg };
  // A response that no longer matters returns nothing (R7.16).
  if (status === SUPERSEDED_STATUS) return undefined;
  const fields = isPlainObject(data) ? (data.fields as FieldError[] | undefined) : undefined;
  throw new ApiError(msg, { code: code as ErrorCode, status, fields, data });
}

/** The bytes of a file where the endpoint sends one; errors still come in the envelope. */
async function readResponse<Data>(
  endpoint: Endpoint,
  response: Response,
): Promise<CallResult<Data> | undefined> {
  const date = Date.parse(response.headers.get("date") ?? "") || Date.now();
  if (endpoint.responseType === "file" && response.ok)
    return { data: (await response.blob()) as Data, date, msg: "" };
  return readAnswer<Data>(await readEnvelope(response), date);
}

/**
 * Calls endpoints of the contract. `call` resolves with data, date and msg, with undefined for a superseded response, and
 * rejects with ApiError (`Time Out` without a response in time, R8.4), with the abort reason of the given signal, or
 * with what `fetch` threw when the server could not be reached.
 */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch;

  async function headersOf(endpoint: Endpoint, input: RawInput): Promise<Record<string, string>> {
    // Before the token, which may have to be renewed first.
    const sentAt = new Date(options.now()).toISOString();
    const isPublic = endpoint.access.who === "public";
    const token = isPublic ? undefined : await options.getToken?.();
    return {
      accept: "application/json",
      "sent-at": sentAt,
      ...callerHeaders(input.language ?? options.language(), options.timeZone()),
      ...(isPublic && options.endpointName !== undefined && { Endpoint: options.endpointName() }),
      ...(token !== undefined && { Authorization: token }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...(input.file !== undefined && { "content-type": input.file.type }),
    };
  }

  return {
    async call<E extends Endpoint>(
      endpoint: E,
      ...[given]: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
    ): Promise<CallResult<DataOf<E>> | undefined> {
      const input: RawInput = given ?? {};
      const headers = await headersOf(endpoint, input);
      const limit = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
      try {
        const response = await send(`${options.baseUrl}/api${endpoint.path}${toSearch(input.query)}`, {
          method: endpoint.method,
          headers,
          keepalive: input.keepalive,
          signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
          ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
          ...(input.file !== undefined && { body: input.file }),
        });
        return await readResponse<DataOf<E>>(endpoint, response);
      } catch (error) {
        if (limit.aborted && input.signal?.aborted !== true && !(error instanceof ApiError))
          throw new ApiError("Time Out", { cause: error });
        throw error;
      }
    },
  };
}

/** A client of `createClient`. */
export type Client = ReturnType<typeof createClient>;
