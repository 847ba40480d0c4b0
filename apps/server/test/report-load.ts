import type { Birth } from "@heliograph/protocol";
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

/** The packet id a report is sent under. */
export const packetIdOf = (seq: number): number => (seq % (BIRTH_ID - 1)) + 1;

function encodeReport({ sn }: TestGateway, seq: number): Buffer {
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  const report = createData({ s: seq, t: startAt + seq * 1000, units, counterWh: seq });
  return encodePublish(topicOf.upData(sn), encodeJson(report), packetIdOf(seq));
}

export function createSender(gateway: TestGateway): Sender {
  return { gateway, nextSeq: 1, unacknowledged: new Map() };
}

/** A connected sender. */
interface OpenSender {
  send(seq: number, bytes: Buffer): void;
  inFlight(): number;
  readonly closed: Promise<void>;
  end(): void;
}

/**
 * Connects a sender and sends first what was never acknowledged, as a gateway does. Logs a line for each acknowledged
 * report, then calls back. Undefined when there is no connection.
 */
export async function openSender(
  sender: Sender,
  port: number,
  { log, onAcknowledged }: { log(line: string): void; onAcknowledged?(): void },
): Promise<OpenSender | undefined> {
  const { gateway, unacknowledged } = sender;
  let connection: RawGateway;
  try {
    connection = await openRawGateway({ port, ...gateway });
  } catch {
    return undefined;
  }
  const inFlight = new Map<number, number>();
  const send = (seq: number, bytes: Buffer) => {
    inFlight.set(packetIdOf(seq), seq);
    connection.send(bytes);
  };
  connection.onAcknowledged((packetId) => {
    const seq = inFlight.get(packetId);
    if (seq === undefined) return;
    log(`${gateway.key} ${seq}`);
    inFlight.delete(packetId);
    unacknowledged.delete(seq);
    onAcknowledged?.();
  });
  for (const [seq, bytes] of [...unacknowledged]) send(seq, bytes);
  return { send, inFlight: () => inFlight.size, closed: connection.closed, end: connection.end };
}

/** Sends until the connection breaks or the signal ends it, a few reports at a time. */
export async function sendReports(
  sender: Sender,
  port: number,
  { log, signal }: { log(line: string): void; signal?: AbortSignal },
): Promise<void> {
  const sendNext = () => {
    const seq = sender.nextSeq++;
    const bytes = encodeReport(sender.gateway, seq);
    sender.unacknowledged.set(seq, bytes);
    connection?.send(seq, bytes);
  };
  const connection = await openSender(sender, port, { log, onAcknowledged: sendNext });
  if (!connection) return;
  while (connection.inFlight() < WINDOW) sendNext();
  signal?.addEventListener("abort", () => connection.end());
  if (signal?.aborted) connection.end();
  await connection.closed;
}

export async function sendBirth(
  gateway: TestGateway,
  port: number,
  birth: Birth = createBirth(gateway.sn, UNITS),
): Promise<void> {
  const connection = await openRawGateway({ port, ...gateway });
  const acknowledged = new Promise<void>((resolve) => connection.onAcknowledged(() => resolve()));
  connection.send(encodePublish(topicOf.upBirth(gateway.sn), encodeJson(birth), BIRTH_ID));
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

/** Compares the lines that were logged with what is stored of reports with this many units. */
export function compareReports(
  acknowledged: ReadonlySet<string>,
  stored: readonly StoredReport[],
  senders: readonly Pick<Sender, "gateway" | "nextSeq">[],
  units = UNITS,
): LoadOutcome {
  const byReport = new Map(stored.map((row) => [`${row.gateway} ${row.seq}`, row]));
  const isWhole = (line: string) => Number(byReport.get(line)?.units ?? 0) === units;
  const sentBy = new Map(senders.map(({ gateway, nextSeq }) => [gateway.key, nextSeq]));
  return {
    acknowledged: acknowledged.size,
    missing: [...acknowledged].filter((line) => !isWhole(line)).length,
    doubled: stored.filter(({ rows, units }) => rows !== units).length,
    invented: stored.filter(({ gateway, seq }) => Number(seq) >= (sentBy.get(gateway) ?? 0)).length,
  };
}
