import type { Birth, UnitType } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Transaction } from "../../../../infra/postgres/database.ts";
import type { UnitPlace } from "../../placements/placements.service.ts";
import { placeUnits } from "../../placements/placements.service.ts";
import { MAX_BIRTHS } from "../connection/gateways.repository.ts";

/** Longest report interval that is stored. */
const MAX_INTERVAL_S = 3600;
/** Units behind one gateway; about 500 are built. Without a limit a gateway could invent any number of serial numbers. */
const MAX_UNITS = 1000;

/**
 * Stores a birth; returns whether its revision is new or differs from the stored one. The birth of a gateway's session that
 * was replaced since (`epoch`) is stored and does not become the current one.
 */
export async function saveBirth(
  trx: Transaction,
  { id: gatewayId, epoch }: { id: string; epoch: number | undefined },
  { birth, receivedAt: at }: { birth: Birth; receivedAt: number },
): Promise<boolean> {
  const receivedAt = new Date(at);
  const { rows } = await sql`
    insert into births as b (gateway_id, rev, body, received_at)
    values (${gatewayId}, ${birth.rev}, ${JSON.stringify(birth)}::jsonb, ${receivedAt})
    on conflict (gateway_id, rev) do update set body = excluded.body, received_at = excluded.received_at
    -- Session and time differ at every start; they alone change nothing.
    where b.body - 'session' - 't' - 'clock' <> excluded.body - 'session' - 't' - 'clock'
    returning rev`.execute(trx);
  await sql`
    delete from births where gateway_id = ${gatewayId} and rev in (
      select rev from births where gateway_id = ${gatewayId} and rev <> ${birth.rev}
      order by received_at desc, rev desc offset ${MAX_BIRTHS - 1}
    )`.execute(trx);
  await sql`
    insert into gateways as g (device_id, birth_rev, session, clock, report_interval_s)
    values (${gatewayId}, ${birth.rev}, ${birth.session}, ${birth.clock}, ${Math.min(birth.interval, MAX_INTERVAL_S)})
    on conflict (device_id) do update set birth_rev = excluded.birth_rev, session = excluded.session,
      clock = excluded.clock, report_interval_s = excluded.report_interval_s
    where ${epoch ?? null}::bigint is null or g.session_epoch = ${epoch ?? null}::bigint`.execute(trx);
  return rows.length > 0;
}

interface UnitInput {
  index: number;
  sn: string;
  type: UnitType;
  model: string;
  hw: string;
  sw: string;
  pos: string;
  rated: number | undefined;
  tilt: number | undefined;
  az: number | undefined;
  parentSn: string;
}

function toInputs(birth: Birth): UnitInput[] {
  const serials = new Map<number, string>([[0, birth.gateway.sn]]);
  for (const [index, sn] of birth.units) serials.set(index, sn);
  return birth.units.map(([index, sn, type, model, hw, sw, more]) => ({
    index,
    sn,
    type,
    model,
    hw,
    sw,
    pos: more?.pos ?? "",
    rated: more?.rated,
    tilt: more?.tilt,
    az: more?.az,
    parentSn: serials.get(more?.parent ?? 0) ?? birth.gateway.sn,
  }));
}

/** The inventory as devices know it: model and versions of the gateway and of its units that are registered. */
async function saveVersions(trx: Transaction, gatewayId: string, birth: Birth, input: string): Promise<void> {
  const { model, hw, sw, hplc } = birth.gateway;
  await sql`
    update devices set model = ${model}, hardware_version = ${hw}, software_version = ${sw},
      hplc_version = ${hplc ?? ""}, updated_at = now()
    where id = ${gatewayId}
      and (model, hardware_version, software_version, hplc_version) <> (${model}, ${hw}, ${sw}, ${hplc ?? ""})`.execute(
    trx,
  );
  await sql`
    update devices d set model = u.model, hardware_version = u.hw, software_version = u.sw,
      -- A rated power that a user has entered is kept.
      rated_power_w = coalesce(d.rated_power_w, u.rated), updated_at = now()
    from jsonb_to_recordset(${input}::jsonb) as u (sn text, model text, hw text, sw text, rated float8)
    where d.sn = u.sn and (
        (d.model, d.hardware_version, d.software_version) <> (u.model, u.hw, u.sw)
        or d.rated_power_w is null and u.rated is not null
      )
      -- A gateway describes only devices of its own plant.
      and exists (
        select from device_links own join device_links link on link.plant_id = own.plant_id
        where own.device_id = ${gatewayId} and own.to_at is null and link.device_id = d.id and link.to_at is null
      )`.execute(trx);
}

/** Result of a birth: how many units were adopted, and the serial numbers of those that were not. */
export interface Adoption {
  adopted: number;
  foreign: string[];
  tooMany: string[];
  plantId: string | undefined;
}

