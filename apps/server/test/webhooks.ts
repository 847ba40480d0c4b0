import type { AlarmSeverity } from "@heliograph/contract";
import { sql } from "kysely";
import { pino } from "pino";
import type { DeliveryDeps } from "../src/modules/devices/webhooks/delivery-deps.ts";
import { createDeliveryDeps } from "../src/modules/devices/webhooks/delivery-deps.ts";
import { createWebhookJob } from "../src/modules/devices/webhooks/webhook-job.ts";
import { createServerKeys } from "../src/modules/people/identity/server-keys.service.ts";
import { createTestApp } from "./app.ts";
import { openTestEngines } from "./engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "./fixtures.ts";

export type WebhookStage = Awaited<ReturnType<typeof openWebhookStage>>;

const LOOPBACK = "127.0.0.0/8";

/** The app and the job of webhooks on a database of their own; receivers on the loopback interface are allowed. */
export async function openWebhookStage() {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const app = await createTestApp({ ...engines, environment: { WEBHOOK_NETWORKS: LOOPBACK } });
  const { db } = engines;
  const { clock, services } = app;
  const { alarms, ownAddress } = services;
  const serverKeys = createServerKeys(db);
  const config = { webhookNetworks: [LOOPBACK] };
  const deps: DeliveryDeps = {
    ...createDeliveryDeps({ config, db, clock, ownAddress, serverKeys }),
    random: () => 0.5,
  };
  const createJob = (changes: Partial<DeliveryDeps> = {}) =>
    createWebhookJob({ ...deps, ...changes, logger: pino({ level: "silent" }) });
  let seq = 0;

  return {
    app,
    db,
    clock,
    deps,
    createJob,
    /** One round of a process that has just started, until everything due is done. */
    work: () => createJob().work(),
    /** An account that calls the API; `add` creates a webhook of it and returns its id and secret. */
    async createCaller(options: Parameters<typeof createAccount>[1] = {}) {
      const account = await createAccount(db, options);
      const { authorization } = await createSession(db, { accountId: account.id });
      const post = async (name: string, body: object) =>
        (await app.call("POST", `/alarm/webhook/${name}`, { authorization, body })).envelope;
      const get = async (name: string, query: object = {}) =>
        (await app.call("GET", `/alarm/webhook/${name}`, { authorization, query })).envelope;
      return {
        account,
        post,
        get,
        async add(
          body: { url: string } & Record<string, unknown>,
        ): Promise<{ webhookId: string; secret: string }> {
          const { data, msg } = await post("add", {
            name: "Operations centre",
            plants: "all",
            stationIds: [],
            minSeverity: "warning",
            events: ["raised", "ended", "cleared"],
            ...body,
          });
          if (!data?.webhookId) throw new Error(msg);
          return data;
        },
        list: async () => (await get("list")).data.rows,
        deliveries: async (webhookId: string, query: object = {}) =>
          (await get("deliveries", { webhookId, ...query })).data.rows,
      };
    },
    /** A plant with an optimizer; `raise` and `end` report conditions of it. */
    async createPlant(ownerId: string) {
      const plant = await createPlant(db, { ownerId });
      const device = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "C15-4" });
      const apply = async (
        kind: "raised" | "gone",
        faultCode: string,
        severity: AlarmSeverity,
        at: number,
      ) => {
        seq += 1;
        const condition = { kind, faultCode, severity, source: "OPT", description: "", seq, intervalMs: 1 };
        const ids = { plantId: plant.id, deviceId: device.id };
        await alarms.applyDeviceConditions([{ ...condition, ...ids, at: new Date(at) }]);
      };
      return {
        plant,
        device,
        raise: (code: string, severity: AlarmSeverity = "fault", at = clock.now() + seq) =>
          apply("raised", code, severity, at),
        end: (code: string, severity: AlarmSeverity = "fault", at = clock.now() + seq) =>
          apply("gone", code, severity, at),
        /** So many alarms of invented codes, all raised in one transaction. */
        async raiseMany(count: number): Promise<void> {
          seq += 1;
          await sql`
            with raised as (
              insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
              select ${plant.id}, ${device.id}, 'device', 'X' || ${seq}::int || '-' || n, 'fault', now(), now()
              from generate_series(1, ${count}::int) n returning id
            )
            insert into alarm_events (alarm_id, at, kind) select id, now(), 'raised' from raised`.execute(db);
        },
      };
    },
    async close() {
      await app.close();
      await engines.close();
    },
  };
}
