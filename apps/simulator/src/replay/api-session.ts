import type { CallInput, DataOf, Endpoint } from "@heliograph/contract";
import { ApiError, createClient, endpoints } from "@heliograph/contract";
import { ReplayError } from "./replay-error.ts";

/** API client of a signed-in account; rejects with ReplayError, one sentence. */
export interface ApiSession {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<DataOf<E>>;
}

function explain(error: unknown, endpoint: Endpoint, baseUrl: string): ReplayError {
  if (!(error instanceof ApiError) || error.code === undefined)
    return new ReplayError(
      `No server answers at ${baseUrl}: start it with npm start, or name its address with --url.`,
      { cause: error },
    );
  const details = error.fields.map(({ path, message }) => ` ${path}: ${message}`).join("");
  return new ReplayError(
    `The server at ${baseUrl} refused ${endpoint.path} (${error.code}): ${error.message}${details}`,
    { cause: error },
  );
}

/** Signs in. Throws ReplayError when no server responds or it refuses. */
export async function openApiSession(options: {
  baseUrl: string;
  account: string;
  password: string;
}): Promise<ApiSession> {
  const { baseUrl, account, password } = options;
  let token: string | undefined;
  const client = createClient({
    baseUrl,
    now: Date.now,
    getToken: () => token,
    language: () => "en",
    timeZone: () => "UTC",
  });
  const session: ApiSession = {
    async call(endpoint, input) {
      const response = await client.call(endpoint, input).catch((error: unknown) => {
        throw explain(error, endpoint, baseUrl);
      });
      if (!response) throw new ReplayError(`The server at ${baseUrl} gave no answer to ${endpoint.path}.`);
      return response.data;
    },
  };
  const tokens = await session
    .call(endpoints.token.login, { body: { account, password, endpoint: "WEB" } })
    .catch((error: ReplayError) => {
      const isRefused = error.cause instanceof ApiError && error.cause.code === "A0200";
      if (!isRefused) throw error;
      throw new ReplayError(
        `${account} cannot sign in: the account or its password is wrong (--account, --password).`,
        { cause: error },
      );
    });
  token = `Bearer ${tokens.access_token}`;
  return session;
}
