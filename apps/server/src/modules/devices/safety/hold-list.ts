import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listEvidenceAges } from "./evidence-age.repository.ts";
import { summarizeEvidence } from "./evidence-age.ts";
import { listHeldPlants, listSwitchedPlants } from "./holds.repository.ts";

/** Plants that are not in normal operation, with their holders, and those with devices that were switched separately. */
export async function listHolds(
  db: Db,
  scope: Scope,
  now: Date,
): Promise<DataInputOf<typeof endpoints.safety.holds>> {
  const [{ rows, total }, switched] = await Promise.all([
    listHeldPlants(db, scope),
    listSwitchedPlants(db, scope),
  ]);
  const operationIds = rows.map(({ operationId }) => operationId);
  const ages = Map.groupBy(
    await listEvidenceAges(db, { operationIds, withDevices: false, now }),
    ({ operationId }) => operationId,
  );
  return {
    rows: rows.map(({ operationId, kind, authorId, open, closed, ...row }) => ({
      ...row,
      evidence: summarizeEvidence(ages.get(operationId) ?? []),
      isMine: authorId !== null && authorId === scope.accountId,
      acceptedAt: row.acceptedAt.toISOString(),
      proven: kind === "shutdown" ? open : closed,
    })),
    total,
    switchedPlants: {
      rows: switched.rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
      total: switched.total,
    },
  };
}
