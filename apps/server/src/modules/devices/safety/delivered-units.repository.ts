import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { LedgerEntry } from "./ledger.repository.ts";

const isNamed = ({ kind, detail }: LedgerEntry): boolean =>
  kind === "delivered" && Array.isArray(detail.units);

/** Serial numbers of what commands name by the numbers of their gateway's birth: a later birth may number them differently. */
export async function nameUnits(
  trx: Transaction,
  entries: readonly LedgerEntry[],
): Promise<readonly LedgerEntry[]> {
  const commandIds = entries.filter(isNamed).map(({ detail }) => detail.commandId as string);
  if (commandIds.length === 0) return entries;
  const { rows } = await sql<{ commandId: string; units: { unit: number; sn: string | null }[] }>`
    select r.command_id as "commandId",
      json_agg(json_build_object('unit', r.unit, 'sn', d.sn) order by r.unit) as units
    from command_results r left join devices d on d.id = r.device_id
    where r.command_id = any(${commandIds}::uuid[]) group by r.command_id`.execute(trx);
  const ofCommands = new Map(rows.map(({ commandId, units }) => [commandId, units]));
  return entries.map((entry) => {
    const units = isNamed(entry) ? ofCommands.get(entry.detail.commandId as string) : undefined;
    return units ? { ...entry, detail: { ...entry.detail, units } } : entry;
  });
}
