import type { RejectReason } from "@heliograph/protocol";
import { decodeMessage, ProtocolError, topicOf } from "@heliograph/protocol";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { ExpiredReport, PendingReason, ReportKind } from "./pending-reports.repository.ts";
import { deleteExpiredPending } from "./pending-reports.repository.ts";
import type { RejectedReport } from "./rejected-reports.repository.ts";
import { deleteOldBodies, insertRejected } from "./rejected-reports.repository.ts";
import { MESSAGE_OF_KIND } from "./report-intake.ts";

/** Bodies of 64 KiB must not fill the memory. */
const BATCH = 200;

const REASONS: Readonly<Record<PendingReason, RejectReason>> = {
  "before-link": "before-installation",
  "after-removal": "removed",
  "unknown-rev": "unknown-rev",
  unbound: "unbound",
};

/** One that was stored by another version may no longer be valid; it must not keep the others from being rejected. */
function readSeq(kind: ReportKind, body: Buffer): number | undefined {
  try {
    return decodeMessage(MESSAGE_OF_KIND[kind], body).s;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

const toRejected = ({ gatewayId, sn, receivedAt, kind, reason, body }: ExpiredReport): RejectedReport => ({
  gatewayId,
  receivedAtMs: receivedAt.getTime(),
  topic: topicOf[MESSAGE_OF_KIND[kind]](sn),
  seq: readSeq(kind, body),
  reason: REASONS[reason],
  detail: "pending for 7 days",
  unitCount: 0,
  body,
});

/** Rejects the reports that have been pending for too long, so that none disappears without a reason. */
export async function rejectExpired(db: Db, now: number): Promise<void> {
  for (;;) {
    const expired = await db.transaction().execute(async (trx) => {
      const reports = await deleteExpiredPending(trx, { now, limit: BATCH });
      if (reports.length > 0) await insertRejected(trx, reports.map(toRejected));
      return reports;
    });
    for (const gatewayId of new Set(expired.map((report) => report.gatewayId)))
      await deleteOldBodies(db, gatewayId);
    if (expired.length < BATCH) return;
  }
}
