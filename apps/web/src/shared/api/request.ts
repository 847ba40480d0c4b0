import type { BodyInputOf, DataOf, Endpoint, Language, QueryInputOf } from "@heliograph/contract";
import type { CallInput as ClientInput, ClientOptions } from "@heliograph/contract/client";
import { ApiError, createClient } from "@heliograph/contract/client";
import { announceUnlessShown, noteShown } from "./shown-refusals.ts";

export interface RequestDeps extends Omit<ClientOptions, "getToken"> {
  readonly getAccessToken: () => Promise<string | undefined>;
  /** No token where one is needed (R5.21, R8.5). */
  readonly onMissingToken: () => void;
  /** A0230: the server knows the token no more (R8.2). */
  readonly onInvalidToken: () => void;
  /** A0201: the account is gone (R8.1). */
  readonly onUnknownUser: () => void;
  /** A0220: asks for the password again; whether it was given, so that the call may be made once more. */
  readonly onStepUp: () => Promise<boolean>;
  readonly onSuccessMessage: (msg: string) => void;
  readonly onErrorMessage: (msg: string) => void;
  /** Any refusal, before its message is shown. */
  readonly onRefused: (refusal: ApiError) => void;
  /** A change the server has made. */
  readonly onChanged: (endpoint: Endpoint) => Promise<void>;
  /** Message for a request without a response. */
  readonly unreachable: () => string;
}

export interface CallInput<E extends Endpoint> {
  readonly query?: QueryInputOf<E>;
  readonly body?: BodyInputOf<E>;
  /** The bytes of an upload. */
  readonly file?: Blob;
  readonly signal?: AbortSignal;
  /** Language of the response; by default the selected one. */
  readonly language?: Language;
  /** Goes on when the page it is sent from goes. */
  readonly keepalive?: boolean;
  /** Where the sentence of a refusal is shown; a toast when absent. */
  readonly refusalIn?: RefusalPlace;
}

/**
 * A place beside the cause of a refusal that shows its sentence instead of a toast (R7.17); a toast follows where it
 * does not. `caller`: the code around the call announces the refusal.
 */
export type RefusalPlace = "field" | "form" | "dialog" | "card" | "caller";

/** `date`: the server's clock when it answered, ms. */
export interface ApiResult<Data> {
  readonly data: Data;
  readonly date: number;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<ApiResult<DataOf<E>> | undefined>;

/** There is no session to call with: nothing was sent and no message is shown. */
class MissingToken extends ApiError {}

/** Refusals that lead to sign-in, or to the question for the password or the second factor. */
const hasOwnStep: ReadonlySet<string | undefined> = new Set(["A0201", "A0220", "A0221"]);

/** Makes the one function every call to the server goes through: the client and what this console says (R7.1, R7.14-R7.17). */
export function createRequest(deps: RequestDeps): Call {
  async function getToken(): Promise<string> {
    const token = await deps.getAccessToken();
    if (token !== undefined) return token;
    deps.onMissingToken();
    throw new MissingToken("", { code: "A0230", status: 401 });
  }
  const client = createClient({ ...deps, getToken });

  function explain(error: unknown, endpoint: Endpoint, place: RefusalPlace | undefined): ApiError {
    if (error instanceof MissingToken) return error;
    const refusal =
      error instanceof ApiError && (error.code !== undefined || error.status === 0)
        ? error
        : new ApiError(deps.unreachable(), {
            status: error instanceof ApiError ? error.status : 0,
            cause: error,
          });
    deps.onRefused(refusal);
    // A refusal of a call without a token says nothing about the session.
    const isInvalidToken = refusal.code === "A0230" && endpoint.access.who !== "public";
    if (isInvalidToken) deps.onInvalidToken();
    if (refusal.code === "A0201") deps.onUnknownUser();
    if (isInvalidToken || hasOwnStep.has(refusal.code)) noteShown(refusal);
    else if (place === undefined) deps.onErrorMessage(refusal.message);
    else if (place !== "caller") announceUnlessShown(refusal, deps.onErrorMessage);
    return refusal;
  }

  async function send(endpoint: Endpoint, input: ClientInput<Endpoint>) {
    try {
      return await client.call<Endpoint>(endpoint, input);
    } catch (error) {
      const isAsked = error instanceof ApiError && error.code === "A0220";
      if (!isAsked || !(await deps.onStepUp())) throw error;
      return await client.call<Endpoint>(endpoint, input);
    }
  }

  return async (endpoint, { refusalIn, ...input } = {}) => {
    try {
      // The optional parts are those of this very endpoint.
      const response = await send(endpoint, input as ClientInput<Endpoint>);
      if (response === undefined) return undefined;
      if (response.msg !== "") deps.onSuccessMessage(response.msg);
      if (endpoint.method !== "GET") await deps.onChanged(endpoint);
      return { data: response.data as never, date: response.date };
    } catch (error) {
      if (input.signal?.aborted === true) throw error;
      throw explain(error, endpoint, refusalIn);
    }
  };
}
