import { randomUUID } from "node:crypto";
import type { Command } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { sql } from "kysely";
import { afterAll } from "vitest";
import type { TestApp } from "./app.ts";
import { createTestApp } from "./app.ts";
import type { TestEngines } from "./engines.ts";
import { openTestEngines } from "./engines.ts";
import { createAccount, createGrant, createSession } from "./fixtures.ts";
import type { TestClient, TestGateway, TestLink } from "./link.ts";
import { connectGateway, createGateway, startTestLink, until } from "./link.ts";
import { createSwitchBirth } from "./switch-birth.ts";

interface SafetyStage {
  readonly engines: TestEngines;
  readonly server: TestApp;
  readonly link: TestLink;
}

/** An app and a device link that share a bus and a clock, for tests of rapid shutdown; closed after the last test. */
export async function openSafetyStage({
  modelsFolder,
}: {
  /** Further device models. */
  modelsFolder?: string;
} = {}): Promise<SafetyStage> {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const server = await createTestApp({
    ...engines,
    ...(modelsFolder !== undefined && { environment: { DEVICE_MODELS: modelsFolder } }),
  });
  const { bus, clock } = server;
  const link = await startTestLink({ ...engines, bus, clock, models: readDeviceModels(modelsFolder) });
  afterAll(async () => {
    await link.stop();
    await server.close();
    await engines.close();
  });
  return { engines, server, link };
}

const OPEN_SAMPLE = { sw: 0, vi: 45, vo: 0.4 };
const CLOSED_SAMPLE = { sw: 1, vi: 38, vo: 38 };
export const samples = {
  open: OPEN_SAMPLE,
  closed: CLOSED_SAMPLE,
  dark: { sw: 0, vi: 0, vo: 0 },
  /** The switch says open, the voltage behind it says otherwise. */
  stuck: { sw: 0, vi: 38, vo: 37 },
  /** More at the output than most models let through. */
  leaking: { sw: 0, vi: 45, vo: 1.5 },
  /** Voltage behind the switch, of which nothing else is reported. */
  outputOnly: { sw: null, vi: null, vo: 40 },
};
export type TestSample = (typeof samples)[keyof typeof samples];

