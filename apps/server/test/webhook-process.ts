import { systemClock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { createOwnAddress } from "../src/infra/own-address.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { createDeliveryDeps } from "../src/modules/devices/webhooks/delivery-deps.ts";
import { createWebhookJob } from "../src/modules/devices/webhooks/webhook-job.ts";
import { createServerKeys } from "../src/modules/people/identity/server-keys.service.ts";

// The job of webhooks as a process of its own, on the database named by its argument, until it is killed.
const [url = ""] = process.argv.slice(2);
const logger = createLogger({ logLevel: "error" });
const { db } = await openPostgresByUrl(url, logger);
const ownAddress = createOwnAddress({ host: "127.0.0.1", port: 8080 });
const deps = { config: { webhookNetworks: ["127.0.0.0/8"] }, db, clock: systemClock, ownAddress };
createWebhookJob({ ...createDeliveryDeps({ ...deps, serverKeys: createServerKeys(db) }), logger }).start();
