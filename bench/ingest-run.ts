import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import type { RawGateway } from "../apps/server/test/raw-gateway.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import { openGateways } from "./gateways.ts";
import type { ReportPlace, ReportShape } from "./module-reports.ts";
import { createReport } from "./module-reports.ts";
import { memoryOf } from "./processes.ts";
import type { LoadCpu } from "./roll-ups.ts";
import { checkStored, readUntilQuiet, waitForQuiet } from "./roll-ups.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Reports sent to the server as fast as it acknowledges them: JSON in columns, encoded before the clock starts.

export interface IngestOptions {
  readonly gateways: number;
  /** Of each gateway. */
  readonly reports: number;
  readonly shape: ReportShape;
}

export interface IngestRun {
  readonly samples: number;
  readonly cpu: LoadCpu;
  /** From sending a report to its acknowledgement, ms. */
  readonly waitsMs: readonly number[];
  /** Size of a report with its topic. */
  readonly bytesPerReport: number;
  /** Of all processes at the last acknowledgement. */
  readonly memoryBytes: number;
}

const IN_FLIGHT = 5;
const DAY_MS = 86_400_000;

// Yesterday from 10:00 UTC.
const startAtMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 10 * 3_600_000;
const placeOf = (gateway: number, turn: number, { intervalS }: ReportShape): ReportPlace => ({
  gateway,
  turn,
  atMs: startAtMs + turn * intervalS * 1000,
});

/** The reports of a run, the first ones of all gateways first. */
export function listIngestPlaces({ gateways, reports, shape }: IngestOptions): ReportPlace[] {
  return Array.from({ length: reports }, (_, turn) =>
    Array.from({ length: gateways }, (_unused, gateway) => placeOf(gateway, turn, shape)),
  ).flat();
}

function createPackets(sn: string, gateway: number, { reports, shape }: IngestOptions): Buffer[] {
  return Array.from({ length: reports }, (_, turn) =>
    encodePublish(
      topicOf.upData(sn),
      encodeJson(createReport(placeOf(gateway, turn, shape), shape)),
      turn + 1,
    ),
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

/** Registers gateways, sends their reports and checks that all samples are stored and rolled up. */
export async function runIngest(child: LinkChild, options: IngestOptions): Promise<IngestRun> {
  const registered = await child.ask<TestGateway[]>({ ask: "gateways", count: options.gateways });
  return await sendIngest(child, registered, options);
}

/** Sends the reports of registered gateways and checks that all samples are stored and rolled up. */
export async function sendIngest(
  child: LinkChild,
  registered: readonly TestGateway[],
  options: IngestOptions,
): Promise<IngestRun> {
  const samples = options.gateways * options.reports * options.shape.modules;
  const packets = registered.map(({ sn }, gateway) => createPackets(sn, gateway, options));
  const gateways = await openGateways(child, registered, options.shape.modules);
  await waitForQuiet(child);
  const waitsMs: number[] = [];
  const readClock = startCpuClock(child.pid);
  await Promise.all(
    gateways.connections.map((connection, index) => sendAll(connection, packets[index] ?? [], waitsMs)),
  );
  const acknowledged = readClock();
  const memoryBytes = memoryOf(listTree(child.pid));
  const cpu = { acknowledged, ...(await readUntilQuiet(child, readClock)) };
  gateways.checkConnected();
  gateways.end();
  await checkStored(child, registered, samples);
  return { samples, cpu, waitsMs, bytesPerReport: packets[0]?.[0]?.length ?? 0, memoryBytes };
}
