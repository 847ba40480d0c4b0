import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { WebhookError } from "@heliograph/contract";
import type { Resolve } from "./receiver-address.ts";
import { getReceiverAddress, hostOf } from "./receiver-address.ts";
import { ReceiverError } from "./receiver-error.ts";
import type { ReceiverNetworks } from "./receiver-networks.ts";

const TIMEOUT_MS = 10_000;
/** What is read of a response, so that a small one ends regularly. Nothing of it is kept. */
const MAX_RESPONSE_BYTES = 4_096;

export interface Receivers {
  readonly networks: ReceiverNetworks;
  readonly resolve: Resolve;
}

/** What came of a request: delivered with a 2xx response only. */
export interface Outcome {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly error: WebhookError | null;
}

interface Request {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function classify(error: unknown): ReceiverError {
  if (error instanceof ReceiverError) return error;
  const { name = "", code = "" } = error as { name?: string; code?: string };
  const cause = { cause: error };
  if (name === "TimeoutError" || code === "ETIMEDOUT") return new ReceiverError("timeout", cause);
  const isTls = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/.test(code);
  return new ReceiverError(isTls ? "tls" : "connection", cause);
}

/** Reads a little of a response and closes the connection; how it ends does not change the outcome. */
async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The status decides.
  }
  response.destroy();
}

/** Posts to the very address that was checked. Redirects are responses as others: they are not followed. */
async function post(
  { url, headers, body }: Request,
  { receivers, signal }: { receivers: Receivers; signal: AbortSignal },
): Promise<number> {
  const pinned = await getReceiverAddress(url, receivers);
  signal.throwIfAborted();
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [pinned]);
    else done(null, pinned.address, pinned.family);
  };
  const isTls = url.protocol === "https:";
  return await new Promise((resolve, reject) => {
    const request = (isTls ? requestHttps : requestHttp)(
      {
        host: hostOf(url),
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        method: "POST",
        headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
        agent: false,
        lookup,
        signal,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        void discard(response);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Rejects when the signal is aborted, also while a name is resolved, which cannot be cancelled. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Sends one request; every failure is an outcome. Throws only when `stopped` is aborted. */
export async function sendRequest(
  request: Request,
  { receivers, stopped }: { receivers: Receivers; stopped?: AbortSignal },
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
  try {
    const status = await orAborted(post(request, { receivers, signal }), signal);
    const isDelivered = status >= 200 && status < 300;
    const refusal = status >= 300 && status < 400 ? "redirect" : "status";
    return { isDelivered, status, error: isDelivered ? null : refusal };
  } catch (error) {
    stopped?.throwIfAborted();
    const isTimeout = timeout.aborted;
    return { isDelivered: false, status: null, error: isTimeout ? "timeout" : classify(error).error };
  }
}
