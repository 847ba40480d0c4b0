import type { Language, PlantSettings, StationInput } from "@heliograph/contract";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope } from "../../base/access/scope-sql.ts";
import { companyNameIn } from "../../base/names/names-sql.ts";
import type { PlantFields } from "./plant-fields.ts";
import { fieldColumns, fieldValues, selectedFields } from "./plant-fields-sql.ts";
import { revision } from "./plant-update.repository.ts";

/** The fields of a plant beside its current state. */
export interface PlantRecord extends PlantFields {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly companyName: string;
  readonly installerCompanyName: string | null;
  readonly unitCount: number;
  readonly settings: Partial<PlantSettings>;
  readonly revision: string;
  /** Whether a device is or was linked to it: its figures begin at the grid connection date. */
  readonly hasHadDevices: boolean;
}

/** The fields of a plant; the service decides which of them the caller sees. */
export async function findPlantRecord(
  db: Db,
  { plantId }: PlantInScope,
  language: Language,
): Promise<PlantRecord | undefined> {
  const { rows } = await sql<PlantRecord>`
    select ${selectedFields},
      p.owner_id as "ownerId", o.user_name as "ownerName",
      ${companyNameIn("c", language)} as "companyName", ${companyNameIn("ic", language)} as "installerCompanyName",
      ${revision} as revision, p.settings,
      exists (select from device_links l where l.plant_id = p.id) as "hasHadDevices",
      -- All devices less the gateways, which are few: the type of a device is not in its link.
      (select count(*)::int from device_links l where l.plant_id = p.id and l.to_at is null)
        - (select count(*)::int from device_links l join gateways g on g.device_id = l.device_id
          where l.plant_id = p.id and l.to_at is null and l.parent_id is null) as "unitCount"
    from plants p
    join accounts o on o.id = p.owner_id
    join companies c on c.id = p.company_id
    left join companies ic on ic.id = p.installer_company_id
    where p.id = ${plantId}`.execute(db);
  return rows[0];
}

/**
 * Locks an account in scope as the owner of a plant: its id and company, or undefined. The lock makes a concurrent closing
 * of the account find the plant.
 */
export async function lockOwner(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<{ id: string; companyId: string } | undefined> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select a.id, a.company_id as "companyId"
    from accounts a join companies c on c.id = a.company_id
    where a.id = ${accountId} and a.disabled_at is null and a.cancelled_at is null
      and (a.id = ${scope.accountId ?? null}::uuid or ${companiesInScope(scope)})
    for share of a`.execute(trx);
  return rows[0];
}

/** Locks a company in scope against deletion; false if there is none. */
export async function lockInstaller(trx: Transaction, scope: Scope, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from companies c where c.id = ${companyId} and ${companiesInScope(scope)} for share of c`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface NewPlant {
  readonly number: string;
  readonly owner: { id: string; companyId: string };
  readonly input: Required<
    Omit<
      StationInput,
      "investmentAmount" | "latitude" | "longitude" | "pictureId" | "installerCompanyId" | "ownerId"
    >
  > &
    Pick<StationInput, "investmentAmount" | "latitude" | "longitude" | "pictureId" | "installerCompanyId">;
}

/** Inserts the plant without tariff and metering set; undefined when the number is not free. */
export async function insertPlant(
  trx: Transaction,
  scope: Scope,
  plant: NewPlant,
): Promise<string | undefined> {
  const { input, owner } = plant;
  const { rows } = await sql<{ id: string }>`
    insert into plants (number, owner_id, company_id, created_by, ${fieldColumns})
    values (${plant.number}, ${owner.id}, ${owner.companyId}, ${scope.accountId ?? null},
      ${fieldValues(input)})
    on conflict (number) do nothing
    returning id`.execute(trx);
  return rows[0]?.id;
}
