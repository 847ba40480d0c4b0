import type { BodyInputOf, DataOf, Endpoint, QueryInputOf, StationInput, Tokens } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { randomDigits } from "./random-digits.ts";
import { httpUrl, rootAccount } from "./server.ts";

/** Calls the API as a signed-in account, to make what a spec then looks at. */
export interface Api {
  call<E extends Endpoint>(
    endpoint: E,
    input?: { query?: QueryInputOf<E>; body?: BodyInputOf<E> },
  ): Promise<DataOf<E>>;
  /** Sends bytes to a call that takes a file. */
  upload<E extends Endpoint>(
    endpoint: E,
    input: { query: QueryInputOf<E>; content: Uint8Array<ArrayBuffer> },
  ): Promise<DataOf<E>>;
}

export interface Account {
  readonly account: string;
  readonly password: string;
}

export const logIn = ({ account, password }: Account): Promise<Tokens> =>
  send(endpoints.token.login, { body: { account, password, endpoint: "WEB" } });

export const createApi = ({ access_token }: Tokens): Api => ({
  call: (endpoint, input = {}) => send(endpoint, input, `Bearer ${access_token}`),
  upload: (endpoint, input) => send(endpoint, input, `Bearer ${access_token}`),
});

export const signInApi = async (who: Account = rootAccount()): Promise<Api> => createApi(await logIn(who));

async function send<E extends Endpoint>(
  endpoint: E,
  input: { query?: QueryInputOf<E>; body?: BodyInputOf<E>; content?: Uint8Array<ArrayBuffer> },
  authorization?: string,
): Promise<DataOf<E>> {
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
  const response = await fetch(`${httpUrl()}/api${endpoint.path}${query === "" ? "" : `?${query}`}`, {
    method: endpoint.method,
    headers: {
      "accept-language": "en",
      "Time-Zone": "UTC",
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...(input.content !== undefined && { "content-type": "application/octet-stream" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.content !== undefined && { body: input.content }),
  });
  const reply = (await response.json()) as { code: string; data: DataOf<E>; msg: string };
  if (reply.code !== "0") throw new Error(`${endpoint.path} answered ${JSON.stringify(reply)}`);
  return reply.data;
}

export async function addPlant(api: Api, change: Partial<StationInput> = {}): Promise<string> {
  const { stationId } = await api.call(endpoints.station.add, {
    body: {
      name: `Roof ${crypto.randomUUID().slice(0, 8)}`,
      installedCapacityKwp: 4.8,
      gridConnectionDate: "2025-05-01",
      timeZone: "Asia/Shanghai",
      currency: "CNY",
      tariff: { method: "fixed", price: "0.65" },
      personInCharge: "Ada Lin",
      phone: "+86 10 1234 5678",
      latitude: 31.3,
      longitude: 120.6,
      ...change,
    },
  });
  return stationId;
}

export interface NewDevice {
  readonly sn: string;
  readonly code: string;
}

/** A registered device that no other test uses. */
export async function registerGateway(api: Api): Promise<NewDevice> {
  const device = makeDevice();
  await api.call(endpoints.device.register, {
    body: { rows: [{ sn: device.sn, type: "DCON", model: "DC-500", registrationCode: device.code }] },
  });
  return device;
}

export function makeDevice(): NewDevice {
  const random = crypto.randomUUID().replaceAll("-", "").toUpperCase();
  return { sn: `DC-${randomDigits(10)}`, code: random.replaceAll(/[0189]/gu, "A").slice(0, 24) };
}
