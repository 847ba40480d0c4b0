import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import type { RawGateway } from "../apps/server/test/raw-gateway.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import { openGateways } from "./gateways.ts";
import type { ReportPlace } from "./module-reports.ts";
import { createDirectColumns, createReport } from "./module-reports.ts";
import { readCount } from "./options.ts";
import { memoryOf } from "./processes.ts";
import { percentile, report } from "./report.ts";
import { checkStored, waitForQuiet, waitForRollUps } from "./roll-ups.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Module samples acknowledged, compared with inserting the same rows directly into the same engine while it has nothing
// else to do. Reports are JSON in columns, made before the clock starts; link, roll-ups and both engines run in the
// measured process tree. `--gateways=20 --reports=10` for a short run.

const GATEWAYS = readCount("gateways", 200);
const REPORTS = readCount("reports", 60);
const IN_FLIGHT = 5;
const DIRECT_ROWS = 20_000;
const DAY_MS = 86_400_000;
const SHAPE = { modules: 100, intervalS: 60 };
const TOTAL = GATEWAYS * SHAPE.modules * REPORTS;

const startAt = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 10 * 3_600_000;
const placeOf = (gateway: number, turn: number): ReportPlace => ({
  gateway,
  turn,
  atMs: startAt + turn * SHAPE.intervalS * 1000,
});

function createPackets(sn: string, gateway: number): Buffer[] {
  return Array.from({ length: REPORTS }, (_, turn) =>
    encodePublish(topicOf.upData(sn), encodeJson(createReport(placeOf(gateway, turn), SHAPE)), turn + 1),
  );
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

/** Inserts the rows of these reports directly, as many at a time as the link writes under load, on a quiet server. */
async function insertDirectly(child: LinkChild, places: readonly ReportPlace[]): Promise<CpuTime> {
  const perInsert = DIRECT_ROWS / SHAPE.modules;
  for (let first = 0; first < places.length; first += perInsert) {
    const rows = createDirectColumns(places.slice(first, first + perInsert), SHAPE);
    await child.ask({ ask: "stageSamples", ...rows });
  }
  await waitForQuiet(child);
  const readClock = startCpuClock(child.pid);
  await child.ask({ ask: "insertStaged" });
  return readClock();
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-ingest-"));
const child = await startLinkChild({ dataFolder: join(folder, "data") });
try {
  const places = Array.from({ length: REPORTS }, (_, turn) =>
    Array.from({ length: GATEWAYS }, (_unused, gateway) => placeOf(gateway, turn)),
  ).flat();
  const half = Math.ceil(places.length / 2);
  const before = await insertDirectly(child, places.slice(0, half));

  const registered = await child.ask<TestGateway[]>({ ask: "gateways", count: GATEWAYS });
  const packets = registered.map(({ sn }, gateway) => createPackets(sn, gateway));
  const gateways = await openGateways(child, registered, SHAPE.modules);
  await waitForQuiet(child);
  const waitsMs: number[] = [];
  const readClock = startCpuClock(child.pid);
  await Promise.all(
    gateways.connections.map((connection, index) => sendAll(connection, packets[index] ?? [], waitsMs)),
  );
  const acknowledged = readClock();
  const memory = memoryOf(listTree(child.pid));
  await waitForRollUps(child);
  const rolledUp = readClock();
  gateways.checkConnected();
  gateways.end();
  await checkStored(child, TOTAL);

  const after = await insertDirectly(child, places.slice(half));
  const rate = TOTAL / acknowledged.seconds;
  const direct = TOTAL / (before.seconds + after.seconds);
  const perCpuSecond = TOTAL / acknowledged.cpuSeconds;
  const perCpuSecondRolledUp = TOTAL / rolledUp.cpuSeconds;
  const directPerCpuSecond = TOTAL / (before.cpuSeconds + after.cpuSeconds);
  const bytesPerReport = packets[0]?.[0]?.length ?? 0;
  await report({
    name: "ingest",
    rows: [
      {
        what: "module samples acknowledged",
        value: rate,
        unit: "/s",
        goal: "≥ 200,000",
        remark: `${GATEWAYS} gateways × ${SHAPE.modules} modules × ${REPORTS} reports of ${bytesPerReport} B, QoS 1`,
      },
      {
        what: "directly into the quiet engine",
        value: direct,
        unit: "/s",
        remark: `the same rows, ${DIRECT_ROWS.toLocaleString("en-US")} at a time, half before, half after`,
      },
      { what: "ratio", value: rate / direct, unit: "" },
      {
        what: "server CPU to the last acknowledgement",
        value: acknowledged.cpuSeconds / acknowledged.seconds,
        unit: "cores",
        remark: "whole process tree",
      },
      {
        what: "samples per CPU second, to the last acknowledgement",
        value: perCpuSecond,
        unit: "/s",
      },
      { what: "samples per CPU second, to the end of roll-ups", value: perCpuSecondRolledUp, unit: "/s" },
      { what: "directly, per CPU second", value: directPerCpuSecond, unit: "/s" },
      {
        what: "ratio by CPU, to the last acknowledgement",
        value: perCpuSecond / directPerCpuSecond,
        unit: "",
      },
      {
        what: "ratio by CPU, to the end of roll-ups",
        value: perCpuSecondRolledUp / directPerCpuSecond,
        unit: "",
        goal: "≥ 0.5",
        remark: "what link, checks, live values and roll-ups cost beside the insert",
      },
      {
        what: "roll-ups done after the last acknowledgement",
        value: rolledUp.seconds - acknowledged.seconds,
        unit: "s",
        goal: "≤ 3",
      },
      { what: "acknowledged after, p50", value: percentile(waitsMs, 0.5), unit: "ms" },
      { what: "acknowledged after, p99", value: percentile(waitsMs, 0.99), unit: "ms" },
      {
        what: "memory of all processes at the last acknowledgement",
        value: memory / 2 ** 20,
        unit: "MiB",
      },
    ],
  });
} finally {
  await child.stop();
  await rm(folder, { recursive: true, force: true });
}
