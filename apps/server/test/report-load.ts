import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "./link.ts";
import { createBirth, createData } from "./link.ts";
import type { RawGateway } from "./raw-gateway.ts";
import { encodePublish, openRawGateway } from "./raw-gateway.ts";

/** What was stored, compared with what was acknowledged and sent. */
export interface LoadOutcome {
  acknowledged: number;
  /** Acknowledged reports of which rows are missing. */
  missing: number;
  /** Reports of which a row is there more than once. */
  doubled: number;
  /** Rows that were not sent. */
  invented: number;
}

const UNITS = 20;
const WINDOW = 8;
const BIRTH_ID = 65_535;

/** Buffer of a gateway: reports it has yet to send. */
export interface Sender {
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

export function createSender(gateway: TestGateway): Sender {
  return { gateway, nextSeq: 1, unacknowledged: new Map() };
}

/**
 * Sends until the connection breaks or the signal ends it: first what was never acknowledged, as a gateway does. Logs a
 * line for each acknowledged report.
 */
export async function sendReports(
  sender: Sender,
  port: number,
  { log, signal }: { log(line: string): void; signal?: AbortSignal },
): Promise<void> {
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
    log(`${sender.gateway.key} ${seq}`);
    inFlight.delete(packetId);
    sender.unacknowledged.delete(seq);
    sendNext();
  });
  for (const [seq, bytes] of [...sender.unacknowledged]) send(seq, bytes);
  while (inFlight.size < WINDOW) sendNext();
  signal?.addEventListener("abort", () => connection.end());
  if (signal?.aborted) connection.end();
  await connection.closed;
}

export async function sendBirth(gateway: TestGateway, port: number): Promise<void> {
  const connection = await openRawGateway({ port, ...gateway });
  const acknowledged = new Promise<void>((resolve) => connection.onAcknowledged(() => resolve()));
  connection.send(
    encodePublish(topicOf.upBirth(gateway.sn), encodeJson(createBirth(gateway.sn, UNITS)), BIRTH_ID),
  );
  await acknowledged;
  connection.end();
  await connection.closed;
}

export interface StoredReport {
  gateway: number;
  seq: string;
  rows: string;
  units: string;
}

/** The reports of these gateways (`keys`) as they are stored. */
export const storedReportsSql = `select gateway, seq, count() as rows, uniqExact(device) as units from samples final
  where gateway in {keys:Array(UInt32)} group by gateway, seq`;

/** Compares the lines that were logged with what is stored. */
export function compareReports(
  acknowledged: ReadonlySet<string>,
  stored: readonly StoredReport[],
  senders: readonly Sender[],
): LoadOutcome {
  const byReport = new Map(stored.map((row) => [`${row.gateway} ${row.seq}`, row]));
  const isWhole = (line: string) => Number(byReport.get(line)?.units ?? 0) === UNITS;
  const sentBy = new Map(senders.map(({ gateway, nextSeq }) => [gateway.key, nextSeq]));
  return {
    acknowledged: acknowledged.size,
    missing: [...acknowledged].filter((line) => !isWhole(line)).length,
    doubled: stored.filter(({ rows, units }) => rows !== units).length,
    invented: stored.filter(({ gateway, seq }) => Number(seq) >= (sentBy.get(gateway) ?? 0)).length,
  };
}
