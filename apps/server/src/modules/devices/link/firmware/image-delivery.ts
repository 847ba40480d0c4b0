import { setTimeout as delay } from "node:timers/promises";
import type { OtaChunkRequest, OtaReport } from "@heliograph/protocol";
import { LIMITS, ProtocolError } from "@heliograph/protocol";
import type { Logger } from "../../../../infra/logger.ts";
import { createThrottle } from "../../../../infra/throttle.ts";
import type { UpgradeService } from "../../upgrades/upgrades.service.ts";
import type { Broker } from "../connection/broker.ts";
import type { Session, SessionBook } from "../connection/session.ts";

const SAVE_EVERY_MS = 1_000;

/**
 * Sends chunks of images to gateways: one at a time in this process, each gateway in turn, and no more bytes a second than
 * configured, so that an upgrade of many gateways delays no report and no command.
 */
export function createImageDelivery(deps: {
  upgrades: Pick<UpgradeService, "readChunk" | "saveDownloads" | "receiveProgress">;
  book: SessionBook;
  broker(): Broker;
  logger: Logger;
  bytesPerSecond: number;
}) {
  const { upgrades, book, broker, logger, bytesPerSecond } = deps;
  const open = new Map<Session, OtaChunkRequest[]>();
  let isStopped = false;
  let sending: Promise<void> | undefined;
  /** When the bytes sent so far are paid for. */
  let paidUntil = 0;

  const saveDownloads = () =>
    upgrades
      .saveDownloads()
      .catch((error: unknown) => logger.warn({ err: error }, "progress of downloads could not be stored"));
  const saving = createThrottle(saveDownloads, SAVE_EVERY_MS);

  async function sendChunk(session: Session, request: OtaChunkRequest): Promise<void> {
    // The gateway has left, and requests it again in its next session.
    if (session.client.closed || book.find(session.sn) !== session || !session.subscribed.has("downOta"))
      return;
    const data = await upgrades.readChunk(session.gatewayId, request);
    if (data === undefined) return;
    saving.request();
    await broker().sendChunk(session.sn, { job: request.job, offset: request.offset, data });
    paidUntil = Math.max(paidUntil, performance.now()) + (1000 * data.length) / bytesPerSecond;
  }

  /** The request of the gateway that has waited longest; the gateway is last in the order afterwards. */
  function takeNext(): { session: Session; request: OtaChunkRequest } | undefined {
    for (const [session, [request, ...rest]] of open) {
      open.delete(session);
      if (request === undefined) continue;
      if (rest.length > 0) open.set(session, rest);
      return { session, request };
    }
    return undefined;
  }

  async function sendAll(): Promise<void> {
    for (let next = takeNext(); next !== undefined && !isStopped; next = takeNext()) {
      const { session, request } = next;
      await sendChunk(session, request).catch((error: unknown) =>
        logger.warn({ err: error, sn: session.sn, job: request.job }, "a part of an image could not be sent"),
      );
      const pauseMs = paidUntil - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
    }
    sending = undefined;
  }

  return {
    /**
     * Queues a request for a chunk, which is acknowledged before the chunk is sent, or stores progress. Throws
     * `wrong-session` for a tool, `too-large` for a request beyond those that may be open.
     */
    async receive(session: Session, report: OtaReport): Promise<void> {
      if (session.tag !== undefined || book.find(session.sn) !== session)
        throw new ProtocolError("wrong-session", `firmware job ${report.job}`);
      if (!("offset" in report)) return await upgrades.receiveProgress(session.gatewayId, report);
      const waiting = open.get(session) ?? [];
      const isKnown = waiting.some(({ job, offset }) => job === report.job && offset === report.offset);
      if (isKnown) return;
      if (waiting.length >= LIMITS.openChunks)
        throw new ProtocolError(
          "too-large",
          `more than ${LIMITS.openChunks} open requests for parts of images`,
        );
      open.set(session, [...waiting, report]);
      sending ??= sendAll();
    },
    async stop(): Promise<void> {
      isStopped = true;
      open.clear();
      await sending;
      saving.stop();
      await saveDownloads();
    },
  };
}

export type ImageDelivery = ReturnType<typeof createImageDelivery>;
