import type { ClickHouse } from "../apps/server/src/infra/clickhouse/clickhouse.ts";
import type { FleetSize } from "./queries-data.ts";
import { dayMs, firstDevice, largePlant, today, writeSampleDay } from "./queries-data.ts";

/** Candidates for the sort key of `samples`; the first is the table's own. */
export const sortKeys = {
  "plant, day, device, at": "(plant, day, device, at)",
  "plant, device, at": "(plant, device, at)",
  "plant, day, at, device": "(plant, day, at, device)",
} as const;

export type SortKeyName = keyof typeof sortKeys;

/** Values of all modules of a plant-day side by side: 288 of 16 bits a module, in the order of devices and time. */
export const plantDaySql = (table: string) => `
  select
    device,
    base64Encode(arrayStringConcat(arrayMap(
      sample -> reinterpretAsFixedString(toUInt16(least(65535, sample.2 * 10))),
      arraySort(groupArray((at, assumeNotNull(power))))
    ))) as decawatts
  from ${table} final prewhere plant = {plant:UInt32} and day = {day:Date}
  where power is not null
  group by device`;

export const moduleWeekSql = (table: string) => `
  select at, power, vi, ii, tp, eh
  from ${table} final prewhere
    plant = {plant:UInt32} and device = {device:UInt32} and day between {fromDay:Date} and {day:Date}
  order by at`;

/** The latest value of every module at one moment, at most two reports old. */
export const momentSql = (table: string) => `
  select device, argMax(power, at) as power_w
  from ${table} final prewhere plant = {plant:UInt32} and day = {day:Date}
    and at > {fromAt:DateTime64(3)} and at <= {at:DateTime64(3)}
  group by device`;

/** Sums over the plant by step: what a day curve needs. */
export const curveSql = (table: string) => `
  select toStartOfInterval(at, interval 5 minute) as step, sum(power) as power_w
  from ${table} final prewhere plant = {plant:UInt32} and day = {day:Date}
  group by step`;

export interface SortKeyTable {
  name: SortKeyName;
  table: string;
  megabytes: number;
  bytesARow: number;
  writeSeconds: number;
}

/** The same samples of the large plant under each sort key, merged as background merges leave them in the end. */
export async function writeSortKeyTables(clickhouse: ClickHouse, size: FleetSize): Promise<SortKeyTable[]> {
  const tables: SortKeyTable[] = [];
  for (const [index, name] of (Object.keys(sortKeys) as SortKeyName[]).entries()) {
    const table = `samples_by_key_${index}`;
    const [row] = await clickhouse.query<{ sql: string }>(
      "select create_table_query as sql from system.tables where database = currentDatabase() and name = 'samples'",
    );
    await clickhouse.command(
      String(row?.sql)
        .replace(/^CREATE TABLE \S+(?: UUID '[^']*')?/, `create table ${table}`)
        .replace(/ORDER BY \([^)]*\)/, `ORDER BY ${sortKeys[name]}`),
    );
    const startedAt = performance.now();
    let rows = 0;
    for (let back = size.largeSampleDays - 1; back >= 0; back--)
      rows += await writeSampleDay(clickhouse, {
        table,
        plant: largePlant,
        firstDevice: firstDevice(size, largePlant),
        modules: size.modulesOfLargePlant,
        at: today - back * dayMs,
      });
    await clickhouse.command(`optimize table ${table} final`);
    const writeSeconds = (performance.now() - startedAt) / 1000;
    const [disk] = await clickhouse.query<{ bytes: string }>(
      "select sum(bytes_on_disk) as bytes from system.parts where active and table = {table:String}",
      { table },
    );
    const bytes = Number(disk?.bytes ?? 0);
    tables.push({ name, table, megabytes: bytes / 1e6, bytesARow: bytes / rows, writeSeconds });
  }
  return tables;
}
