import type { BodyInputOf, Code, DataOf, Endpoint, FieldError, QueryInputOf } from "@heliograph/contract";
import { ApiError } from "./api-error.ts";

/** R9.1. */
const TIMEOUT_MS = 300_000;
/** R7.16: an answer that no longer matters. */
const SUPERSEDED = 5003;

export interface RequestDeps {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs?: number;
  readonly language: () => string;
  readonly timeZone: () => string;
  readonly getAccessToken: () => Promise<string | undefined>;
  /** No token where one is needed (R5.21, R8.5). */
  readonly onMissingToken: () => void;
  /** A0230: the server knows the token no more (R8.2). */
  readonly onInvalidToken: () => void;
  /** A0201: the account is gone (R8.1). */
  readonly onUnknownUser: () => void;
  readonly onSuccessMessage: (msg: string) => void;
  readonly onErrorMessage: (msg: string) => void;
  /** Sentence for a request no answer came to. */
  readonly unreachable: () => string;
}

export interface CallInput<E extends Endpoint> {
  readonly query?: QueryInputOf<E>;
  readonly body?: BodyInputOf<E>;
  readonly signal?: AbortSignal;
  /** The caller shows the refusal itself. */
  readonly isQuiet?: boolean;
}

/** `date`: the server's clock when it answered, ms. */
export interface Answer<Data> {
  readonly data: Data;
  readonly date: number;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<Answer<DataOf<E>> | undefined>;

interface Envelope {
  code: Code;
  data: unknown;
  msg: string;
  status: number;
}

/** Makes the one function every call to the server goes through (R7.1, R7.14-R7.17). */
export function createRequest(deps: RequestDeps): Call {
  return async (endpoint, input = {}) => {
    const token = endpoint.access.who === "public" ? undefined : await deps.getAccessToken();
    if (endpoint.access.who !== "public" && token === undefined) {
      deps.onMissingToken();
      throw new ApiError("", { code: "A0230", status: 401 });
    }
    const response = await send(deps, endpoint, input, token);
    const envelope = await readEnvelope(deps, response);
    const date = Date.parse(response.headers.get("date") ?? "") || Date.now();
    if (envelope.status === SUPERSEDED) return undefined;
    if (envelope.status !== 0 && envelope.status !== 200)
      throw refuse(deps, envelope, input.isQuiet === true);
    if (envelope.msg !== "") deps.onSuccessMessage(envelope.msg);
    return { data: withDate(envelope.data, date) as never, date };
  };
}

async function send(
  deps: RequestDeps,
  endpoint: Endpoint,
  input: { query?: unknown; body?: unknown; signal?: AbortSignal; isQuiet?: boolean },
  token: string | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS);
  const headers: Record<string, string> = {
    "accept-language": deps.language(),
    "Time-Zone": deps.timeZone(),
  };
  if (token !== undefined) headers.Authorization = token;
  if (input.body !== undefined) headers["content-type"] = "application/json";
  try {
    return await deps.fetch(`${deps.baseUrl}${endpoint.path}${toQuery(input.query)}`, {
      method: endpoint.method,
      headers,
      signal: input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    if (input.signal?.aborted === true) throw error;
    const message = timeout.aborted ? "Time Out" : deps.unreachable();
    if (input.isQuiet !== true) deps.onErrorMessage(message);
    throw new ApiError(message);
  }
}

async function readEnvelope(deps: RequestDeps, response: Response): Promise<Envelope> {
  try {
    return (await response.json()) as Envelope;
  } catch {
    deps.onErrorMessage(deps.unreachable());
    throw new ApiError(deps.unreachable(), { status: response.status });
  }
}

function refuse(deps: RequestDeps, { code, data, msg, status }: Envelope, isQuiet: boolean): ApiError {
  if (code === "A0230") deps.onInvalidToken();
  else if (code === "A0201") deps.onUnknownUser();
  else if (!isQuiet) deps.onErrorMessage(msg);
  const fields = (data as { fields?: FieldError[] } | null)?.fields ?? [];
  return new ApiError(msg, { code, status, fields });
}

function withDate(data: unknown, date: number): unknown {
  const isPlain = typeof data === "object" && data !== null && !Array.isArray(data);
  return isPlain ? { ...data, date } : data;
}

function toQuery(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") params.set(name, String(value));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
