import { createAccount, createSession, ensurePlatform } from "../apps/server/test/fixtures.ts";
import type { TestGateway } from "../apps/server/test/link.ts";
import { connectGateway } from "../apps/server/test/link.ts";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { createGateways } from "../apps/server/test/server-load.ts";
import { openGateways } from "./gateways.ts";
import { createReport } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { listDueReports } from "./pace.ts";
import { createSender, sendPaced } from "./paced-run.ts";
import type { Span, Timed } from "./phases.ts";
import { coresOf, runPhases, toRatioRows } from "./phases.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import type { SentCommand } from "./storm-load.ts";
import { sendCommands, sendStorm } from "./storm-load.ts";
import { startCpuClock } from "./tree-cpu.ts";
import type { Watchers } from "./watchers.ts";
import { newestSampleAt, openWatchers } from "./watchers.ts";

// Paced reports, live values and commands while no alarms come, and while 10,000 come in ten seconds, in turn in one run.
// `--rounds=1 --stormers=10` for a short run.

const GATEWAYS = readCount("gateways", 100);
const SHAPE = { modules: readCount("modules", 50), intervalS: readCount("interval", 2) };
/** Gateways whose units raise alarms, and units of each. */
const STORMERS = readCount("stormers", 100);
const STORM_UNITS = 100;
const ROUNDS = readCount("rounds", 3);
const PHASE_S = 10;
const WATCHED = Math.min(20, GATEWAYS);
/** So many that the p99 of a phase is not that of one command. */
const COMMANDED = 20;
/** Of each gateway. */
const COMMAND_EVERY_MS = 500;
/** Of each round: every unit raises each of them once. The first is a fault. */
const CODES = [12, 7, 17, 18, 19, 20, 1, 13];

interface Measured {
  readonly reports: Timed[];
  readonly live: Timed[];
  readonly commands: SentCommand[];
  readonly spans: Span[];
}

async function openSessions(database: ServerDatabase, gateways: readonly TestGateway[]) {
  const platform = await ensurePlatform(database.db);
  const root = await createAccount(database.db, { ...platform, roleCode: "ROOT" });
  const open = async (accountId: string) => (await createSession(database.db, { accountId })).authorization;
  const owners: string[] = [];
  for (const { plant } of gateways) owners.push(await open(plant?.ownerId ?? ""));
  return { operator: await open(root.id), owners };
}

function listLive(watchers: readonly Watchers[], sent: ReadonlyMap<number, number>[]): Timed[] {
  return watchers.flatMap(({ received }, index) =>
    received.flat().flatMap(({ atMs, data }) => {
      const newestAtMs = newestSampleAt(data);
      const sentAt = newestAtMs === undefined ? undefined : sent[index]?.get(newestAtMs);
      return sentAt === undefined ? [] : [{ sentAt, ms: atMs - sentAt }];
    }),
  );
}

