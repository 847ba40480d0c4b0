import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Birth } from "@heliograph/protocol";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import { createBirth } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import type { RawGateway } from "../apps/server/test/raw-gateway.ts";
import { encodePublish, openRawGateway } from "../apps/server/test/raw-gateway.ts";
import { cpuSecondsOf, memoryOf } from "./processes.ts";
import { percentile, report } from "./report.ts";

// Acknowledged module samples per second, compared with inserting the same rows directly into the same engine. Reports
// are JSON in columns, made before the clock starts; link, roll-ups and both engines run in the measured process.

const GATEWAYS = 200;
const MODULES = 100;
const REPORTS = 60;
const IN_FLIGHT = 5;
const STRAIGHT_ROWS = 20_000;
const SECONDS_A_REPORT = 60;

const COLUMNS: Birth["columns"][string] = [
  ["dt", "s", 1],
  ["vi", "V", 0.01],
  ["ii", "A", 0.001],
  ["vo", "V", 0.01],
  ["io", "A", 0.001],
  ["tp", "C", 0.1],
  ["eh", "Wh", 1],
  ["rs", "dBm", 1],
  ["st", "", 1],
  ["sw", "", 1],
];

const startAt = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 10 * 3_600_000;
const spread = (row: number, turn: number, range: number) => ((row * 7919 + turn * 104_729) % 1009) % range;

function createReport(turn: number): object {
  const rows = Array.from({ length: MODULES }, (_, row) => row);
  const column = (value: (row: number) => number) => rows.map(value);
  return {
    v: 1,
    rev: 1,
    s: turn + 1,
    t: startAt + turn * SECONDS_A_REPORT * 1000,
    c: 3,
    d: [
      rows.map((row) => row + 1),
      column((row) => -spread(row, turn, 10)),
      column((row) => 3_900 + spread(row, turn, 300)),
      column((row) => 8_000 + spread(row, turn + 1, 900)),
      column((row) => 3_850 + spread(row, turn + 2, 300)),
      column((row) => 7_900 + spread(row, turn + 3, 900)),
      column((row) => 350 + spread(row, turn, 80)),
      column((row) => 1_000_000 + row * 1000 + turn * 5),
      column((row) => -60 - spread(row, turn, 20)),
      column(() => 4),
      column(() => 1),
    ],
  };
}

async function openGateway(child: LinkChild, gateway: TestGateway): Promise<RawGateway> {
  const connection = await openRawGateway({ port: child.port, ...gateway });
  const birth = { ...createBirth(gateway.sn, MODULES), columns: { "3": COLUMNS } };
  const acknowledged = new Promise<void>((resolve) => connection.onAcknowledged(() => resolve()));
  connection.send(encodePublish(topicOf.upBirth(gateway.sn), encodeJson(birth), 65_535));
  await acknowledged;
  return connection;
}

/** Sends all packets with a few in flight; records the waits for acknowledgement in `waitsMs`. */
function sendAll(connection: RawGateway, packets: readonly Buffer[], waitsMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const sentAt: number[] = [];
    let next = 0;
    let acknowledged = 0;
    const sendNext = () => {
      const bytes = packets[next];
      if (!bytes) return;
      sentAt[next++] = performance.now();
      connection.send(bytes);
    };
    connection.closed.then(() => reject(new Error("a connection was closed")), reject);
    connection.onAcknowledged((packetId) => {
      waitsMs.push(performance.now() - (sentAt[packetId - 1] ?? 0));
      acknowledged++;
      if (acknowledged === packets.length) resolve();
      else sendNext();
    });
    for (let turn = 0; turn < IN_FLIGHT; turn++) sendNext();
  });
}

/** Rows as the link writes them, for plants that do not exist. */
function createStraightColumns(): Record<string, ArrayLike<unknown>> {
  const fill = (value: (row: number) => number) =>
    Float64Array.from({ length: STRAIGHT_ROWS }, (_, row) => value(row));
  const at = fill((row) => startAt + Math.floor(row / MODULES) * 1000);
  return {
    plant: fill((row) => 4_000_000 + Math.floor(row / MODULES)),
    day: at,
    device: fill((row) => 4_000_000 + row),
    at,
    slot: fill((row) => row),
    kind: Array.from({ length: STRAIGHT_ROWS }, () => "OPT"),
    gateway: fill((row) => 4_000_000 + Math.floor(row / MODULES)),
    seq: fill(() => 1),
    is_history: fill(() => 0),
    received_at: fill(() => startAt),
    vi: fill((row) => 39 + spread(row, 0, 300) / 100),
    ii: fill((row) => 8 + spread(row, 1, 900) / 1000),
    vo: fill((row) => 38.5 + spread(row, 2, 300) / 100),
    io: fill((row) => 7.9 + spread(row, 3, 900) / 1000),
    tp: fill((row) => 35 + spread(row, 0, 80) / 10),
    eh: fill((row) => 1_000_000 + row),
    rs: fill((row) => -60 - spread(row, 0, 20)),
    st: fill(() => 4),
    sw: fill(() => 1),
  };
}

