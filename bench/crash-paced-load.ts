import { setTimeout as wait } from "node:timers/promises";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import { createData } from "../apps/server/test/link.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import type { Sender } from "../apps/server/test/report-load.ts";
import { createSender, openSender, packetIdOf } from "../apps/server/test/report-load.ts";

// Gateways that report at an even pace whether the server runs or not, as real ones do: reports that become due without a
// connection wait in their buffers.

export interface PacedLoadOptions {
  readonly gateways: readonly TestGateway[];
  readonly modules: number;
  /** Time between two reports of a gateway. */
  readonly intervalMs: number;
}

// 200 W, as the voltage and current of the reports say: 1 Wh in 18 s.
const MS_PER_WH = 18_000;
const POLL_MS = 50;
// Only ends a wait for acknowledgements that never come.
const TIMEOUT_MS = 120_000;

/** A report of one gateway; `sinceMs` is the time since its first one. */
export function encodePacedReport(
  { sn }: Pick<TestGateway, "sn">,
  report: { seq: number; atMs: number; sinceMs: number; modules: number },
): Buffer {
  const { seq, atMs, sinceMs, modules } = report;
  const units = Array.from({ length: modules }, (_, index) => index + 1);
  const data = createData({ s: seq, t: atMs, units, counterWh: Math.floor(sinceMs / MS_PER_WH) });
  return encodePublish(topicOf.upData(sn), encodeJson(data), packetIdOf(seq));
}

/** Starts making reports; `serve` sends them. */
export function startPacedLoad({ gateways, modules, intervalMs }: PacedLoadOptions) {
  const senders = gateways.map(createSender);
  const open = new Map<Sender, NonNullable<Awaited<ReturnType<typeof openSender>>>>();
  const startedAtMs = Date.now();
  const stopping = new AbortController();

  function record(sender: Sender, dueMs: number): void {
    const seq = sender.nextSeq++;
    const atMs = Math.round(startedAtMs + dueMs);
    const bytes = encodePacedReport(sender.gateway, { seq, atMs, sinceMs: dueMs, modules });
    sender.unacknowledged.set(seq, bytes);
    open.get(sender)?.send(seq, bytes);
  }

  async function recordAll(): Promise<void> {
    const stepMs = intervalMs / senders.length;
    for (let index = 0; !stopping.signal.aborted; index++) {
      const dueMs = index * stepMs;
      await wait(Math.max(0, startedAtMs + dueMs - Date.now()), undefined, {
        signal: stopping.signal,
      }).catch(() => undefined);
      const sender = senders[index % senders.length];
      if (sender && !stopping.signal.aborted) record(sender, dueMs);
    }
  }

  const recording = recordAll();
  return {
    senders,
    /**
     * Connects all gateways; resolves when their connections are closed. Logs a line for each acknowledged report. With
     * `again` they connect again until its signal ends that.
     */
    async serve(
      port: number,
      log: (line: string) => void,
      again?: { reconnectMs: number; signal: AbortSignal },
    ): Promise<void> {
      const connect = async (sender: Sender) => {
        const connection = await openSender(sender, port, { log });
        if (!connection) return;
        open.set(sender, connection);
        await connection.closed;
        open.delete(sender);
      };
      await Promise.all(
        senders.map(async (sender) => {
          await connect(sender);
          while (again && !again.signal.aborted) {
            await wait(again.reconnectMs);
            if (!again.signal.aborted) await connect(sender);
          }
        }),
      );
    },
    /** Makes no more reports; resolves when all of them are acknowledged and the connections are closed. */
    async finish(): Promise<void> {
      stopping.abort();
      await recording;
      const endsAt = performance.now() + TIMEOUT_MS;
      while (senders.some(({ unacknowledged }) => unacknowledged.size > 0)) {
        if (performance.now() > endsAt) throw new Error("the last reports were not acknowledged");
        await wait(POLL_MS);
      }
      for (const connection of open.values()) connection.end();
    },
    stop: () => stopping.abort(),
  };
}
