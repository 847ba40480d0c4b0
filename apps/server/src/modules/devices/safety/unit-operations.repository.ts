import type { SafetyString } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout } from "../../base/access/plant-access.ts";
import { isDrill, shownReason, unitCounts } from "./operation-sql.ts";
import type { OperationKind } from "./safety-states.ts";
import { stringOf } from "./string-name-sql.ts";

export interface UnitOperationRow {
  readonly operationId: string;
  readonly device: Pick<SafetyString, "deviceId" | "sn" | "type" | "name">;
  readonly kind: OperationKind;
  readonly isDrill: boolean;
  readonly reason: string;
  readonly authorId: string | null;
  /** Units that its release left open; null while it has not ended. */
  readonly leftOpen: number | null;
  readonly acceptedAt: Date;
  readonly deadlineAt: Date;
  readonly units: number;
  readonly open: number;
  readonly closed: number;
  readonly dark: number;
  readonly sampleAt: Date | null;
  readonly isConnected: boolean;
}

/**
 * Current operations of single units (alias `o`) with their `units` and how many they `left_open`: all that open, those that close
 * until their effect is known, and those whose release left units open. A unit that was proven closed is left out: in the night its
 * switch opens without a command. What an MCON without units did only its own reply says. The text after `from`, up to conditions
 * that others may follow.
 */
export const shownOperationsWhere = sql`
  safety_operations o
  join device_links l on l.device_id = o.device_id and l.plant_id = o.plant_id and l.to_at is null
  cross join lateral ${unitCounts} units
  left join lateral (
    select nullif(count(*)::int, 0) as units
    from safety_left_open opened join device_links linked on linked.device_id = opened.device_id and linked.to_at is null
    where opened.operation_id = o.id and linked.plant_id = o.plant_id
  ) left_open on true
  where (o.ended_at is null or exists (select from safety_left_open opened where opened.operation_id = o.id))
    and (left_open.units is not null or o.ended_at is null and (o.kind = 'shutdown' or o.proven_at is null and not (
      units.units = 0 and exists (
        select from commands c where c.safety_id = o.id and c.op = 'relay' and c.state = 'done' and c.code is null
      )
    )))`;

/** Current operations of single units of a plant, the latest first. */
export async function listShownOperations(
  db: Db,
  plant: Pick<PlantAccess, "plantId" | "hiddenParts">,
): Promise<UnitOperationRow[]> {
  const { rows } = await sql<UnitOperationRow>`
    select o.id as "operationId", ${stringOf(sql`o.device_id`, { isLayoutHidden: hidesLayout(plant) })} as device,
      o.kind, ${isDrill("o.id")} as "isDrill", ${shownReason} as reason, left_open.units as "leftOpen",
      o.author_id as "authorId", o.accepted_at as "acceptedAt", o.deadline_at as "deadlineAt", units.*, (
        select min(u.sample_at) from safety_units u
        where u.operation_id = o.id and u.left_at is null
          and u.state = case o.kind when 'shutdown' then 'open' else 'closed' end
      ) as "sampleAt", exists (
        select from safety_gateways sg join gateways g on g.device_id = sg.gateway_id
        where sg.operation_id = o.id and g.is_online
      ) as "isConnected"
    from ${shownOperationsWhere} and o.plant_id = ${plant.plantId}
    order by o.accepted_at desc, o.id`.execute(db);
  return rows;
}
