import { HELD_STATES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { devicesOfBirth } from "./commands.repository.ts";

/** What is held: a whole plant, or single units that someone has opened; `holderId` is null once the account is gone. */
interface Held {
  readonly holderId: string | null;
  readonly isOfPlant: boolean;
}

/** Holds of the plant, and of what was opened alone: these devices, what is below them, and what a relay above them has opened. */
export async function listHeld(
  db: Db,
  { plantId, deviceIds }: { plantId: string; deviceIds: readonly string[] },
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with recursive concerned as (
      select unnest(${[...deviceIds]}::uuid[]) as id
      union select l.device_id from concerned join device_links l on l.parent_id = concerned.id and l.to_at is null
    )
    select o.author_id as "holderId", true as "isOfPlant" from plant_safety s join safety_operations o on o.id = s.operation_id
    where s.plant_id = ${plantId} and s.state = any(${[...HELD_STATES]}::text[])
    union all
    select o.author_id, false from safety_operations o
    where o.plant_id = ${plantId} and o.device_id is not null and o.kind = 'shutdown' and o.ended_at is null and (
      o.device_id in (select id from concerned) or exists (
        select from safety_units u
        where u.operation_id = o.id and u.left_at is null and u.device_id in (select id from concerned)
      )
    )`.execute(db);
  return rows;
}

/** Units of a gateway, by the indices of its current birth. */
export interface CommandTargets {
  readonly gatewayId: string;
  readonly targets: readonly number[] | "all";
}

/** Devices that a command to units of a gateway's current birth concerns; unit 0 and "all" are the gateway itself. */
export async function listConcerned(db: Db, { gatewayId, targets }: CommandTargets): Promise<string[]> {
  if (targets === "all") return [gatewayId];
  const current = sql`(select device_id as gateway_id, birth_rev as rev from gateways where device_id = ${gatewayId})`;
  const { rows } = await sql<{ id: string }>`
    select named.device_id as id from (${devicesOfBirth(current)}) named
    where named.unit = any(${[...targets]}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}