async function measure<Result>(
  child: LinkChild,
  run: () => Promise<Result>,
): Promise<{ result: Result; seconds: number; cpuSeconds: number }> {
  const pids = listTree(child.pid);
  const cpuBefore = cpuSecondsOf(pids);
  const startedAt = performance.now();
  const result = await run();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, seconds, cpuSeconds: cpuSecondsOf(pids) - cpuBefore };
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-ingest-"));
const child = await startLinkChild({ dataFolder: join(folder, "data") });
try {
  const gateways = await child.ask<TestGateway[]>({ ask: "gateways", count: GATEWAYS });
  const bodies = Array.from({ length: REPORTS }, (_, turn) => encodeJson(createReport(turn)));
  const packets = gateways.map(({ sn }) =>
    bodies.map((body, turn) => encodePublish(topicOf.upData(sn), body, turn + 1)),
  );
  const connections: RawGateway[] = [];
  for (const gateway of gateways) connections.push(await openGateway(child, gateway));

  const straightColumns = createStraightColumns();
  const total = GATEWAYS * MODULES * REPORTS;
  const times = Math.round(total / STRAIGHT_ROWS / 2);
  const insertStraight = () =>
    measure(child, () =>
      child.ask({ ask: "insert", columns: straightColumns, rowCount: STRAIGHT_ROWS, times }),
    );
  const before = await insertStraight();
  const waitsMs: number[] = [];
  const ingest = await measure(child, () =>
    Promise.all(connections.map((connection, index) => sendAll(connection, packets[index] ?? [], waitsMs))),
  );
  const after = await insertStraight();
  const memory = memoryOf(listTree(child.pid));
  for (const connection of connections) connection.end();

  const [stored] = await child.ask<{ total: string }[]>({
    ask: "query",
    sql: "select count() as total from samples final where plant < 4000000",
    params: {},
  });
  if (Number(stored?.total) !== total) throw new Error(`${stored?.total} of ${total} samples are stored`);
  const rate = total / ingest.seconds;
  const straight = (2 * times * STRAIGHT_ROWS) / (before.seconds + after.seconds);
  const perCpuSecond = total / ingest.cpuSeconds;
  const straightPerCpuSecond = (2 * times * STRAIGHT_ROWS) / (before.cpuSeconds + after.cpuSeconds);
  const perReport = Math.round((bodies[0]?.length ?? 0) / MODULES);
  await report({
    name: "ingest",
    rows: [
      {
        what: "module samples acknowledged",
        value: rate,
        unit: "/s",
        goal: "≥ 60,000",
        remark: `${GATEWAYS} gateways × ${MODULES} modules × ${REPORTS} reports, ${perReport} B a sample, QoS 1`,
      },
      { what: "straight into the engine", value: straight, unit: "/s", remark: "half before, half after" },
      { what: "ratio", value: rate / straight, unit: "", goal: "≥ 0.7" },
      { what: "server CPU", value: ingest.cpuSeconds / ingest.seconds, unit: "cores" },
      { what: "samples per server CPU second", value: perCpuSecond, unit: "/s" },
      { what: "straight, per server CPU second", value: straightPerCpuSecond, unit: "/s" },
      {
        what: "ratio by CPU",
        value: perCpuSecond / straightPerCpuSecond,
        unit: "",
        remark: "what link, checks, live values and roll-ups cost beside the insert",
      },
      { what: "acknowledged after, p50", value: percentile(waitsMs, 0.5), unit: "ms" },
      { what: "acknowledged after, p99", value: percentile(waitsMs, 0.99), unit: "ms" },
      { what: "memory of all processes after", value: memory / 2 ** 20, unit: "MiB" },
    ],
  });
} finally {
  await child.stop();
  await rm(folder, { recursive: true, force: true });
}
