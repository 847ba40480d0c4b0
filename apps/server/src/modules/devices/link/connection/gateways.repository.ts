import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import type { Birth, Clock, UnitType } from "@heliograph/protocol";
import { checkMessage } from "@heliograph/protocol";
import { sql } from "kysely";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { BirthFacts, DatedLink, GatewayFacts, UnitRef } from "./gateway-facts.ts";
import { splitLinks } from "./gateway-facts.ts";

/** Births that may still be needed by what a gateway has buffered; older ones are deleted. */
export const MAX_BIRTHS = 16;

interface GatewayRow {
  id: string;
  key: number;
  intervalS: number;
  clock: Clock;
  plantId: string | null;
  companyId: string | null;
}

interface UnitRow {
  id: string;
  key: number;
  sn: string;
  type: UnitType;
}

interface LinkRow {
  deviceId: string;
  fromAt: Date;
  toAt: Date | null;
  plantId: string;
  plantKey: number;
  slotKey: number | null;
}

async function findGatewayRow(db: Db, sn: string): Promise<GatewayRow | undefined> {
  const { rows } = await sql<GatewayRow>`
    select d.id, d.key, coalesce(g.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}) as "intervalS",
      coalesce(g.clock, 'none') as clock,
      p.id as "plantId", p.company_id as "companyId"
    from devices d left join gateways g on g.device_id = d.id
    left join device_links l on l.device_id = d.id and l.to_at is null
    left join plants p on p.id = l.plant_id
    where d.sn = ${sn} and d.type = 'DCON'`.execute(db);
  return rows[0];
}

async function listBirths(db: Db, gatewayId: string): Promise<{ birth: Birth; receivedAt: number }[]> {
  const { rows } = await sql<{ body: unknown; receivedAt: Date }>`
    select body, received_at as "receivedAt" from births where gateway_id = ${gatewayId}
    order by received_at desc limit ${MAX_BIRTHS}`.execute(db);
  return rows.map(({ body, receivedAt }) => ({
    birth: checkMessage("upBirth", body),
    receivedAt: receivedAt.getTime(),
  }));
}

async function listUnits(db: Db, serials: readonly string[]): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`
    select id, key, sn, type from devices where sn = any(${serials}::text[])`.execute(db);
  return rows;
}

async function listLinks(db: Db, deviceIds: readonly string[]): Promise<Map<string, DatedLink[]>> {
  const { rows } = await sql<LinkRow>`
    select l.device_id as "deviceId", l.from_at as "fromAt", l.to_at as "toAt", l.plant_id as "plantId",
      p.key as "plantKey", s.key as "slotKey"
    from device_links l join plants p on p.id = l.plant_id left join slots s on s.id = l.slot_id
    where l.device_id = any(${deviceIds}::uuid[]) order by l.from_at desc`.execute(db);
  const links = new Map<string, DatedLink[]>();
  for (const row of rows) {
    const link: DatedLink = {
      fromAt: row.fromAt.getTime(),
      toAt: row.toAt?.getTime() ?? Number.POSITIVE_INFINITY,
      plantId: row.plantId,
      plantKey: row.plantKey,
      slotKey: row.slotKey ?? 0,
    };
    const list = links.get(row.deviceId);
    if (list) list.push(link);
    else links.set(row.deviceId, [link]);
  }
  return links;
}

/** Everything needed to place a gateway's reports; undefined when there is no such gateway. */
export async function findGatewayFacts(db: Db, sn: string): Promise<GatewayFacts | undefined> {
  const gateway = await findGatewayRow(db, sn);
  if (!gateway) return undefined;
  const births = await listBirths(db, gateway.id);
  const serials = [...new Set(births.flatMap(({ birth }) => birth.units.map(([, unitSn]) => unitSn)))];
  const units = await listUnits(db, serials);
  const linksOf = await listLinks(db, [gateway.id, ...units.map((unit) => unit.id)]);
  const links = linksOf.get(gateway.id) ?? [];

  const toRef = (unit: UnitRow): UnitRef => ({
    deviceId: unit.id,
    deviceKey: unit.key,
    sn: unit.sn,
    kind: unit.type,
    ...splitLinks(linksOf.get(unit.id) ?? [], links),
  });
  const refs = new Map(units.map((unit) => [unit.sn, toRef(unit)]));
  const own = toRef({ id: gateway.id, key: gateway.key, sn, type: "DCON" });
  const toFacts = ({ birth, receivedAt }: { birth: Birth; receivedAt: number }): BirthFacts => {
    const byIndex: (UnitRef | undefined)[] = [own];
    for (const [index, unitSn] of birth.units) byIndex[index] = refs.get(unitSn);
    return { birth, receivedAt, units: byIndex };
  };
  return {
    id: gateway.id,
    key: gateway.key,
    sn,
    intervalMs: gateway.intervalS * 1000,
    clock: gateway.clock,
    plantId: gateway.plantId ?? undefined,
    companyId: gateway.companyId ?? undefined,
    links,
    births: new Map(births.map((row) => [row.birth.rev, toFacts(row)])),
  };
}

/** The highest stored sequence number of each gateway; those without a report are missing. */
export async function findHighestSeqs(
  clickhouse: ClickHouse,
  gatewayKeys: readonly number[],
): Promise<Map<number, number>> {
  const rows = await clickhouse.query<{ gateway: number; seq: string }>(
    "select gateway, max(seq) as seq from reports where gateway in {keys:Array(UInt32)} group by gateway",
    { keys: gatewayKeys },
  );
  return new Map(rows.map(({ gateway, seq }) => [gateway, Number(seq)]));
}

/** Body hashes of stored reports, as `gateway/seq` → hash in decimal. */
export async function findBodyHashes(
  clickhouse: ClickHouse,
  keys: readonly { gateway: number; seq: number }[],
): Promise<Map<string, string>> {
  const rows = await clickhouse.query<{ gateway: number; seq: string; hash: string }>(
    `select gateway, seq, argMax(body_hash, received_at) as hash from reports
     where (gateway, seq) in (select arrayJoin(arrayZip({gateways:Array(UInt32)}, {seqs:Array(UInt64)})))
     group by gateway, seq`,
    { gateways: keys.map(({ gateway }) => gateway), seqs: keys.map(({ seq }) => seq) },
  );
  return new Map(rows.map(({ gateway, seq, hash }) => [`${gateway}/${seq}`, hash]));
}
