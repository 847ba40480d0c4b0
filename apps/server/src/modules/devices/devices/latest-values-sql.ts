import type { MeasuredField } from "@heliograph/protocol/points";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";

const pointByField = new Map(MEASURED_VALUES.map(({ field, point }) => [field, point]));

/** A device's latest value by its name in the API; `s` is the device's row of `device_latest`. */
export const latestValue = (field: MeasuredField): RawBuilder<number | null> =>
  sql<number | null>`${sql.ref(`s.${pointByField.get(field)}`)}`;

/** All measured values of a device as columns named as in the API. */
export const latestValues = sql.join(
  MEASURED_VALUES.map(({ field }) => sql`${latestValue(field)} as ${sql.ref(field)}`),
);
