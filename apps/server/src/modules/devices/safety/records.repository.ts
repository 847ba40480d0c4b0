import type { SafetyString } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { isDrill, safeAfterS, shownReason, unitCounts } from "./operation-sql.ts";
import type { OperationKind } from "./safety-states.ts";
import { stringOf } from "./string-name-sql.ts";

export interface RecordRow {
  readonly operationId: string;
  readonly kind: OperationKind;
  /** A shutdown that was a drill. */
  readonly isDrill: boolean;
  /** Of a drill of a string, and of closing it. */
  readonly string: SafetyString | null;
  /** Of the opening or closing of a single unit outside drills; the whole plant when there is no string either. */
  readonly unit: SafetyString | null;
  readonly reason: string;
  readonly byName: string | null;
  readonly address: string;
  readonly acceptedAt: Date;
  /** When the rights were read that decided it while the database was unavailable; null: it was decided as usual. */
  readonly rightsAt: Date | null;
  readonly deadlineAt: Date;
  readonly endedAt: Date | null;
  readonly units: number;
  readonly open: number;
  readonly closed: number;
  readonly dark: number;
  readonly safeAfterS: number | null;
}

/** Whether an operation `o` closed the string of a drill. */
const endsDrill = sql`o.kind = 'reset' and exists (
  select from safety_operations drilled
  where drilled.device_id = o.device_id and drilled.ended_at = o.accepted_at and ${isDrill("drilled.id")}
)`;

/** Operations of a plant, of drills of its strings and of its single units, the latest first; only one of them when it is named. */
export async function listRecordRows(
  db: Db,
  { scope, plant, operationId }: { scope: Scope; plant: PlantAccess; operationId?: string },
  { page, pageSize }: { page: number; pageSize: number } = { page: 1, pageSize: 1 },
): Promise<{ rows: RecordRow[]; total: number }> {
  const { plantId } = plant;
  const device = stringOf(sql`o.device_id`, { isLayoutHidden: hidesLayout(plant) });
  const isOfDrill = sql`(${isDrill("o.id")} or ${endsDrill})`;
  const where = sql`o.plant_id = ${plantId} and ${operationId === undefined ? sql`true` : sql`o.id = ${operationId}`}`;
  const { rows } = await sql<RecordRow>`
    select o.id as "operationId", o.kind, ${isDrill("o.id")} as "isDrill",
      case when ${isOfDrill} then ${device} end as string, case when not ${isOfDrill} then ${device} end as unit,
      ${shownReason} as reason, o.address, o.accepted_at as "acceptedAt",
      o.deadline_at as "deadlineAt", o.ended_at as "endedAt", (
        select (e.detail::jsonb ->> 'rightsAsOf')::timestamptz from safety_ledger e
        where e.plant_id = o.plant_id and e.operation_id = o.id and e.kind = 'stop' order by e.number desc limit 1
      ) as "rightsAt", (
        select a.user_name from accounts a, (select ${plantId}::uuid as plant_id) l
        where a.id = o.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}
      ) as "byName", units.*, ${safeAfterS} as "safeAfterS"
    from safety_operations o cross join lateral ${unitCounts} units
    where ${where} order by o.accepted_at desc, o.id offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from safety_operations o where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface RecordPlant {
  readonly stationId: string;
  readonly name: string;
  readonly number: string;
  readonly timeZone: string;
}

export async function getRecordPlant(db: Db, plantId: string): Promise<RecordPlant> {
  const { rows } = await sql<RecordPlant>`
    select p.id as "stationId", p.name, p.number, p.time_zone as "timeZone" from plants p where p.id = ${plantId}`.execute(
    db,
  );
  return rows[0] as RecordPlant;
}
