import type { Endpoint } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Call = <Data>(endpoint: Endpoint, input?: { query?: object; body?: object }) => Promise<Data>;

async function signIn(url: string, who: { account: string; password: string }): Promise<Call> {
  let authorization = "";
  const call: Call = async (endpoint, { query = {}, body } = {}) => {
    const address = new URL(`${url}/api${endpoint.path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const response = await fetch(address, {
      method: endpoint.method,
      headers: {
        "Time-Zone": "UTC",
        ...(authorization !== "" && { Authorization: authorization }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { code: string; data: never; msg: string };
    if (envelope.code !== "0") throw new Error(`${endpoint.path} answered ${envelope.code} ${envelope.msg}`);
    return envelope.data;
  };
  const { access_token: token } = await call<{ access_token: string }>(endpoints.token.login, {
    body: { ...who, endpoint: "WEB" },
  });
  authorization = `Bearer ${token}`;
  return call;
}

/** Sample data of the pictures, and how to remove it. */
export interface Samples {
  /** A plant in daylight with many units. */
  readonly stationId: string;
  readonly stationName: string;
  remove(): Promise<void>;
}

/** Creates sample rows for lists that would be empty: a maintenance announced for next week, two contacts. All are removed afterwards. */
export async function enterSamples(
  url: string,
  who: { account: string; password: string },
): Promise<Samples> {
  const call = await signIn(url, who);
  const { rows } = await call<{ rows: readonly { stationId: string; name: string }[] }>(
    endpoints.station.list,
    { query: { page: 1, pageSize: 1, sort: "powerW", order: "desc" } },
  );
  const [plant] = rows;
  if (plant === undefined) throw new Error("The server has no plant: start it with its demo.");
  const at = (days: number, hours: number): string =>
    new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + hours * HOUR_MS).toISOString();
  const { maintenanceId } = await call<{ maintenanceId: string }>(endpoints.maintenance.add, {
    body: {
      name: "2.1",
      kind: "web",
      previewAt: at(6, 0),
      serviceStopAt: at(7, 1),
      serviceRestartAt: at(7, 3),
    },
  });
  const providerIds: string[] = [];
  for (const [countryOrRegion, serviceEmail] of [
    ["CN", "service.cn@example.com"],
    ["BR", "service.br@example.com"],
  ])
    providerIds.push(
      (
        await call<{ providerId: string }>(endpoints.provider.add, {
          body: { countryOrRegion, serviceEmail },
        })
      ).providerId,
    );
  return {
    stationId: plant.stationId,
    stationName: plant.name,
    async remove() {
      for (const providerId of providerIds) await call(endpoints.provider.delete, { body: { providerId } });
      await call(endpoints.maintenance.delete, { body: { maintenanceId, version: 1 } });
    },
  };
}
