import { sql } from "kysely";

/**
 * Sort keys of the place `slot`: its letters, then its numbers one by one, so that A2 comes before A10, and R1C10 before
 * R2C1.
 */
export const PLACE_ORDER = [
  sql`regexp_replace(coalesce(slot.label, ''), '\\d+', '', 'g')`,
  sql`string_to_array(nullif(trim(regexp_replace(slot.label, '\\D+', ' ', 'g')), ''), ' ')::numeric[]`,
] as const;
