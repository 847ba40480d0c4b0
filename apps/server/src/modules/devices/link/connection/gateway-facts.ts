import type { Birth, Clock, UnitType } from "@heliograph/protocol";

/** A time during which a device was in a plant, epoch ms; `toAt` is Infinity while it is. */
export interface DatedLink {
  readonly fromAt: number;
  readonly toAt: number;
  readonly plantId: string;
  readonly plantKey: number;
  /** 0 when the device has no slot. */
  readonly slotKey: number;
}

/** The device behind a unit index of a birth. */
export interface UnitRef {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly sn: string;
  readonly kind: UnitType;
  /** Times it was in the same plant as its gateway: samples then are the plant's. */
  readonly links: readonly DatedLink[];
  /** Times it was in another plant than its gateway. */
  readonly elsewhere: readonly DatedLink[];
}

/** One birth revision with its units resolved; `units[0]` is the gateway itself. */
export interface BirthFacts {
  readonly birth: Birth;
  readonly receivedAt: number;
  readonly units: readonly (UnitRef | undefined)[];
}

/** Stored facts about a gateway, read again when links or births change. */
export interface GatewayFacts {
  readonly id: string;
  readonly key: number;
  readonly sn: string;
  readonly intervalMs: number;
  /** As of its last state or birth. */
  readonly clock: Clock;
  /** Its current plant. */
  readonly plantId: string | undefined;
  readonly companyId: string | undefined;
  readonly links: readonly DatedLink[];
  readonly births: ReadonlyMap<number, BirthFacts>;
}

function overlap(a: DatedLink, b: DatedLink): DatedLink | undefined {
  const fromAt = Math.max(a.fromAt, b.fromAt);
  const toAt = Math.min(a.toAt, b.toAt);
  return fromAt < toAt ? { ...a, fromAt, toAt } : undefined;
}

/** Splits a unit's links into those in its gateway's plant at the time, and those elsewhere. */
export function splitLinks(
  unitLinks: readonly DatedLink[],
  gatewayLinks: readonly DatedLink[],
): Pick<UnitRef, "links" | "elsewhere"> {
  const links: DatedLink[] = [];
  const elsewhere: DatedLink[] = [];
  for (const link of unitLinks) {
    for (const gatewayLink of gatewayLinks) {
      const shared = overlap(link, gatewayLink);
      if (shared) (gatewayLink.plantKey === link.plantKey ? links : elsewhere).push(shared);
    }
  }
  return { links, elsewhere };
}
