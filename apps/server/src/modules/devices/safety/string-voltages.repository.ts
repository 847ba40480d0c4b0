import type { DeviceType, SafetyUnitState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** A unit of an operation with the string that it belongs to. */
export interface StringMember {
  /** The MCON or SCON of its string; null where its gateway is all that is known. */
  readonly stringId: string | null;
  /** Whether its string is an SCON, which may carry half of one. */
  readonly isHalf: boolean;
  readonly sn: string | null;
  readonly slotLabel: string;
  /** The gateway of its link, or that of the press where its link has none. */
  readonly gatewaySn: string | null;
  /** Those of the press and of its link, which a hold may change: its string may be behind either. */
  readonly gateways: readonly string[];
  readonly type: DeviceType;
  readonly model: string;
  readonly state: SafetyUnitState;
  readonly outputV: number | null;
}

/** Whether a link is of the operation's plant and holds at the operation's end, or now. */
const isLinkedThen = (link: string) => {
  const [plantId, fromAt, toAt] = ["plant_id", "from_at", "to_at"].map((name) => sql.ref(`${link}.${name}`));
  const at = sql`coalesce(o.ended_at, now())`;
  return sql`${plantId} = o.plant_id and ${fromAt} <= ${at} and (${toAt} is null or ${toAt} > ${at})`;
};

/** Units of an operation in the order of their strings, which are those of its plant now or, once it has ended, at its end. */
export async function listStringMembers(
  db: Db,
  { operationId, isLayoutHidden }: { operationId: string; isLayoutHidden: boolean },
): Promise<StringMember[]> {
  const { rows } = await sql<StringMember>`
    select string.id as "stringId", coalesce(string.type = 'SCON', false) as "isHalf", string.sn,
      case when ${isLayoutHidden} then '' else coalesce(slot.label, '') end as "slotLabel",
      coalesce(linked.sn, pressed.sn) as "gatewaySn", array_remove(array[pressed.sn, linked.sn], null) as gateways,
      d.type, d.model, u.state, u.output_v as "outputV"
    from safety_units u join devices d on d.id = u.device_id
    join safety_operations o on o.id = u.operation_id
    left join device_links l on l.device_id = d.id and ${isLinkedThen("l")}
    left join devices string on string.id = l.parent_id and string.type in ('MCON', 'SCON')
    left join device_links sl on sl.device_id = string.id and ${isLinkedThen("sl")}
    left join slots slot on slot.id = sl.slot_id
    left join gateways g on g.device_id = coalesce(sl.parent_id, l.parent_id)
    left join devices linked on linked.id = g.device_id
    left join devices pressed on pressed.id = u.gateway_id
    where u.operation_id = ${operationId} and u.left_at is null
    order by "gatewaySn", slot.label, string.sn`.execute(db);
  return rows;
}
