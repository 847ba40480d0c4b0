import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { RunningCampaign } from "./offers.repository.ts";
import type { YieldResult } from "./yield-rules.ts";

/** A plant with units that the current wave upgraded, and its other units of that type. */
export interface YieldPlant {
  readonly plantKey: number;
  readonly zones: PlantZones;
  /** When the last of the upgraded units had ended. */
  readonly endedAt: Date;
  readonly upgraded: readonly number[];
  /** Keys of units that this campaign has not upgraded and that no upgrade changed since a week before the wave. */
  readonly peers: readonly number[];
}

export async function listYieldPlants(
  db: Db,
  { campaignId, wave, type, waveBegunAt }: RunningCampaign,
): Promise<YieldPlant[]> {
  const { rows } = await sql<YieldPlant>`
    with upgraded as (
      select ud.plant_id, array_agg(d.key) as keys, max(ud.finished_at) as ended_at
      from upgrade_devices ud join devices d on d.id = ud.device_id
      where ud.campaign_id = ${campaignId} and ud.wave = ${wave} and ud.state = 'confirmed' and ud.plant_id is not null
      group by ud.plant_id
    )
    select p.key as "plantKey", ${plantZones} as zones, u.ended_at as "endedAt", u.keys as upgraded, coalesce((
      select array_agg(d.key) from device_links l join devices d on d.id = l.device_id and d.type = ${type}
      join device_states st on st.device_id = d.id and st.is_closed is distinct from false
      where l.plant_id = p.id and l.to_at is null and l.from_at < ${waveBegunAt} and not exists (
        select from upgrade_devices other
        where other.device_id = d.id and other.state = 'confirmed'
          and (other.campaign_id = ${campaignId} or other.finished_at > ${waveBegunAt}::timestamptz - interval '8 days')
      )
    ), '{}') as peers
    from upgraded u join plants p on p.id = u.plant_id
    order by p.key`.execute(db);
  return rows;
}

/** The wave has ended and waits for its comparison. */
export async function updateYieldWait(trx: Transaction, campaignId: string, at: Date): Promise<void> {
  await sql`update upgrade_campaigns set yield_wait_at = ${at} where id = ${campaignId}`.execute(trx);
}

/** Stores a comparison; one that was good lets the next wave begin. */
export async function updateYield(
  trx: Transaction,
  { campaignId, wave }: RunningCampaign,
  { compared, low, share }: YieldResult,
  isGood: boolean,
): Promise<void> {
  await sql`
    update upgrade_campaigns set yield_compared = ${compared}, yield_low = ${low}, yield_share = ${share}::real,
      yield_wave = case when ${isGood} then ${wave}::integer else yield_wave end
    where id = ${campaignId}`.execute(trx);
}
