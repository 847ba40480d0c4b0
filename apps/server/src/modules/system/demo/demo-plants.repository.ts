import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { UnitPlace } from "../../devices/placements/placements.service.ts";
import { placeUnits } from "../../devices/placements/placements.service.ts";
import type { DemoPlant } from "./demo-plants.ts";
import type { DemoUnit } from "./demo-units.ts";
import { ratedPowerW } from "./demo-units.ts";

/** Audit type of a removal: a removed demo is not created again. */
export const removedType = "demo.removed";

/** State of the demo: `made` when it exists, `fresh` while there is no company and no plant, so that it may be created. */
export async function findDemoState(db: Db): Promise<"made" | "fresh" | "none"> {
  const { rows } = await sql<{ isMade: boolean; isFresh: boolean }>`
    select exists (select from plants where is_demo) as "isMade",
      not exists (select from plants)
        and not exists (select from companies where upstream_id is not null)
        and not exists (select from audit where type = ${removedType}) as "isFresh"`.execute(db);
  const state = rows[0] as { isMade: boolean; isFresh: boolean };
  if (state.isMade) return "made";
  return state.isFresh ? "fresh" : "none";
}

export async function insertCompany(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (upstream_id, name, address, contact, contact_phone, is_demo)
    select id, 'Demo company', '1 Demo Street', 'Demo', '+1 303 555 0102', true from companies where upstream_id is null returning id`.execute(
    trx,
  );
  return (rows[0] as { id: string }).id;
}

export async function insertPlant(
  trx: Transaction,
  options: {
    plant: DemoPlant;
    number: string;
    companyId: string;
    ownerId: string;
    installedDay: string;
  },
): Promise<{ id: string; key: number }> {
  const { plant, number, companyId, ownerId, installedDay } = options;
  const { rows } = await sql<{ id: string; key: number }>`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, time_zone, currency,
      investment_amount, person_in_charge, phone, address, latitude, longitude, visibility, owner_id, company_id, is_demo)
    values (${number}, ${plant.name}, ${ratedPowerW(plant) / 1000}, ${installedDay}::date, ${plant.timeZone},
      ${plant.currency}, ${plant.investment}::numeric, ${plant.ownerName}, '+1 555 0100', ${plant.address}, ${plant.latitude},
      ${plant.longitude}, ${plant.visibility}, ${ownerId}, ${companyId}, true)
    returning id, key`.execute(trx);
  return rows[0] as { id: string; key: number };
}

function toPlace(unit: DemoUnit, { arrays }: DemoPlant): UnitPlace {
  const { sn, parentSn, label, arrayName: groupName, xM, yM } = unit;
  const place = { sn, ...(parentSn !== undefined && { parentSn }) };
  const array = arrays.find(({ name }) => name === groupName);
  if (array === undefined) return place;
  const { tiltDeg, azimuthDeg } = array;
  return { ...place, slot: { label, groupName, xM, yM, tiltDeg, azimuthDeg } };
}

/** Register entries, slots with their modules, and the links between them, from the day of installation. */
export async function insertUnits(
  trx: Transaction,
  options: { plantId: string; plant: DemoPlant; units: readonly DemoUnit[]; code: string; installedAt: Date },
): Promise<void> {
  const { plantId, plant, units, code, installedAt } = options;
  const input = JSON.stringify(
    units.map((unit) => ({ ...unit, moduleW: unit.type === "OPT" ? unit.ratedPowerW : null })),
  );
  const unit = sql`jsonb_to_recordset(${input}::jsonb) as u (
    sn text, type text, "parentSn" text, label text, "ratedPowerW" double precision, "xM" double precision,
    "yM" double precision, "moduleW" double precision)`;
  await sql`
    insert into devices (sn, type, rated_power_w, registration_code_hash, is_demo)
    select sn, type, "ratedPowerW",
      case when type = 'DCON' then ${createHash("sha256").update(code).digest()}::bytea end, true
    from ${unit}`.execute(trx);
  await placeUnits(trx, {
    plantId,
    fromAt: installedAt,
    units: units.map((each) => toPlace(each, plant)),
  });
  await sql`
    with made as (
      insert into modules (id, model, rated_power_w)
      select gen_random_uuid(), 'Demo module', "moduleW" from ${unit} where type = 'OPT'
      returning id
    ), module as (
      select id, row_number() over () as n from made
    ), place as (
      select l.slot_id, row_number() over (order by d.sn) as n
      from device_links l join devices d on d.id = l.device_id where l.plant_id = ${plantId} and d.type = 'OPT'
    )
    insert into slot_modules (slot_id, module_id, from_at)
    select place.slot_id, module.id, ${installedAt} from place join module using (n)`.execute(trx);
  await sql`
    insert into gateways (device_id)
    select d.id from ${unit} join devices d on d.sn = u.sn where u.type = 'DCON'`.execute(trx);
}

/** Slots of a plant by label. */
export async function listSlotIds(trx: Transaction, plantId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from slots where plant_id = ${plantId}`.execute(trx);
  return new Map(rows.map(({ id, label }) => [label, id]));
}

/** Units that the history of a plant is written for: those of the metering level. */
export interface CountingUnit {
  readonly deviceKey: number;
  readonly slotKey: number;
  readonly kind: "DCON" | "SCON" | "OPT";
  readonly sn: string;
}

export async function listCountingUnits(
  db: Db,
  plantId: string,
  kind: CountingUnit["kind"],
): Promise<CountingUnit[]> {
  const { rows } = await sql<CountingUnit>`
    select d.key as "deviceKey", coalesce(s.key, 0) as "slotKey", d.type as kind, d.sn
    from device_links l join devices d on d.id = l.device_id left join slots s on s.id = l.slot_id
    where l.plant_id = ${plantId} and d.type = ${kind} and d.is_demo and l.to_at is null order by d.sn`.execute(
    db,
  );
  return rows;
}

/** Demo plants whose history is not complete, by name. */
export async function listDemoPlants(
  db: Db,
): Promise<{ id: string; key: number; name: string; installedAt: Date }[]> {
  const { rows } = await sql<{ id: string; key: number; name: string; installedAt: Date }>`
    select p.id, p.key, p.name, min(m.valid_from) as "installedAt"
    from plants p join metering_sets m on m.plant_id = p.id
    where p.is_demo group by p.id`.execute(db);
  return rows;
}
