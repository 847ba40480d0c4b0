import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { endpoints } from "@heliograph/contract";
import { createPlant, createSession } from "../apps/server/test/fixtures.ts";
import { createGateway } from "../apps/server/test/link.ts";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { createGateways } from "../apps/server/test/server-load.ts";
import { openGateways } from "./gateways.ts";
import type { ReportPlace } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { listDueReports } from "./pace.ts";
import type { SendReport } from "./paced-run.ts";
import { createSender, sendPaced } from "./paced-run.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import type { SwitchGateway } from "./switch-gateway.ts";
import { openSwitchGateway } from "./switch-gateway.ts";

// Shuts a plant down while the server is idle, and another one while it takes 80 % of the ingest rate measured before.
// `--gateways=20 --load=20 --seconds=5` for a short run.

/** Of each of the two plants. */
const GATEWAYS = readCount("gateways", 100);
const UNITS = readCount("units", 100);
/** Gateways that send the load. */
const LOADERS = readCount("load", 100);
const MODULES = 100;
const INTERVAL_S = 60;
/** Of the first report: as the reports of days without a connection, so that each roll-up has as many samples as in real life. */
const FIRST_AT_MS = Date.now() - 3 * 86_400_000;
/**
 * How long reports are sent as fast as they are acknowledged. The second half counts: before, the roll-ups are still to come,
 * and no server holds that rate.
 */
const RATE_S = readCount("seconds", 60);
const LOAD_SHARE = 0.8;
/** Somewhat more is offered: what is acknowledged counts. */
const OFFERED_SHARE = LOAD_SHARE * 1.03;
const IN_FLIGHT = 5;
/** For the work that births and reports leave. */
const SETTLE_MS = 10_000;
/** Until the first reports are acknowledged, which wait for others; the load is counted afterwards. */
const WARM_UP_MS = 5_000;
const COUNTED_MS = 5_000;
/** Far longer than the goal. */
const LOADED_S = 60;
const POLL_MS = 200;
const TIMEOUT_MS = 5 * 60_000;

const reportAt = (gateway: number, turn: number): ReportPlace => ({
  gateway,
  turn,
  atMs: FIRST_AT_MS + turn * INTERVAL_S * 1000,
});

interface SwitchedPlant {
  readonly id: string;
  readonly authorization: string;
  readonly gateways: readonly SwitchGateway[];
}

interface Measured {
  /** From the press to the arrival of `open` at each gateway. */
  readonly arrivedMs: readonly number[];
  /** From the press to each unit's first proof, as the server has recorded it. */
  readonly provenMs: readonly number[];
  /** From the press until the plant is shown shut down. */
  readonly shutDownMs: number;
}

async function openPlant({ db }: ServerDatabase, link: { port: number }): Promise<SwitchedPlant> {
  const plant = await createPlant(db);
  const { authorization } = await createSession(db, { accountId: plant.ownerId });
  const gateways: SwitchGateway[] = [];
  for (let index = 0; index < GATEWAYS; index++) {
    const gateway = await createGateway(db, { isBound: false, plantId: plant.id });
    gateways.push(await openSwitchGateway(link, gateway, UNITS));
  }
  return { id: plant.id, authorization, gateways };
}

