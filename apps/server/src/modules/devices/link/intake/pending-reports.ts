import { ProtocolError } from "@heliograph/protocol";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { BirthRules } from "../adoption/births.ts";
import type { GatewayContexts } from "../connection/gateway-contexts.ts";
import type { SessionBook } from "../connection/session.ts";
import {
  deletePending,
  findGatewaySn,
  listGatewaysOf,
  listPending,
  withPendingLock,
} from "./pending-reports.repository.ts";
import type { ReportIntake } from "./report-intake.ts";

/** Stores pending reports once their birth, plant or link exists. */
export function createPendingReports(deps: {
  db: Db;
  intake: ReportIntake;
  contexts: GatewayContexts;
  births: BirthRules;
  book: SessionBook;
  logger: Logger;
}) {
  const { db, intake, contexts, births, book, logger } = deps;

  async function storeAll(gatewayId: string, sn: string): Promise<void> {
    for (let afterId = 0; ; ) {
      const pending = await listPending(db, gatewayId, afterId);
      if (pending.length === 0) return;
      const outcomes = await Promise.all(
        pending.map((report) =>
          intake.storePending(sn, report).catch((error: unknown) => {
            if (!(error instanceof ProtocolError)) throw error;
            logger.warn({ err: error, sn }, "a pending report cannot be read any more");
            return true;
          }),
        ),
      );
      await deletePending(
        db,
        pending.filter((_, index) => outcomes[index]).map(({ id }) => id),
      );
      afterId = pending.at(-1)?.id ?? afterId;
    }
  }

  async function storePending(gatewayId: string): Promise<void> {
    const sn = await findGatewaySn(db, gatewayId);
    if (sn === undefined) return;
    await contexts.get(sn);
    await contexts.reload(sn);
    await withPendingLock(db, gatewayId, () => storeAll(gatewayId, sn));
    if (book.isEmpty(sn)) contexts.drop(sn);
  }

  return {
    storePending,
    /** A gateway or one of its units was added to a plant, or left one. */
    async onLinksChanged(sn: string): Promise<void> {
      for (const gateway of await listGatewaysOf(db, sn)) {
        if (gateway.isItself) await births.adoptAgain(gateway.sn);
        await storePending(gateway.id);
      }
    },
  };
}

export type PendingReports = ReturnType<typeof createPendingReports>;
