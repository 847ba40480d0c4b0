import { setTimeout as wait } from "node:timers/promises";
import { decodeOtaChunk, encodeJson, LIMITS, topicOf } from "@heliograph/protocol";
import { sql } from "kysely";
import { createAccount, createSession, ensurePlatform } from "../apps/server/test/fixtures.ts";
import type { TestClient, TestGateway } from "../apps/server/test/link.ts";
import { connectGateway } from "../apps/server/test/link.ts";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { createGateways } from "../apps/server/test/server-load.ts";
import { createImage } from "../apps/server/test/upgrades.ts";
import { openGateways } from "./gateways.ts";
import { createModuleBirth } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { listDueReports } from "./pace.ts";
import { createSender, sendPaced } from "./paced-run.ts";
import type { Span, Timed } from "./phases.ts";
import { coresOf, runPhases, secondsOf, toRatioRows } from "./phases.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import { sendCommands } from "./storm-load.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Paced reports and commands while no gateway downloads firmware, and while 100 download at the same time, in turn in one
// run. `--rounds=1 --gateways=20` for a short run.

const GATEWAYS = readCount("gateways", 100);
const SHAPE = { modules: readCount("modules", 50), intervalS: readCount("interval", 2) };
const DOWNLOADERS = readCount("downloaders", 100);
const ROUNDS = readCount("rounds", 3);
const PHASE_S = 10;
const REST_S = 2;
/** Offers of a wave leave the server one after the other; so do the first requests that they lead to. */
const START_EVERY_MS = 10;
/** Reports and commands before the first phase, so that it is not that of a server that has just started. */
const WARM_UP_S = 10;
/** A little more than the server needs for what is still requested at the end of a phase, at its default rate. */
const REQUESTED_S = 15;
/** So many that the p99 of a phase is not that of one command. */
const COMMANDED = 20;
/** Of each gateway. */
const COMMAND_EVERY_MS = 500;
const IMAGE = "OPT_MX-600_HW1.2_V9.0.0.bin";
const IMAGE_BYTES = 16 * LIMITS.chunkBytes;

/** A gateway with a job of a running campaign, which requests as many chunks at a time as it may. */
interface Downloader {
  readonly client: TestClient;
  readonly job: string;
  /** Bytes. */
  requested: number;
  received: number;
  isOn: boolean;
}

/** Jobs of one running campaign for the first unit of each gateway, in their order. */
async function createJobs(
  { db }: ServerDatabase,
  { gateways, authorId }: { gateways: readonly TestGateway[]; authorId: string },
): Promise<string[]> {
  const { id: firmwareId } = await createImage(db, IMAGE, IMAGE_BYTES);
  const { rows } = await sql<{ id: string }>`
    insert into upgrade_campaigns (firmware_id, firmware_name, device_type, model, hardware, version, version_numbers,
      size_bytes, sha256, signature, first_wave, wave_size, max_failures, waves, wave_begun_at, created_at, author_id)
    values (${firmwareId}, ${IMAGE}, 'OPT', 'MX-600', '1.2', '9.0.0', '{9,0,0}', ${IMAGE_BYTES}, '', '',
      ${gateways.length}, ${gateways.length}, ${gateways.length}, 1, now(), now(), ${authorId}) returning id`.execute(
    db,
  );
  const campaignId = (rows[0] as { id: string }).id;
  const jobs: string[] = [];
  for (const gateway of gateways) {
    const created = await sql<{ id: string }>`
      with job as (
        insert into upgrade_jobs (campaign_id, gateway_id, rev, created_at) values (${campaignId}, ${gateway.id}, 1, now())
        returning id
      ), device as (
        insert into upgrade_devices (campaign_id, device_id, plant_id, from_version, wave, state, percent, job_id, unit, changed_at)
        select ${campaignId}, l.device_id, l.plant_id, '3.0', 1, 'downloading', 0, job.id, 1, now()
        from job cross join device_links l where l.parent_id = ${gateway.id} and l.to_at is null limit 1
      )
      select id from job`.execute(db);
    jobs.push((created.rows[0] as { id: string }).id);
  }
  return jobs;
}

async function openDownloader(link: { port: number }, gateway: TestGateway): Promise<TestClient> {
  const client = await connectGateway(link, gateway);
  await client.send("upBirth", createModuleBirth(gateway.sn, 1));
  // The offer of its job: without a reply the server would send it again.
  client.mqtt.on("message", (topic, payload) => {
    if (topic !== topicOf.downCommand(gateway.sn)) return;
    const { id } = JSON.parse(payload.toString()) as { id: string };
    client.mqtt.publish(
      topicOf.upAnswer(gateway.sn),
      Buffer.from(encodeJson({ id, state: "done", code: 0 })),
      {
        qos: 1,
      },
    );
  });
  return client;
}

function requestNext(downloader: Downloader, sn: string): void {
  const offset = downloader.requested % IMAGE_BYTES;
  downloader.requested += LIMITS.chunkBytes;
  const request = encodeJson({ job: downloader.job, offset, length: LIMITS.chunkBytes });
  downloader.client.mqtt.publish(topicOf.upOta(sn), Buffer.from(request), { qos: 1 });
}

