import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Order of a plant's metering sets in which the first one counts at an instant: the first set has no beginning. */
export const countingSetFirst = (at: Date): RawBuilder<unknown> =>
  sql`valid_from <= ${at}::timestamptz desc, case when valid_from <= ${at}::timestamptz then valid_from end desc, valid_from`;
