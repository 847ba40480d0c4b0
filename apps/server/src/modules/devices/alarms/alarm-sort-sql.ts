import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { ListQuery } from "./alarm-filters.repository.ts";

/** Expressions on `a`, and on `p` in the sort that needs a join. */
function sortKeys(sort: ListQuery["sort"]): RawBuilder<unknown>[] {
  switch (sort) {
    case "lastAt":
      return [];
    case "firstAt":
      return [sql`a.first_at`];
    case "goneAt":
      return [sql`a.gone_at`];
    case "acknowledgedAt":
      return [sql`a.acknowledged_at`];
    case "severity":
      return [sql`a.severity_rank`];
    case "faultCode":
      return [sql`a.fault_code collate natural_order`];
    case "count":
      return [sql`a.count`];
    case "status":
      return [sql`a.status`];
    case "stationName":
      return [sql`p.name collate natural_order`, sql`p.id`];
    case "sn":
      return [sql`a.device_sn`];
  }
}

/** The join of the sort key that is no column of the alarm. */
export const SORT_JOINS: Partial<Record<ListQuery["sort"], RawBuilder<unknown>>> = {
  stationName: sql`join plants p on p.id = a.plant_id`,
};
/** Columns of the sort keys that may be null. */
export const SORT_NULLABLE: Partial<Record<ListQuery["sort"], RawBuilder<unknown>>> = {
  goneAt: sql`a.gone_at`,
  acknowledgedAt: sql`a.acknowledged_at`,
};

/** A sort key, and the name of its column. */
export interface SortKey {
  readonly expression: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
}

/** The keys by which a list is in an unambiguous order. */
export const listKeys = (sort: ListQuery["sort"]): SortKey[] =>
  [...sortKeys(sort), sql`a.last_at`, sql`a.id`].map((expression, index) => ({
    expression,
    name: sql.ref(`key_${index}`),
  }));