/** Requests the next chunk with each that arrives, while it is on. */
function followChunks(downloader: Downloader, sn: string): void {
  downloader.client.mqtt.on("message", (topic, payload) => {
    if (topic !== topicOf.downOta(sn)) return;
    downloader.received += decodeOtaChunk(payload).data.length;
    if (downloader.isOn) requestNext(downloader, sn);
  });
}

/** Downloads for the time of a phase, and until all that was requested has come: the next phase is without downloads. */
async function download(downloaders: readonly Downloader[], gateways: readonly TestGateway[]): Promise<void> {
  const end = performance.now() + PHASE_S * 1000;
  for (const [index, downloader] of downloaders.entries()) {
    downloader.isOn = true;
    for (let open = 0; open < LIMITS.openChunks; open++) requestNext(downloader, gateways[index]?.sn ?? "");
    await wait(START_EVERY_MS);
  }
  await wait(end - performance.now());
  for (const downloader of downloaders) downloader.isOn = false;
  while (downloaders.some(({ requested, received }) => received < requested)) await wait(100);
}

interface Measured {
  readonly reports: readonly Timed[];
  readonly commands: readonly Timed[];
  readonly spans: readonly Span[];
  readonly received: readonly number[];
}

async function openDownloaders(
  link: { port: number },
  options: { database: ServerDatabase; gateways: readonly TestGateway[]; authorId: string },
): Promise<Downloader[]> {
  const { database, gateways } = options;
  const clients: TestClient[] = [];
  for (const gateway of gateways) clients.push(await openDownloader(link, gateway));
  const jobs = await createJobs(database, options);
  return clients.map((client, index) => {
    const downloader = { client, job: jobs[index] ?? "", requested: 0, received: 0, isOn: false };
    followChunks(downloader, gateways[index]?.sn ?? "");
    return downloader;
  });
}

async function run(server: BenchServer, database: ServerDatabase, dataFolder: string): Promise<Measured> {
  const link = { port: Number(new URL(server.mqtt).port) };
  const create = (count: number) => createGateways({ HELIOGRAPH_DATA: dataFolder }, count);
  const reporting = await create(GATEWAYS);
  const commanded = await create(COMMANDED);
  const downloading = await create(DOWNLOADERS);
  const gateways = await openGateways(link, reporting, SHAPE.modules);
  const targets = await Promise.all(
    commanded.map(async (gateway) => ({ gateway, client: await connectGateway(link, gateway) })),
  );
  const root = await createAccount(database.db, { ...(await ensurePlatform(database.db)), roleCode: "ROOT" });
  const downloaders = await openDownloaders(link, { database, gateways: downloading, authorId: root.id });
  const { authorization } = await createSession(database.db, { accountId: root.id });
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);

  const seconds = WARM_UP_S + ROUNDS * (2 * PHASE_S + REQUESTED_S + REST_S);
  const due = listDueReports({ gateways: GATEWAYS, intervalS: SHAPE.intervalS, seconds });
  const send = createSender(gateways, reporting, SHAPE);
  const reports: Timed[] = [];
  const stopping = new AbortController();
  const sending = sendCommands({
    ...{ http: server.http, authorization, targets, everyMs: COMMAND_EVERY_MS },
    signal: stopping.signal,
  });
  const paced = sendPaced(due, async (place) => {
    const sentAt = performance.now();
    await send(place);
    reports.push({ sentAt, ms: performance.now() - sentAt });
  });
  await wait(WARM_UP_S * 1000);
  const spans = await runPhases({
    ...{ pid: server.pid, rounds: ROUNDS, phaseS: PHASE_S, restS: REST_S },
    load: () => download(downloaders, downloading),
  });
  stopping.abort();
  const commands = await sending;
  await paced;
  for (const { client } of [...targets, ...downloaders]) await client.end();
  gateways.checkConnected();
  gateways.end();
  if (downloaders.some(({ received }) => received === 0))
    throw new Error("a gateway received no part of the image");
  return { reports, commands, spans, received: downloaders.map(({ received }) => received) };
}

async function measure(server: BenchServer, dataFolder: string): Promise<void> {
  const database = await openServerDatabase({ HELIOGRAPH_DATA: dataFolder });
  try {
    const { reports, commands, spans, received } = await run(server, database, dataFolder);
    const phases = { spans, loadName: "downloads" };
    const total = received.reduce((sum, bytes) => sum + bytes, 0);
    await report({
      name: "chunks",
      rows: [
        ...toRatioRows("acknowledgement of a report", reports, phases),
        ...toRatioRows("command at its gateway", commands, phases),
        {
          what: "firmware sent",
          value: total / 1024 / secondsOf(spans, "load"),
          unit: "KiB/s",
          remark: `${received.filter((bytes) => bytes > 0).length} of ${DOWNLOADERS} gateways`,
        },
        { what: "CPU of the server, idle", value: coresOf(spans, "idle"), unit: "cores" },
        { what: "CPU of the server, downloads", value: coresOf(spans, "load"), unit: "cores" },
      ],
    });
  } finally {
    await database.close();
  }
}

await withFolder("chunks", (dataFolder) =>
  withResource(
    { start: () => startBenchServer(dataFolder), stop: (server: BenchServer) => server.stop() },
    (server) => measure(server, dataFolder),
  ),
);
