import { ProtocolError } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { BirthRules } from "./births.ts";
import type { GatewayContexts } from "./gateway-contexts.ts";
import { deleteHeld, listHeld, withTakeInLock } from "./held-reports.ts";
import type { ReportIntake } from "./report-intake.ts";
import type { SessionBook } from "./session.ts";

async function findSn(db: Db, gatewayId: string): Promise<string | undefined> {
  const { rows } = await sql<{ sn: string }>`
    select sn from devices where id = ${gatewayId} and type = 'DCON'`.execute(db);
  return rows[0]?.sn;
}

/** The device if it is a gateway, else the gateways whose births name it. */
async function listGatewaysOf(db: Db, sn: string): Promise<{ id: string; sn: string; isItself: boolean }[]> {
  const { rows } = await sql<{ id: string; sn: string; isItself: boolean }>`
    select id, sn, true as "isItself" from devices where sn = ${sn} and type = 'DCON'
    union
    select d.id, d.sn, false from births b join devices d on d.id = b.gateway_id
    where b.body -> 'units' @> jsonb_build_array(jsonb_build_array(${sn}::text))`.execute(db);
  return rows;
}

/** Places what was held once its birth, plant or link is there. */
export function createTakeIn(deps: {
  db: Db;
  intake: ReportIntake;
  contexts: GatewayContexts;
  births: BirthRules;
  book: SessionBook;
  logger: Logger;
}) {
  const { db, intake, contexts, births, book, logger } = deps;

  async function takeAll(gatewayId: string, sn: string): Promise<void> {
    for (let afterId = 0; ; ) {
      const held = await listHeld(db, gatewayId, afterId);
      if (held.length === 0) return;
      const outcomes = await Promise.all(
        held.map((report) =>
          intake.takeHeld(sn, report).catch((error: unknown) => {
            if (!(error instanceof ProtocolError)) throw error;
            logger.warn({ err: error, sn }, "a held report cannot be read any more");
            return true;
          }),
        ),
      );
      await deleteHeld(
        db,
        held.filter((_, index) => outcomes[index]).map(({ id }) => id),
      );
      afterId = held.at(-1)?.id ?? afterId;
    }
  }

  async function takeInHeld(gatewayId: string): Promise<void> {
    const sn = await findSn(db, gatewayId);
    if (sn === undefined) return;
    await contexts.get(sn);
    await contexts.reload(sn);
    await withTakeInLock(db, gatewayId, () => takeAll(gatewayId, sn));
    if (book.isEmpty(sn)) contexts.drop(sn);
  }

  return {
    takeInHeld,
    /** A gateway or one of its units came into a plant, or left one. */
    async onLinksChanged(sn: string): Promise<void> {
      for (const gateway of await listGatewaysOf(db, sn)) {
        if (gateway.isItself) await births.adoptAgain(gateway.sn);
        await takeInHeld(gateway.id);
      }
    },
  };
}

export type TakeIn = ReturnType<typeof createTakeIn>;
