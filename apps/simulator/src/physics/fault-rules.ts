import type { Fault } from "../fleet.ts";
import type { RoofModule } from "./roof.ts";

const DAY_MS = 86_400_000;

/** Hour of the solar day, 0 to 24, at a longitude. */
export function solarHour(at: number, longitude: number): number {
  const part = at / DAY_MS + longitude / 360;
  return (part - Math.floor(part)) * 24;
}

/** Whether a fault is active at an instant. */
export function isActive(fault: Fault, at: number, longitude: number): boolean {
  if (fault.from !== undefined && at < fault.from) return false;
  if (fault.to !== undefined && at >= fault.to) return false;
  if (fault.hours === undefined) return true;
  const hour = solarHour(at, longitude);
  const [from, to] = fault.hours;
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Faults of what a gateway replies to commands. */
export const REPLY_FAULTS = ["late-replies", "forged-replies", "replayed-replies"] as const;
/** Faults of the gateway and of its radio; every other one is on the roof. */
const gatewayFaults = [
  ...(["wrong-clock", "outage", "slow-radio", "locked"] as const),
  ...REPLY_FAULTS,
] as const;
type PlacedFault = Exclude<Fault, { kind: (typeof gatewayFaults)[number] }>;

/** Whether a fault is on the roof, not in the gateway. */
export function isPlaced(fault: Fault): fault is PlacedFault {
  return !(gatewayFaults as readonly string[]).includes(fault.kind);
}

/** Whether a module is affected by a fault. */
export function isHit(fault: PlacedFault, module: RoofModule): boolean {
  const isWithin = (range: readonly [number, number] | undefined, value: number): boolean =>
    range === undefined || (value >= range[0] && value <= range[1]);
  return (
    (fault.array === undefined || fault.array === module.array.name) &&
    isWithin(fault.rows, module.row) &&
    isWithin(fault.columns, module.column) &&
    (fault.string === undefined || fault.string === module.string)
  );
}
