import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { hasFullAccess, isKnownAccount, isKnownCompany } from "../access/history-sql.ts";
import type { Scope } from "../access/scope.ts";
import { companiesInScope, plantsInScope, rolesInScope } from "../access/scope-sql.ts";
import { builtInCompanyCode } from "../names/names-sql.ts";

/** An id that a log row mentions, with the plant that decides whose names its readers may see. */
export interface Mention {
  readonly logId: string;
  readonly plantId: string | null;
  readonly valueId: string;
}

export interface NamedValue {
  readonly logId: string;
  readonly valueId: string;
  /** Of objects whose built-in names are translated. */
  readonly kind: "company" | "customerType" | "role" | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

/** SQL condition on the alias `d` (devices d): registered to a company in scope, or linked to a plant in scope at any time. */
function isKnownDevice(scope: Scope): RawBuilder<boolean> {
  if (hasFullAccess(scope)) return sql<boolean>`true`;
  return sql<boolean>`(
    exists (select from companies c where c.id = d.company_id and ${companiesInScope(scope)})
    or exists (
      select from device_links dl join plants p on p.id = dl.plant_id
      where dl.device_id = d.id and ${plantsInScope(scope)}
    )
  )`;
}

/** Names of the mentioned objects that the reader may see; nothing for objects that no longer exist. */
export async function listValueNames(
  db: Db,
  scope: Scope,
  mentions: readonly Mention[],
): Promise<NamedValue[]> {
  if (mentions.length === 0) return [];
  // Maintenance notices and providers are shown to users of every company, so their names need no scope check.
  const column = (key: keyof Mention) => mentions.map((mention) => mention[key]);
  const { rows } = await sql<NamedValue>`
    select l.log_id as "logId", l.value_id as "valueId", a.cancelled_at is not null as "isDeleted",
      case when c.id is not null then 'company' when o.id is not null then 'customerType'
        when r.id is not null then 'role' end as kind,
      coalesce(o.code, r.code, case when c.id is not null then ${builtInCompanyCode("c")} end) as code,
      case
        when a.id is not null then case when a.cancelled_at is null and ${isKnownAccount(scope)} then a.user_name end
        when c.id is not null then case when ${companiesInScope(scope)} or ${isKnownCompany(scope)} then c.name end
        when r.id is not null then case when ${rolesInScope(scope)} then r.name end
        when o.id is not null then o.name
        when p.id is not null then case when ${plantsInScope(scope)} then p.name end
        when d.id is not null then case when ${isKnownDevice(scope)} then d.sn end
        when m.id is not null then m.name
        else pr.service_email
      end as name
    from unnest(${column("logId")}::uuid[], ${column("plantId")}::uuid[], ${column("valueId")}::uuid[])
      as l (log_id, plant_id, value_id)
    left join accounts a on a.id = l.value_id
    left join companies c on c.id = l.value_id
    left join roles r on r.id = l.value_id
    left join customer_types o on o.id = l.value_id
    left join plants p on p.id = l.value_id
    left join devices d on d.id = l.value_id
    left join maintenance_pop_ups m on m.id = l.value_id
    left join providers pr on pr.id = l.value_id
    where coalesce(a.id, c.id, r.id, o.id, p.id, d.id, m.id, pr.id) is not null`.execute(db);
  return rows;
}
