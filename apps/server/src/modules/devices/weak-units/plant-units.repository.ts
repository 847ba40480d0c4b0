import type { Finding, PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";

/** Types of devices whose counters are compared. */
const KINDS = ["OPT", "SCON", "MCON"];

export interface PlantToJudge {
  plantId: string;
  plantKey: number;
  zones: PlantZones;
  currency: string;
  /** Last judged day; null before the first. */
  judgedDay: string | null;
  /** When one of its gateways was last heard. */
  heardAt: Date;
  /** When the last of its gateways signed in: it sends what it kept meanwhile. */
  connectedAt: Date;
}

/** Every plant with units whose gateways have been heard: the job acts for the platform. */
export async function listPlantsToJudge(db: Db): Promise<PlantToJudge[]> {
  const { rows } = await sql<PlantToJudge>`
    select p.id as "plantId", p.key as "plantKey", ${plantZones} as zones, p.currency,
      a.plant_day::text as "judgedDay", gateway."heardAt", gateway."connectedAt"
    from plants p left join plant_analyses a on a.plant_id = p.id
    join lateral (
      select max(g.last_heard_at) as "heardAt", max(g.session_started_at) as "connectedAt"
      from device_links l join gateways g on g.device_id = l.device_id
      where l.plant_id = p.id and l.to_at is null
    ) gateway on gateway."heardAt" is not null and gateway."connectedAt" is not null
    where exists (
      select from device_links l where l.plant_id = p.id and l.to_at is null and l.parent_id is not null
    )
    order by p.key`.execute(db);
  return rows;
}

/** A unit that was in its plant for a whole day, and what is known of its earlier days there. */
export interface PlantUnit {
  deviceId: string;
  deviceKey: number;
  kind: string;
  ratedPowerW: number | null;
  /** Plane of its slot, else its string; null where neither is known. */
  group: string | null;
  gatewayId: string | null;
  /** Whether it has reported live, or was judged before: one that is planned only has not. */
  isKnown: boolean;
  days: number[];
  bestRatios: number[];
  lostWh: number[];
  finding: Finding | null;
  sinceDay: string | null;
}

/** Without units that are open, by command or by hand: they give nothing as intended. */
export async function listPlantUnits(
  db: Db,
  { plantId, fromAt }: { plantId: string; fromAt: Date },
): Promise<PlantUnit[]> {
  const { rows } = await sql<PlantUnit>`
    select d.id as "deviceId", d.key as "deviceKey", d.type as kind,
      coalesce(m.rated_power_w, d.rated_power_w) as "ratedPowerW",
      coalesce(s.tilt_deg || '/' || s.azimuth_deg, case when parent.type <> 'DCON' then parent.sn end) as "group",
      case when parent.type = 'DCON' then parent.id else pl.parent_id end as "gatewayId",
      st.device_id is not null or a.device_id is not null as "isKnown",
      coalesce(a.days, '{}') as days,
      coalesce(a.best_ratios, '{}') as "bestRatios",
      coalesce(a.lost_wh, '{}') as "lostWh",
      a.finding,
      a.since_day::text as "sinceDay"
    from device_links l
    join devices d on d.id = l.device_id and d.type = any (${KINDS}::text[])
    left join device_states st on st.device_id = d.id
    left join devices parent on parent.id = l.parent_id
    left join device_links pl on pl.device_id = l.parent_id and pl.to_at is null
    left join slots s on s.id = l.slot_id
    left join lateral (
      select max(modules.rated_power_w) as rated_power_w from slot_modules sm
      join modules on modules.id = sm.module_id
      where sm.slot_id = l.slot_id and sm.to_at is null
    ) m on true
    left join unit_analyses a on a.device_id = d.id and a.plant_id = l.plant_id
    where l.plant_id = ${plantId} and l.from_at <= ${fromAt} and l.to_at is null and st.is_closed is distinct from false
    order by d.key`.execute(db);
  return rows;
}
