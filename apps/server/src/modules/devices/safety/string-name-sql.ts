import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { SWITCHES } from "./safety.repository.ts";

/**
 * The string of an MCON or SCON as `SafetyString`, named by its place today; null without a device. A place that was made for a
 * device which a gateway had named has its serial number as label. Without labels where the plant's layout is hidden from the caller.
 */
export const stringOf = (
  deviceId: RawBuilder<unknown>,
  { isLayoutHidden }: { isLayoutHidden: boolean },
) => sql`(
  select json_build_object(
    'deviceId', named.id, 'sn', named.sn, 'type', named.type, 'gatewaySn', gateway.sn,
    'name', coalesce(
      nullif(nullif(slot.label, ''), named.sn), nullif(named.alias, ''),
      case when behind.first = behind.last then behind.first else behind.first || ' – ' || behind.last end, named.sn
    )
  )
  from devices named
  left join device_links own on own.device_id = named.id and own.to_at is null
  left join slots slot on slot.id = own.slot_id and ${sql.lit(!isLayoutHidden)}
  left join devices gateway on gateway.id = own.parent_id
  cross join lateral (
    select (array_agg(s.label order by s.y_m, s.x_m, s.label))[1] as first,
      (array_agg(s.label order by s.y_m desc, s.x_m desc, s.label desc))[1] as last
    from device_links l join devices d on d.id = l.device_id and d.type in ${SWITCHES}
    join slots s on s.id = l.slot_id and s.label not in ('', d.sn) and ${sql.lit(!isLayoutHidden)}
    where l.parent_id = named.id and l.to_at is null
  ) behind
  where named.id = ${deviceId}
)`;
