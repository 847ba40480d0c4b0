import type { Birth, Clock, State } from "@heliograph/protocol";
import type { Inventory } from "./gateway-options.ts";
import type { SeqRange } from "./outbox.ts";

/** Fields of every message of a session. */
export interface SessionFacts {
  readonly session: number;
  readonly rev: number;
  readonly clock: Clock;
}

/** On or off, and the requested numbers that are lost. */
export function createState(on: 0 | 1, facts: SessionFacts, lost: readonly SeqRange[] = []): State {
  const { session, rev, clock } = facts;
  const ranges = lost.map(([from, to]): [number, number] => [from, to]);
  return { v: 1, on, session, rev, clock, ...(ranges.length > 0 && { lost: ranges }) };
}

/** The inventory at an instant of the gateway's clock. */
export function createBirth(
  gatewaySn: string,
  inventory: Inventory,
  facts: SessionFacts & { readonly t: number },
): Birth {
  const { session, rev, clock, t } = facts;
  const { model, hw, sw, hplc } = inventory;
  return {
    v: 1,
    session,
    rev,
    t,
    clock,
    gateway: { sn: gatewaySn, type: "DCON", model, hw, sw, ...(hplc !== undefined && { hplc }) },
    interval: inventory.intervalS,
    cap: [...inventory.capabilities],
    units: [...inventory.units],
    columns: Object.fromEntries(Object.entries(inventory.columns).map(([table, list]) => [table, [...list]])),
  };
}
