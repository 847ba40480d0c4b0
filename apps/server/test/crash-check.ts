import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "./link.ts";
import { createBirth, createData } from "./link.ts";
import type { LinkChild } from "./link-child.ts";
import { startLinkChild } from "./link-child.ts";
import type { RawGateway } from "./raw-gateway.ts";
import { encodePublish, openRawGateway } from "./raw-gateway.ts";

export interface CrashOutcome {
  kills: number;
  acknowledged: number;
  /** Acknowledged reports of which rows are missing. */
  missing: number;
  /** Reports of which a row is there more than once. */
  doubled: number;
  /** Rows that nobody sent. */
  invented: number;
}

const UNITS = 20;
const WINDOW = 8;
const BIRTH_ID = 65_535;

/** One gateway's memory: what it still has to send. Its acknowledgements go to a log that is synced at once. */
interface Sender {
  gateway: TestGateway;
  nextSeq: number;
  unacknowledged: Map<number, Buffer>;
}

const startAt = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000;

function encodeReport({ sn }: TestGateway, seq: number): Buffer {
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  const report = createData({ s: seq, t: startAt + seq * 1000, units, counterWh: seq });
  return encodePublish(topicOf.upData(sn), encodeJson(report), (seq % (BIRTH_ID - 1)) + 1);
}

/** Sends until the connection breaks: first what was never acknowledged, as a gateway does. */
async function run(sender: Sender, port: number, log: (line: string) => void): Promise<void> {
  let connection: RawGateway;
  try {
    connection = await openRawGateway({ port, ...sender.gateway });
  } catch {
    return;
  }
  const inFlight = new Map<number, number>();
  const send = (seq: number, bytes: Buffer) => {
    inFlight.set((seq % (BIRTH_ID - 1)) + 1, seq);
    connection.send(bytes);
  };
  const sendNext = () => {
    const seq = sender.nextSeq++;
    const bytes = encodeReport(sender.gateway, seq);
    sender.unacknowledged.set(seq, bytes);
    send(seq, bytes);
  };
  connection.onAcknowledged((packetId) => {
    const seq = inFlight.get(packetId);
    if (seq === undefined) return;
    log(`${sender.gateway.key} ${seq}\n`);
    inFlight.delete(packetId);
    sender.unacknowledged.delete(seq);
    sendNext();
  });
  for (const [seq, bytes] of [...sender.unacknowledged]) send(seq, bytes);
  while (inFlight.size < WINDOW) sendNext();
  await connection.closed;
}

async function sendBirth(gateway: TestGateway, port: number): Promise<void> {
  const connection = await openRawGateway({ port, ...gateway });
  const acknowledged = new Promise<void>((resolve) => connection.onAcknowledged(() => resolve()));
  connection.send(
    encodePublish(topicOf.upBirth(gateway.sn), encodeJson(createBirth(gateway.sn, UNITS)), BIRTH_ID),
  );
  await acknowledged;
  connection.end();
  await connection.closed;
}

interface StoredReport {
  gateway: number;
  seq: string;
  rows: string;
  units: string;
}

function compare(
  logged: string,
  stored: readonly StoredReport[],
  senders: readonly Sender[],
): Omit<CrashOutcome, "kills"> {
  const byReport = new Map(stored.map((row) => [`${row.gateway} ${row.seq}`, row]));
  const acknowledged = new Set(logged.split("\n").filter((line) => line !== ""));
  const isWhole = (line: string) => Number(byReport.get(line)?.units ?? 0) === UNITS;
  const sentBy = new Map(senders.map(({ gateway, nextSeq }) => [gateway.key, nextSeq]));
  return {
    acknowledged: acknowledged.size,
    missing: [...acknowledged].filter((line) => !isWhole(line)).length,
    doubled: stored.filter(({ rows, units }) => rows !== units).length,
    invented: stored.filter(({ gateway, seq }) => Number(seq) >= (sentBy.get(gateway) ?? 0)).length,
  };
}

/** Kills a link under load again and again and compares what it stored with what it acknowledged. */
export async function checkCrashes(options: {
  kills: number;
  gateways?: number;
  acknowledgesFirst?: boolean;
  /** Longest time from the first acknowledgement to a kill, ms. */
  loadMs?: number;
  onKill?(kill: number): void;
}): Promise<CrashOutcome> {
  const { kills, gateways: count = 4, acknowledgesFirst, loadMs = 1_500 } = options;
  const folder = mkdtempSync(join(tmpdir(), "heliograph-crash-"));
  const logPath = join(folder, "acknowledged.log");
  const file = openSync(logPath, "a");
  const log = (line: string) => {
    writeSync(file, line);
    fsyncSync(file);
  };
  const start = (): Promise<LinkChild> =>
    startLinkChild({ dataFolder: join(folder, "data"), acknowledgesFirst });
  let alive: LinkChild | undefined;
  try {
    let child = await start();
    alive = child;
    const gateways = await child.ask<TestGateway[]>({ ask: "gateways", count });
    for (const gateway of gateways) await sendBirth(gateway, child.port);
    const senders = gateways.map((gateway): Sender => ({ gateway, nextSeq: 1, unacknowledged: new Map() }));
    for (let kill = 1; kill <= kills; kill++) {
      const { port } = child;
      const { promise: isUnderLoad, resolve: noteLoad } = Promise.withResolvers<void>();
      const logLoad = (line: string) => {
        log(line);
        noteLoad();
      };
      const running = senders.map((sender) => run(sender, port, logLoad));
      // Connecting may take longer than the load on a busy machine, and a kill without load proves nothing.
      await Promise.race([isUnderLoad, Promise.all(running)]);
      await wait(Math.random() * loadMs);
      alive = undefined;
      await child.kill();
      await Promise.all(running);
      options.onKill?.(kill);
      child = await start();
      alive = child;
    }
    const stored = await child.ask<StoredReport[]>({
      ask: "query",
      sql: `select gateway, seq, count() as rows, uniqExact(device) as units from samples final
        where gateway in {keys:Array(UInt32)} group by gateway, seq`,
      params: { keys: gateways.map(({ key }) => key) },
    });
    return { kills, ...compare(readFileSync(logPath, "utf8"), stored, senders) };
  } finally {
    await alive?.stop();
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
