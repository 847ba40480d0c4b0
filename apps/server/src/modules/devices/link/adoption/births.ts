import type { Birth } from "@heliograph/protocol";
import { ProtocolError } from "@heliograph/protocol";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import type { GatewayContexts } from "../connection/gateway-contexts.ts";
import type { SecurityLog } from "../connection/security-log.ts";
import type { Session } from "../connection/session.ts";
import { noteStartup } from "../intake/report-time.ts";
import { adoptUnits, saveBirth } from "./births.repository.ts";

const MAX_LISTED_SERIALS = 20;

export interface BirthRulesDeps {
  db: Db;
  clock: Clock;
  contexts: GatewayContexts;
  securityLog: SecurityLog;
  onPlantChanged(plantId: string): void;
}

/** Stores births by revision and adopts their units. The caller stores the reports that waited for them. */
export function createBirthRules({ db, clock, contexts, securityLog, onPlantChanged }: BirthRulesDeps) {
  async function adopt(gatewayId: string, birth: Birth, isReported: boolean): Promise<void> {
    const { adopted, foreign, tooMany, plantId } = await db.transaction().execute(async (trx) => {
      const result = await adoptUnits(trx, gatewayId, birth);
      if (result.adopted > 0) {
        await writeAudit(trx, {
          kind: "system",
          type: "device.adopt",
          plantId: result.plantId,
          objectType: "device",
          objectId: gatewayId,
          new: { adopted: result.adopted },
          method: "link",
        });
      }
      return result;
    });
    const alarms = [
      ["device.other-plant", foreign],
      ["device.too-many-units", tooMany],
    ] as const;
    for (const [type, serials] of alarms) {
      if (serials.length === 0 || isReported) continue;
      const named = { serialNumbers: serials.slice(0, MAX_LISTED_SERIALS), total: serials.length };
      await securityLog.raise(type, gatewayId, { plantId, new: named });
    }
    if (adopted > 0 && plantId !== undefined) onPlantChanged(plantId);
  }

  return {
    /** Stores a birth; returns whether reports that waited for it can be placed now. */
    async receive({ sn, tag, epoch }: Session, birth: Birth): Promise<boolean> {
      if (birth.gateway.sn !== sn) throw new ProtocolError("malformed", "the birth of another gateway");
      const context = await contexts.get(sn);
      const receivedAt = clock.now();
      const { facts } = context;
      const isNew = await db
        .transaction()
        .execute((trx) =>
          saveBirth(
            trx,
            { id: facts.id, epoch: tag === undefined ? epoch : undefined },
            { birth, receivedAt },
          ),
        );
      // After a restart a gateway counts from another instant.
      context.startupAtMs = undefined;
      context.clock = birth.clock;
      noteStartup(context, birth.t, receivedAt);
      await adopt(facts.id, birth, !isNew);
      await contexts.reload(sn);
      return isNew;
    },
    /** Adopts the units of the newest birth, after the gateway was added to a plant. */
    async adoptAgain(sn: string): Promise<void> {
      const context = await contexts.get(sn);
      const newest = [...context.facts.births.values()].sort((a, b) => b.receivedAt - a.receivedAt)[0];
      if (newest) await adopt(context.facts.id, newest.birth, false);
      await contexts.reload(sn);
    },
  };
}

export type BirthRules = ReturnType<typeof createBirthRules>;
