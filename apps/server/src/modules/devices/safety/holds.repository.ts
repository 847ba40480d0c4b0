import type { SafetyState, SwitchedPlant } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listedInScope } from "../../base/access/scope-sql.ts";
import { isDrill, unitCounts } from "./operation-sql.ts";
import type { OperationKind } from "./safety-states.ts";
import { shownOperationsWhere } from "./unit-operations.repository.ts";

const MAX_LISTED = 500;

interface HeldRow {
  readonly stationId: string;
  readonly operationId: string;
  readonly name: string;
  readonly number: string;
  readonly timeZone: string;
  readonly state: SafetyState;
  readonly kind: OperationKind;
  readonly byName: string | null;
  readonly authorId: string | null;
  readonly acceptedAt: Date;
  readonly units: number;
  readonly open: number;
  readonly closed: number;
  readonly dark: number;
  readonly marks: number;
}

/** Plants in scope whose devices the caller sees and that are not in normal operation. */
export async function listHeldPlants(db: Db, scope: Scope): Promise<{ rows: HeldRow[]; total: number }> {
  const from = sql`
    from plant_safety s join plants p on p.id = s.plant_id join safety_operations o on o.id = s.operation_id
    where s.state <> 'normal' and ${listedInScope(scope, "devices")}`;
  const { rows } = await sql<HeldRow>`
    select p.id as "stationId", p.name, p.number, p.time_zone as "timeZone", s.state, o.id as "operationId", o.kind, o.author_id as "authorId",
      o.accepted_at as "acceptedAt",
      (select a.user_name from accounts a, (select p.id as plant_id) l
        where a.id = o.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}) as "byName",
      units.*, (select count(*)::int from safety_marks m where m.plant_id = p.id and m.ended_at is null) as marks
    from (select p.id, o.id as operation_id, o.accepted_at ${from} order by o.accepted_at desc limit ${MAX_LISTED}) held
    join plants p on p.id = held.id join plant_safety s on s.plant_id = held.id
    join safety_operations o on o.id = held.operation_id
    cross join lateral ${unitCounts} units
    order by o.accepted_at desc, p.id`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

type SwitchedRow = Omit<SwitchedPlant, "since"> & { readonly since: Date };

/** Plants in scope whose devices the caller sees, not shut down but with operations of single devices; the latest press first. */
export async function listSwitchedPlants(
  db: Db,
  scope: Scope,
): Promise<{ rows: SwitchedRow[]; total: number }> {
  const { rows } = await sql<SwitchedRow & { total: number }>`
    select p.id as "stationId", p.name, p.number, p.time_zone as "timeZone", switched.opened, switched.drills,
      switched.closing, switched.since, (count(*) over ())::int as total
    from (
      select o.plant_id, min(o.accepted_at) as since, max(o.accepted_at) as latest_at,
        (count(*) filter (where o.kind = 'shutdown'))::int as opened,
        (count(*) filter (where o.kind <> 'shutdown'))::int as closing,
        -- What the release of a drill left open is no drill.
        (count(*) filter (where left_open.units is null and ${isDrill("o.id")}))::int as drills
      from ${shownOperationsWhere}
        -- Only these can be shown, whatever their units report.
        and o.id in (
          select id from safety_operations
          where ended_at is null and device_id is not null and (kind = 'shutdown' or proven_at is null)
          union select operation_id from safety_left_open
        )
        and o.plant_id in (
          select p.id from plants p
          where ${listedInScope(scope, "devices")}
            and not exists (select from plant_safety s where s.plant_id = p.id and s.state <> 'normal')
        )
      group by o.plant_id
    ) switched
    join plants p on p.id = switched.plant_id
    order by switched.latest_at desc, p.id limit ${MAX_LISTED}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