/**
 * Adopts the units of a birth into its gateway's plant: unregistered ones and those in no plant, from the gateway's
 * own start there or the end of their previous link; not those that a user removed from it. Returns how many were adopted, which belong elsewhere and which
 * exceed the limit of units behind one gateway.
 */
export async function adoptUnits(trx: Transaction, gatewayId: string, birth: Birth): Promise<Adoption> {
  const inputs = toInputs(birth);
  const input = JSON.stringify(inputs);
  const { rows: places } = await sql<{ plantId: string; companyId: string; fromAt: Date }>`
    select l.plant_id as "plantId", p.company_id as "companyId", l.from_at as "fromAt"
    from device_links l join plants p on p.id = l.plant_id
    where l.device_id = ${gatewayId} and l.to_at is null`.execute(trx);
  const place = places[0];
  if (!place) return { adopted: 0, foreign: [], tooMany: [], plantId: undefined };
  const tooMany = await listTooMany(trx, gatewayId, input);
  await sql`
    insert into devices (sn, type, model, hardware_version, software_version, adopted_at)
    select sn, type, model, hw, sw, now()
    from jsonb_to_recordset(${input}::jsonb) as u (sn text, type text, model text, hw text, sw text)
    where type <> 'DCON' and sn <> all(${tooMany}::text[]) order by sn
    on conflict (sn) do nothing`.execute(trx);
  const left = new Set(tooMany);
  const removed = await listRemoved(trx, input, place);
  const foreign = (await listForeign(trx, input, place)).filter((sn) => !left.has(sn));
  const adoptedIds = await placeUnits(trx, {
    plantId: place.plantId,
    fromAt: place.fromAt,
    gatewayId,
    units: toPlaces(inputs, new Set([...foreign, ...tooMany, ...removed])),
  });
  await sql`
    update devices set adopted_at = coalesce(adopted_at, now()) where id = any(${adoptedIds}::uuid[])`.execute(
    trx,
  );
  await saveVersions(trx, gatewayId, birth, input);
  return { adopted: adoptedIds.length, foreign, tooMany, plantId: place.plantId };
}

/** The units that may be placed; one behind a unit that may not be is placed under the gateway. */
function toPlaces(inputs: readonly UnitInput[], excluded: ReadonlySet<string>): UnitPlace[] {
  return inputs
    .filter(({ sn }) => !excluded.has(sn))
    .map(({ sn, pos, parentSn, tilt, az }) => ({
      sn,
      ...(!excluded.has(parentSn) && { parentSn }),
      slot: {
        label: pos || sn,
        ...(tilt !== undefined && { tiltDeg: tilt }),
        ...(az !== undefined && { azimuthDeg: az }),
      },
    }));
}

/** Units that are in no plant yet and exceed the limit behind this gateway. */
async function listTooMany(trx: Transaction, gatewayId: string, input: string): Promise<string[]> {
  // Two concurrent births would both count the same free places.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`adopt/${gatewayId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ sn: string }>`
    with recursive behind as (
      select device_id from device_links where parent_id = ${gatewayId} and to_at is null
      union
      select l.device_id from device_links l join behind b on l.parent_id = b.device_id where l.to_at is null
    )
    select u.sn from jsonb_to_recordset(${input}::jsonb) as u (index integer, sn text)
    where not exists (
      select from devices d join device_links l on l.device_id = d.id and l.to_at is null where d.sn = u.sn
    )
    order by u.index offset greatest(0, ${MAX_UNITS}::integer - (select count(*) from behind))`.execute(trx);
  return rows.map(({ sn }) => sn);
}

/** Units in no plant that a user removed from this one: the gateway may go on reporting them. */
async function listRemoved(
  trx: Transaction,
  input: string,
  { plantId }: { plantId: string },
): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select u.sn from jsonb_to_recordset(${input}::jsonb) as u (sn text)
    join devices d on d.sn = u.sn
    join lateral (
      select l.plant_id, l.to_at, l.ended_by from device_links l where l.device_id = d.id
      order by l.from_at desc limit 1
    ) last on true
    where last.to_at is not null and last.ended_by is not null and last.plant_id = ${plantId}`.execute(trx);
  return rows.map(({ sn }) => sn);
}

/** Units that are in another plant, are registered to another company, or are no units at all. */
async function listForeign(
  trx: Transaction,
  input: string,
  place: { plantId: string; companyId: string },
): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select u.sn from jsonb_to_recordset(${input}::jsonb) as u (sn text, type text)
    left join devices d on d.sn = u.sn
    left join device_links l on l.device_id = d.id and l.to_at is null
    where d.id is null or d.type = 'DCON' or d.type <> u.type
      or l.plant_id <> ${place.plantId}
      or l.id is null and d.company_id is not null and d.company_id <> ${place.companyId}`.execute(trx);
  return rows.map(({ sn }) => sn);
}
