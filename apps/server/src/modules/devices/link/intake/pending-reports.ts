import { ProtocolError } from "@heliograph/protocol";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { RecentChange } from "../../placements/placements.service.ts";
import type { BirthRules } from "../adoption/births.ts";
import type { GatewayContexts } from "../connection/gateway-contexts.ts";
import type { SessionBook } from "../connection/session.ts";
import {
  deletePending,
  findGatewaySn,
  listGatewaysOf,
  listPending,
  listWithPending,
  withPendingLock,
} from "./pending-reports.repository.ts";
import type { ReportIntake } from "./report-intake.ts";

interface ChangedGateway {
  readonly id: string;
  readonly sn: string;
  /** Whether its own link changed, not only that of a unit. */
  readonly isItself: boolean;
}

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

  async function applyLinks(gateways: readonly ChangedGateway[]): Promise<void> {
    for (const gateway of gateways) {
      if (gateway.isItself) await births.adoptAgain(gateway.sn);
      await storePending(gateway.id);
    }
  }

  return {
    storePending,
    /** A gateway or one of its units was added to a plant, or left one. */
    onLinksChanged: async (sn: string): Promise<void> => await applyLinks(await listGatewaysOf(db, sn)),
    /** As `onLinksChanged`, for what was read from the database: gateways of this process, and those with pending reports. */
    async onChangesRead(changes: readonly RecentChange[]): Promise<void> {
      const changedGateways = new Set(changes.filter(({ isGateway }) => isGateway).map(({ sn }) => sn));
      const plantKeys = new Set(changes.flatMap((change) => change.plantKeys));
      const known = await contexts.listAffected(changedGateways, plantKeys);
      const others = changedGateways.difference(new Set(known.map(({ sn }) => sn)));
      const withPending = others.size > 0 ? await listWithPending(db, [...others]) : [];
      await applyLinks([...known, ...withPending]);
    },
  };
}

export type PendingReports = ReturnType<typeof createPendingReports>;
