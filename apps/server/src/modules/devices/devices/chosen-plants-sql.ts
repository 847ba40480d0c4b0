import { sql } from "kysely";
import { PLANNED_EACH_TIME } from "../../../infra/postgres/preparing-client.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { isSleepTime } from "../status/device-status-sql.ts";
import type { DeviceFilter } from "./device-conditions-sql.ts";

const plannedEachTime = sql.raw(PLANNED_EACH_TIME);

/** Plants that the filter chooses of those in scope, as a table expression `chosen`. */
export const chosenPlants = (
  scope: Scope,
  { now, filter }: { readonly now: Date; readonly filter: DeviceFilter },
  isMaterialized = true,
) => sql`${plannedEachTime}
  with chosen as ${isMaterialized ? sql`materialized` : sql`not materialized`} (
    select p.id, p.name, c.name as company_name, coalesce(${isSleepTime(now)}, false) as is_sleep_time,
      'layout' = any(${hiddenParts(scope)}) as hides_layout
    from plants p left join companies c on c.id = p.company_id
    where ${listedInScope(scope, "devices")}
      and ${filter.stationId === undefined ? sql`true` : sql`p.id = ${filter.stationId}`}
      and ${filter.companyId === undefined ? sql`true` : sql`p.company_id = ${filter.companyId}`}
      and ${filter.status === "asleep" ? isSleepTime(now) : sql`true`}
  )`;