/** A plant with one gateway of optimizers behind it, played by hand. */
export async function openSafetyPlant(
  { engines, server, link }: SafetyStage,
  { unitCount = 3 }: { unitCount?: number } = {},
) {
  const gateway = await createGateway(engines.db);
  const plant = gateway.plant as NonNullable<TestGateway["plant"]>;
  await sql`update plants set name = 'Roof' where id = ${plant.id}`.execute(engines.db);
  const steppedUpAt = new Date(server.clock.now());
  const owner = await createSession(engines.db, { accountId: plant.ownerId, steppedUpAt });
  let client: TestClient | undefined;
  let seq = 0;

  const actAs = ({ authorization }: { authorization: string }) => ({
    authorization,
    post: async (
      name: "urgentStop" | "urgentReset" | "keepShut" | "releaseHold" | "operationReason",
      body: object = {},
    ) =>
      (
        await server.call("POST", `/workData/powerStation/${name}`, {
          authorization,
          body: { stationId: plant.id, ...body },
        })
      ).envelope,
    stop: (key: string = randomUUID()) =>
      server
        .call("POST", "/workData/powerStation/urgentStop", {
          authorization,
          body: { stationId: plant.id, idempotencyKey: key },
        })
        .then(({ envelope }) => envelope),
    reset: (body: object = {}) =>
      server
        .call("POST", "/workData/powerStation/urgentReset", {
          authorization,
          body: { stationId: plant.id, name: "Roof", idempotencyKey: randomUUID(), ...body },
        })
        .then(({ envelope }) => envelope),
    get: async () =>
      (
        await server.call("GET", "/workData/powerStation/operation", {
          authorization,
          query: { stationId: plant.id },
        })
      ).envelope.data,
  });
  const asOwner = actAs(owner);

  return {
    plant,
    gateway,
    ...asOwner,
    actAs,
    async connect(): Promise<TestClient> {
      client = await connectGateway(link, gateway);
      await client.send("upBirth", createSwitchBirth(gateway.sn, unitCount));
      await until(
        async () =>
          (
            await sql<{ count: number; isOnline: boolean }>`
              select count(*)::int as count, bool_or(g.is_online) as "isOnline"
              from device_links l left join gateways g on g.device_id = l.device_id
              where l.plant_id = ${plant.id} and l.to_at is null`.execute(engines.db)
          ).rows[0],
        (row) => row?.count === unitCount + 1 && row.isOnline,
      );
      return client;
    },
    async disconnect(): Promise<void> {
      await client?.end();
      await until(
        async () =>
          (
            await sql<{ is: boolean }>`
            select is_online as is from gateways where device_id = ${gateway.id}`.execute(engines.db)
          ).rows[0]?.is,
        (isOnline) => isOnline === false,
      );
    },
    /** Resolves when the difference of its clock is known, which a reset needs. */
    untilClockKnown: () =>
      until(
        async () =>
          (
            await sql<{ offset: number | null }>`
              select clock_offset_ms as "offset" from gateways where device_id = ${gateway.id}`.execute(
              engines.db,
            )
          ).rows[0]?.offset,
        (offset) => typeof offset === "number",
      ),
    /** Resolves when all its optimizers are online: their latest values are stored after the report is acknowledged. */
    untilUnitsOnline: () =>
      until(
        async () =>
          (
            await sql<{ count: number }>`
              select count(*)::int as count from device_latest s
              join device_links l on l.device_id = s.device_id and l.to_at is null
              join devices d on d.id = s.device_id and d.type = 'OPT'
              where l.plant_id = ${plant.id} and s.last_sample_at is not null`.execute(engines.db)
          ).rows[0]?.count,
        (count) => count === unitCount,
      ),
    /** Operations of all commands of the plant, in the order of their names. */
    async listSent(): Promise<string[]> {
      const { rows } = await sql<{ op: string }>`
        select op from commands where plant_id = ${plant.id} order by op`.execute(engines.db);
      return rows.map(({ op }) => op);
    },
    /** The next command of this operation. */
    async command(op: Command["op"]): Promise<Command> {
      for (;;) {
        const command = await (client as TestClient).next("downCommand");
        if (command.op === op) return command;
      }
    },
    reply: (command: Command, results: [number, 0 | "E_TIMEOUT"][] = []) =>
      (client as TestClient).send("upAnswer", { id: command.id, state: "done", code: 0, results }),
    /** A report of units 1, 2, … at an instant of the server's clock. */
    report: async (
      units: readonly (TestSample | undefined)[],
      more: { t?: number; s?: number; rev?: number; topic?: "upHistory" } = {},
    ) => {
      seq = more.s ?? seq + 1;
      const rows = units.flatMap((sample, index) => (sample ? [{ unit: index + 1, ...sample }] : []));
      const toWire = (volts: number | null) => volts && volts * 100;
      await (client as TestClient).send(more.topic ?? "upData", {
        v: 1,
        rev: more.rev ?? 1,
        s: seq,
        t: more.t ?? server.clock.now(),
        c: 3,
        d: [
          rows.map(({ unit }) => unit),
          rows.map(() => 0),
          rows.map(({ vi }) => toWire(vi)),
          rows.map(({ vo }) => toWire(vo)),
          rows.map(({ sw }) => sw),
        ],
      });
    },
    birth: (count: number) => createSwitchBirth(gateway.sn, count),
    lastSeq: () => seq,
    client: () => client as TestClient,
  };
}

type SafetyPlant = Awaited<ReturnType<typeof openSafetyPlant>>;

export const untilState = (plant: SafetyPlant, state: string) =>
  until(
    () => plant.get(),
    (data) => data.state === state,
  );

/** A plant whose gateway is connected and has received `open`. */
export async function shutDownPlant(stage: SafetyStage, unitCount?: number) {
  const plant = await openSafetyPlant(stage, unitCount === undefined ? {} : { unitCount });
  await plant.connect();
  const accepted = await plant.stop();
  const command = await plant.command("open");
  stage.server.clock.advance(100);
  return { plant, accepted, command };
}

/** Another account that may operate the plant; of a company of its own when none is named. */
export async function addOperator(
  { engines: { db }, server }: SafetyStage,
  { plant, actAs }: SafetyPlant,
  roleCode = "owner",
  companyId?: string,
) {
  const account = await createAccount(db, { roleCode, ...(companyId !== undefined && { companyId }) });
  await createGrant(db, {
    plantId: plant.id,
    accountId: account.id,
    invitedBy: plant.ownerId,
    level: "administrator",
  });
  const steppedUpAt = new Date(server.clock.now());
  return { account, ...actAs(await createSession(db, { accountId: account.id, steppedUpAt })) };
}
