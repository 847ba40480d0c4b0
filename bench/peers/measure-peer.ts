import type { IngestOptions } from "../ingest-run.ts";
import { listIngestPlaces } from "../ingest-run.ts";
import type { ReportPlace, ReportShape } from "../module-reports.ts";
import { createDirectColumns } from "../module-reports.ts";
import { listDueReports } from "../pace.ts";
import type { PacedOptions } from "../paced-run.ts";
import { sendPaced } from "../paced-run.ts";
import { QUIET_SECONDS, readAtQuiet } from "../quiet.ts";
import { startCpuClock } from "../tree-cpu.ts";
import type { Measured } from "./measured.ts";
import type { Peer, PeerConnection } from "./peer.ts";
import { createTotals } from "./totals.ts";

const BODY_SAMPLES = 2_000;
const BULK_CONNECTIONS = 2;
/** From the first samples, which are not measured, to the first report. */
const FIRST_BEFORE_MS = 60_000;

/** Parts of the list in bodies of the usual size. */
export function splitIntoBodies(places: readonly ReportPlace[], { modules }: ReportShape): ReportPlace[][] {
  const perBody = Math.max(1, Math.round(BODY_SAMPLES / modules));
  return Array.from({ length: Math.ceil(places.length / perBody) }, (_, body) =>
    places.slice(body * perBody, (body + 1) * perBody),
  );
}

/** Sends all bodies, each connection the next one as soon as it has an acknowledgement. */
async function sendBodies(connections: readonly PeerConnection[], bodies: readonly Buffer[]): Promise<void> {
  const waiting = bodies.values();
  await Promise.all(
    connections.map(async (connection) => {
      for (const body of waiting) await connection.send(body);
    }),
  );
}

/** Opens connections to a peer for reports of this shape; counts the samples that it encodes. */
async function openSenders(peer: Peer, count: number, shape: ReportShape) {
  const totals = createTotals();
  const connections = await Promise.all(Array.from({ length: count }, () => peer.open()));
  return {
    totals,
    connections,
    encode(places: readonly ReportPlace[]): Buffer {
      const samples = createDirectColumns(places, shape);
      totals.add(samples);
      return peer.encode(samples);
    },
  };
}

/**
 * One report of each gateway, so that the peer knows all series and connections before the clock starts, as our server
 * does.
 */
const listFirstPlaces = (gateways: number, atMs: number): ReportPlace[] =>
  Array.from({ length: gateways }, (_, gateway) => ({ gateway, turn: -1, atMs: atMs - FIRST_BEFORE_MS }));

/** Measures a load on the peer once it is quiet, until it is quiet again, then checks what it has stored. */
async function measure(
  peer: Peer,
  { totals, connections }: Awaited<ReturnType<typeof openSenders>>,
  load: { samples: number; send(): Promise<unknown> },
): Promise<Measured> {
  await peer.finish();
  await readAtQuiet(startCpuClock(peer.pid), QUIET_SECONDS);
  const readClock = startCpuClock(peer.pid);
  await load.send();
  const acknowledged = readClock();
  await peer.finish();
  const quiet = await readAtQuiet(readClock, QUIET_SECONDS);
  await Promise.all(connections.map((connection) => connection.end()));
  const { fromMs, toMs } = totals.range();
  totals.check(await peer.readTotals(fromMs, toMs));
  const bytesPerSample = (await peer.readBytes()) / totals.samples();
  const { version } = peer;
  return { samples: load.samples, cpu: { acknowledged, quiet }, bytesPerSample, version };
}

/** The reports of `ingest` in bodies of many, encoded before the clock starts, over two connections. */
export async function measureBulk(peer: Peer, options: IngestOptions): Promise<Measured> {
  const { gateways, shape } = options;
  const senders = await openSenders(peer, BULK_CONNECTIONS, shape);
  const encodeAll = (places: readonly ReportPlace[]) => splitIntoBodies(places, shape).map(senders.encode);
  const places = listIngestPlaces(options);
  await sendBodies(senders.connections, encodeAll(listFirstPlaces(gateways, places[0]?.atMs ?? 0)));
  const bodies = encodeAll(places);
  return measure(peer, senders, {
    samples: places.length * shape.modules,
    send: () => sendBodies(senders.connections, bodies),
  });
}

/** The reports of `paced`, each a body of its own when it is due. */
export async function measurePaced(
  peer: Peer,
  { gateways, seconds, shape, connectionCount }: PacedOptions & { connectionCount: number },
): Promise<Measured> {
  const senders = await openSenders(peer, connectionCount, shape);
  const send = async (place: ReportPlace) =>
    await senders.connections[place.gateway % connectionCount]?.send(senders.encode([place]));
  await Promise.all(listFirstPlaces(gateways, Date.now()).map(send));
  const due = listDueReports({ gateways, intervalS: shape.intervalS, seconds });
  return measure(peer, senders, {
    samples: due.length * shape.modules,
    send: () => sendPaced(due, send),
  });
}