async function run(server: BenchServer, database: ServerDatabase, dataFolder: string): Promise<Measured> {
  const link = { port: Number(new URL(server.mqtt).port) };
  const create = (count: number) => createGateways({ HELIOGRAPH_DATA: dataFolder }, count);
  const [reporting, storming, commanded] = [
    await create(GATEWAYS),
    await create(STORMERS),
    await create(COMMANDED),
  ];
  const gateways = await openGateways(link, reporting, SHAPE.modules);
  const stormed = await openGateways(link, storming, STORM_UNITS);
  const targets = await Promise.all(
    commanded.map(async (gateway) => ({ gateway, client: await connectGateway(link, gateway) })),
  );
  const watched = reporting.slice(0, WATCHED);
  const sessions = await openSessions(database, watched);
  const watchers = await Promise.all(
    watched.map(({ plant }, index) =>
      openWatchers({
        http: server.http,
        authorizations: [sessions.owners[index] ?? ""],
        plantId: plant?.id ?? "",
      }),
    ),
  );
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);

  const seconds = ROUNDS * PHASE_S * 4;
  const due = listDueReports({ gateways: GATEWAYS, intervalS: SHAPE.intervalS, seconds });
  const send = createSender(gateways, reporting, SHAPE);
  const sent = watched.map(() => new Map<number, number>());
  const reports: Timed[] = [];
  const stopping = new AbortController();
  const commands = sendCommands({
    http: server.http,
    authorization: sessions.operator,
    targets,
    everyMs: COMMAND_EVERY_MS,
    signal: stopping.signal,
  });
  const paced = sendPaced(due, async (place) => {
    const sentAt = performance.now();
    const ages = createReport(place, SHAPE).d[1] as number[];
    sent[place.gateway]?.set(place.atMs + Math.max(...ages) * 1000, sentAt);
    await send(place);
    reports.push({ sentAt, ms: performance.now() - sentAt });
  });
  const spans = await runPhases({
    ...{ pid: server.pid, rounds: ROUNDS, phaseS: PHASE_S, restS: PHASE_S },
    load: (round) => {
      const code = CODES[round % CODES.length] as number;
      return sendStorm(stormed, { registered: storming, units: STORM_UNITS, code }, round);
    },
  });
  stopping.abort();
  const measured = { commands: await commands, spans };
  await paced;
  const live = listLive(watchers, sent);
  for (const one of watchers) one.end();
  for (const { client } of targets) await client.end();
  for (const connected of [gateways, stormed]) {
    connected.checkConnected();
    connected.end();
  }
  return { ...measured, reports, live };
}

function toRows({ spans, reports, live, commands }: Measured): BenchRow[] {
  const phases = { spans, loadName: "storm" };
  return [
    ...toRatioRows("acknowledgement of a report", reports, phases),
    ...toRatioRows("live values", live, phases),
    ...toRatioRows("command at its gateway", commands, phases),
  ];
}

function toCpuRows(spans: readonly Span[]): BenchRow[] {
  const [idle, storm] = [coresOf(spans, "idle"), coresOf(spans, "load")];
  // A storm is measured with the time that follows it.
  const alarmsPerSecond = (STORMERS * STORM_UNITS) / (2 * PHASE_S);
  return [
    { what: "CPU of the server, idle", value: idle, unit: "cores" },
    {
      what: "CPU of the server, storm",
      value: storm,
      unit: "cores",
      remark: `${PHASE_S} s of storm and the ${PHASE_S} s that follow`,
    },
    { what: "CPU of an alarm", value: ((storm - idle) / alarmsPerSecond) * 1000, unit: "ms" },
  ];
}

async function countAlarms(database: ServerDatabase): Promise<BenchRow[]> {
  const [counts] = await database.query<Record<"alarms" | "events" | "mails" | "notifications", number>>(`
    select (select count(*) from alarms)::int as alarms, (select count(*) from alarm_events)::int as events,
      (select count(*) from alarm_mails)::int as mails, (select count(*) from alarm_notifications)::int as notifications`);
  const expected = ROUNDS * STORMERS * STORM_UNITS;
  return [
    { what: "alarms", value: counts?.alarms ?? 0, unit: "rows", goal: String(expected) },
    { what: "alarm_events", value: counts?.events ?? 0, unit: "rows", goal: `≤ ${expected}` },
    {
      what: "alarm mails",
      value: counts?.mails ?? 0,
      unit: "mails",
      remark: `${counts?.notifications ?? 0} notifications of ${STORMERS} owners`,
    },
  ];
}

async function measure(server: BenchServer, dataFolder: string): Promise<void> {
  const database = await openServerDatabase({ HELIOGRAPH_DATA: dataFolder });
  try {
    const measured = await run(server, database, dataFolder);
    await report({
      name: "storm",
      rows: [...toRows(measured), ...toCpuRows(measured.spans), ...(await countAlarms(database))],
    });
  } finally {
    await database.close();
  }
}

await withFolder("storm", (dataFolder) =>
  withResource(
    { start: () => startBenchServer(dataFolder), stop: (server: BenchServer) => server.stop() },
    (server) => measure(server, dataFolder),
  ),
);
