import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { SWITCHES, unitsOfPlant } from "./safety.repository.ts";

interface OfPlant {
  readonly operationId: string;
  readonly plantId: string;
}

/** With a gateway only what is behind it. */
interface InPlant extends OfPlant {
  readonly gatewayId?: string | undefined;
  readonly at: Date;
}

/** A unit that joined or left a plant during its shutdown. */
export interface ChangedUnit {
  readonly sn: string;
  readonly gatewayId: string | null;
}

/** Shutdowns of plants whose units or gateways are no longer those that the operation has. */
export async function listChangedPlants(db: Db): Promise<OfPlant[]> {
  const { rows } = await sql<OfPlant>`
    select o.id as "operationId", o.plant_id as "plantId" from safety_operations o
    where o.ended_at is null and o.device_id is null and o.kind = 'shutdown' and (
      exists (
        select from device_links l join devices d on d.id = l.device_id
        where l.plant_id = o.plant_id and l.to_at is null and (
          d.type in ${SWITCHES} and not exists (
            select from safety_units u where u.operation_id = o.id and u.device_id = d.id and u.left_at is null)
          or d.type = 'DCON' and exists (select from gateways g where g.device_id = d.id) and not exists (
            select from safety_gateways g where g.operation_id = o.id and g.gateway_id = d.id))
      ) or exists (
        select from safety_units u where u.operation_id = o.id and u.left_at is null and not exists (
          select from device_links l where l.device_id = u.device_id and l.plant_id = o.plant_id and l.to_at is null)
      )
    )`.execute(db);
  return rows;
}

/** Adds the units that joined the plant; nothing is known of them. Those that had left and come back begin anew. */
export async function insertJoinedUnits(
  trx: Transaction,
  { operationId, plantId, gatewayId, at }: InPlant,
): Promise<ChangedUnit[]> {
  const { rows } = await sql<ChangedUnit>`
    with joined as (
      insert into safety_units as known (operation_id, device_id, gateway_id, joined_at)
      select ${operationId}, u.device_id, u.gateway_id, ${at} from (${unitsOfPlant(plantId, gatewayId)}) u
      on conflict (operation_id, device_id) do update set gateway_id = excluded.gateway_id, state = 'unknown',
        is_dark = false, proven_at = null, sample_at = null, judged_at = null, output_v = null, input_v = null,
        joined_at = excluded.joined_at, left_at = null
      where known.left_at is not null
      returning device_id, gateway_id
    )
    select d.sn, joined.gateway_id as "gatewayId" from joined join devices d on d.id = joined.device_id
    order by d.sn`.execute(trx);
  return rows;
}

/** Marks units that another device has replaced: they are no part of the shutdown any more. */
export async function endLeftUnits(
  trx: Transaction,
  { operationId, plantId, gatewayId, at }: InPlant,
): Promise<ChangedUnit[]> {
  const { rows } = await sql<ChangedUnit>`
    update safety_units u set left_at = ${at} from devices d
    where d.id = u.device_id and u.operation_id = ${operationId} and u.left_at is null
      and (${gatewayId ?? null}::uuid is null or u.gateway_id = ${gatewayId ?? null}) and not exists (
      select from device_links l where l.device_id = u.device_id and l.plant_id = ${plantId} and l.to_at is null)
    returning d.sn, u.gateway_id as "gatewayId"`.execute(trx);
  return rows;
}

/** Adds gateways that joined the plant; returns their ids. */
export async function insertJoinedGateways(
  trx: Transaction,
  { operationId, plantId }: OfPlant,
): Promise<string[]> {
  const { rows } = await sql<{ gatewayId: string }>`
    insert into safety_gateways (operation_id, gateway_id)
    select ${operationId}, g.device_id from gateways g
    join device_links l on l.device_id = g.device_id and l.to_at is null
    where l.plant_id = ${plantId}
    on conflict (operation_id, gateway_id) do nothing returning gateway_id as "gatewayId"`.execute(trx);
  return rows.map(({ gatewayId }) => gatewayId);
}