async function call<Data>(http: string, { id, authorization }: SwitchedPlant, body?: object): Promise<Data> {
  const { path } = body ? endpoints.safety.stop : endpoints.safety.get;
  const response = await fetch(`${http}/api${path}${body ? "" : `?stationId=${id}&withUnits=false`}`, {
    method: body ? "POST" : "GET",
    headers: { authorization, "content-type": "application/json" },
    ...(body && { body: JSON.stringify({ stationId: id, ...body }) }),
  });
  const { code, msg, data } = (await response.json()) as { code: string; msg: string; data: Data };
  if (code !== "0") throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

async function shutDown(
  http: string,
  plant: SwitchedPlant,
  { query }: Pick<ServerDatabase, "query">,
): Promise<Measured> {
  const pressedAt = performance.now();
  const { operationId } = await call<{ operationId: string }>(http, plant, { idempotencyKey: randomUUID() });
  while ((await call<{ state: string }>(http, plant)).state !== "shut-down") {
    if (performance.now() - pressedAt > TIMEOUT_MS) throw new Error("the plant is not shut down");
    await wait(POLL_MS);
  }
  const shutDownMs = performance.now() - pressedAt;
  const arrivedMs = (await Promise.all(plant.gateways.map(({ opened }) => opened))).map(
    (at) => at - pressedAt,
  );
  const proven = await query<{ ms: number }>(`
    select extract(epoch from u.proven_at - o.accepted_at)::float8 * 1000 as ms
    from safety_units u join safety_operations o on o.id = u.operation_id where o.id = '${operationId}'`);
  if (proven.length !== GATEWAYS * UNITS) throw new Error(`the shutdown has ${proven.length} units`);
  return { arrivedMs, provenMs: proven.map(({ ms }) => ms), shutDownMs };
}

/** Sends reports with a few in flight for some seconds; returns the number of reports per second that lasts, and the next turn. */
async function measureRate(send: SendReport): Promise<{ perSecond: number; turns: number }> {
  const halfAt = performance.now() + RATE_S * 500;
  const endsAt = halfAt + RATE_S * 500;
  let reports = 0;
  const turns = Array.from({ length: LOADERS }, () => 0);
  const sendOn = async (gateway: number) => {
    while (performance.now() < endsAt) {
      const turn = turns[gateway] as number;
      turns[gateway] = turn + 1;
      await send(reportAt(gateway, turn));
      if (performance.now() >= halfAt) reports += 1;
    }
  };
  await Promise.all(Array.from({ length: LOADERS * IN_FLIGHT }, (_, index) => sendOn(index % LOADERS)));
  return { perSecond: reports / ((performance.now() - halfAt) / 1000), turns: Math.max(...turns) };
}

interface Run {
  readonly idle: Measured;
  readonly loaded: Measured;
  /**
   * Module samples acknowledged a second: as fast as possible, from shortly before the second press to the arrival of `open`
   * at the last gateway, and after that until the plant was shut down.
   */
  readonly rate: number;
  readonly loadedRate: number;
  readonly laterRate: number;
}

async function run(server: BenchServer, database: ServerDatabase, dataFolder: string): Promise<Run> {
  const link = { port: Number(new URL(server.mqtt).port) };
  const plants = [await openPlant(database, link), await openPlant(database, link)] as const;
  const loaders = await createGateways({ HELIOGRAPH_DATA: dataFolder }, LOADERS);
  const connected = await openGateways(link, loaders, MODULES);
  const shape = { modules: MODULES, intervalS: INTERVAL_S };
  const send = createSender(connected, loaders, shape);
  await wait(SETTLE_MS);
  const idle = await shutDown(server.http, plants[0], database);

  const { perSecond, turns } = await measureRate(send);
  await wait(SETTLE_MS);
  const due = listDueReports({
    gateways: LOADERS,
    intervalS: LOADERS / (perSecond * OFFERED_SHARE),
    seconds: LOADED_S,
  });
  let sent = 0;
  const stopping = new AbortController();
  const paced = sendPaced(due, async ({ gateway, turn }) => {
    if (stopping.signal.aborted) return;
    await send(reportAt(gateway, turns + turn));
    sent += 1;
  });
  const count = () => ({ samples: sent * MODULES, atMs: performance.now() });
  const perSecondOf = (from: { samples: number; atMs: number }, to: { samples: number; atMs: number }) =>
    ((to.samples - from.samples) * 1000) / (to.atMs - from.atMs);
  await wait(WARM_UP_MS);
  const begun = count();
  await wait(COUNTED_MS);
  const arrival = Promise.all(plants[1].gateways.map(({ opened }) => opened)).then(count);
  const loaded = await shutDown(server.http, plants[1], database);
  const arrived = await arrival;
  const loadedRate = perSecondOf(begun, arrived);
  const laterRate = perSecondOf(arrived, count());
  stopping.abort();
  await paced;
  connected.checkConnected();
  connected.end();
  for (const { gateways } of plants) for (const gateway of gateways) await gateway.end();
  return { idle, loaded, rate: perSecond * MODULES, loadedRate, laterRate };
}

function toRows({ idle, loaded, rate, loadedRate, laterRate }: Run): BenchRow[] {
  const remark = `${GATEWAYS * UNITS} units behind ${GATEWAYS} gateways`;
  const rowsOf = (name: string, { arrivedMs, provenMs, shutDownMs }: Measured): BenchRow[] => [
    {
      what: `${name}: \`open\` at a gateway after the press`,
      value: percentile(arrivedMs, 0.99) / 1000,
      unit: "s p99",
      goal: "≤ 1",
      remark: `p50 ${(percentile(arrivedMs, 0.5) / 1000).toFixed(2)}, ${remark}`,
    },
    {
      what: `${name}: a unit proven open`,
      value: percentile(provenMs, 0.99) / 1000,
      unit: "s p99",
      remark: `p50 ${(percentile(provenMs, 0.5) / 1000).toFixed(1)}`,
    },
    { what: `${name}: the plant shown shut down`, value: shutDownMs / 1000, unit: "s", goal: "≤ 30" },
  ];
  return [
    ...rowsOf("idle", idle),
    { what: "ingest, as fast as it lasts", value: rate, unit: "samples/s" },
    {
      what: "ingest until `open` is at the last gateway",
      value: loadedRate / rate,
      unit: "of it",
      goal: `≥ ${LOAD_SHARE}`,
      remark: `from ${COUNTED_MS / 1000} s before the second press`,
    },
    { what: "ingest after that, until the plant is shut down", value: laterRate / rate, unit: "of it" },
    ...rowsOf("under load", loaded),
  ];
}

await withFolder("shutdown", (dataFolder) =>
  withResource(
    { start: () => startBenchServer(dataFolder), stop: (server: BenchServer) => server.stop() },
    async (server) => {
      const database = await openServerDatabase({ HELIOGRAPH_DATA: dataFolder });
      try {
        await report({ name: "shutdown", rows: toRows(await run(server, database, dataFolder)) });
      } finally {
        await database.close();
      }
    },
  ),
);
