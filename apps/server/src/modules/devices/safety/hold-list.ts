import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listHeldPlants, listSwitchedPlants } from "./holds.repository.ts";

/** Plants that are not in normal operation, with their holders, and those with devices that were switched separately. */
export async function listHolds(db: Db, scope: Scope): Promise<DataInputOf<typeof endpoints.safety.holds>> {
  const [{ rows, total }, switched] = await Promise.all([
    listHeldPlants(db, scope),
    listSwitchedPlants(db, scope),
  ]);
  return {
    rows: rows.map(({ kind, authorId, open, closed, ...row }) => ({
      ...row,
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
