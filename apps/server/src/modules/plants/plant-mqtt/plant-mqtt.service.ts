import { MAX_SUBSCRIBED_PLANTS } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Config } from "../../../infra/config.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import { listenOnPort } from "../../../infra/ports.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createRefusalCounts } from "../../base/audit/refusal-counts.service.ts";
import type { ApiKeyService } from "../../people/api-keys/api-keys.service.ts";
import type { PlantOverview } from "../plant-overview/plant-overview.service.ts";
import type { PlantBroker } from "./broker.ts";
import { createPlantBroker } from "./broker.ts";
import type { Messages } from "./plant-messages.ts";
import { createMessages } from "./plant-messages.ts";
import { createSubscribers } from "./subscribers.ts";

/** Values of plants for programs that subscribe by MQTT with an API key (docs/home-assistant.md). */
export function createPlantMqtt(deps: {
  config: Pick<Config, "host" | "plantMqtt" | "mqttTls">;
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  apiKeys: Pick<ApiKeyService, "isApiKey" | "authenticateSubscriber">;
  overview: Pick<PlantOverview, "list">;
  ownAddress: OwnAddress;
  /** Milliseconds that pass steadily; tests have faster ones. */
  now?: () => number;
}) {
  const { config, bus, logger, apiKeys, overview, ownAddress } = deps;
  const { host, plantMqtt, mqttTls } = config;
  const now = deps.now ?? (() => performance.now());
  const refusals = createRefusalCounts(deps);
  const linkTo = (stationId: string) => ownAddress.linkTo(`/station/${stationId}`);

  async function read(key: string, hasFilters: boolean): Promise<Messages> {
    const { scope, language } = await apiKeys.authenticateSubscriber(key);
    if (!hasFilters) return new Map();
    const page = { page: 1, pageSize: MAX_SUBSCRIBED_PLANTS, sort: "number", order: "asc" } as const;
    const { rows } = await overview.list(scope, page);
    return createMessages(
      rows.map(({ row }) => row),
      { language, linkTo },
    );
  }

  const subscribers = createSubscribers({ read, logger, now });
  let broker: PlantBroker | undefined;
  let port = plantMqtt?.port;
  let leaveBus: (() => void) | undefined;

  async function listen({ listen: listenPlain, listenTls }: PlantBroker, at: number): Promise<number> {
    const request = { variable: "PLANT_MQTT_PORT", host, port: at, isSet: true };
    const open = (own: number) =>
      mqttTls ? listenTls(host, { ...mqttTls, port: own }) : listenPlain(host, own);
    return await listenOnPort(request, open, () => undefined);
  }

  return {
    /** Address for subscribers; undefined where the server offers none. */
    findUrl(): string | undefined {
      if (!plantMqtt) return undefined;
      const { hostname } = new URL(ownAddress.addressOf("/"));
      return plantMqtt.url ?? `${mqttTls ? "mqtts" : "mqtt"}://${hostname}:${port}`;
    },
    async start(): Promise<void> {
      if (!plantMqtt) return;
      const onRefused = (actor: string, what: string) => refusals.count(actor, `mqtt ${what}`);
      broker = await createPlantBroker({ apiKeys, subscribers, logger, now, onRefused });
      port = await listen(broker, plantMqtt.port);
      leaveBus = bus.subscribe("apiKey.*.revoked", (_message, subject) =>
        subscribers.closeKey(subject.split(".")[1] as string),
      );
      refusals.start();
      subscribers.start();
    },
    async stop(): Promise<void> {
      leaveBus?.();
      broker?.stopListening();
      await subscribers.stop();
      await broker?.close();
      if (broker) await refusals.stop();
    },
  };
}

export type PlantMqtt = ReturnType<typeof createPlantMqtt>;
