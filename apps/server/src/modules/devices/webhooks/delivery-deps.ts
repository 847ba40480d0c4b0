import type { Clock } from "../../../infra/clock.ts";
import type { Config } from "../../../infra/config.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import { resolveHost } from "./receiver-address.ts";
import { createReceiverNetworks } from "./receiver-networks.ts";
import type { Receivers } from "./send-request.ts";

const KEY_NAME = "webhook-secrets";

export interface DeliveryDeps {
  db: Db;
  clock: Clock;
  ownAddress: OwnAddress;
  serverKeys: ServerKeys;
  receivers: Receivers;
  /** From 0 to below 1; spreads the attempts of deliveries that failed together. */
  random: () => number;
}

/** What sending needs, with the networks that the operator allows. */
export function createDeliveryDeps({
  config,
  db,
  clock,
  ownAddress,
  serverKeys,
}: Omit<DeliveryDeps, "receivers" | "random"> & { config: Pick<Config, "webhookNetworks"> }): DeliveryDeps {
  const networks = createReceiverNetworks(config.webhookNetworks);
  return {
    db,
    clock,
    ownAddress,
    serverKeys,
    receivers: { networks, resolve: resolveHost },
    random: Math.random,
  };
}

/** The key that secrets of webhooks are encrypted with. */
export const getSecretKey = ({ serverKeys }: Pick<DeliveryDeps, "serverKeys">): Promise<Buffer> =>
  serverKeys.get(KEY_NAME);
