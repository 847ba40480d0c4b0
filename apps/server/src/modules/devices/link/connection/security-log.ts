import type { AuditType } from "@heliograph/contract";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";

const QUIET_MS = 60_000;

/** Security alarms of the link: rows of kind security, at most one of a type and gateway a minute, so that a gateway cannot fill the table. */
export function createSecurityLog({ db, clock }: { db: Db; clock: Clock }) {
  const writtenAt = new Map<string, number>();

  function deleteOld(now: number): void {
    for (const [key, at] of writtenAt) if (now - at >= QUIET_MS) writtenAt.delete(key);
  }

  return {
    async raise(
      type: AuditType,
      gatewayId: string,
      details: { plantId?: string; new?: unknown } = {},
    ): Promise<void> {
      const now = clock.now();
      const key = `${type}/${gatewayId}`;
      if (now - (writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
      deleteOld(now);
      writtenAt.set(key, now);
      await db.transaction().execute((trx) =>
        writeAudit(trx, {
          kind: "security",
          type,
          plantId: details.plantId,
          objectType: "device",
          objectId: gatewayId,
          new: details.new,
          method: "link",
        }),
      );
    },
  };
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;
