import type { StringVoltageLevel } from "@heliograph/contract";
import { MAX_STRING_INSIDE_V, MAX_STRING_OUTSIDE_V } from "@heliograph/contract";
import type { DeviceModel } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import type { StringMember } from "./string-voltages.repository.ts";

/** A string of a shutdown and the highest voltage that it may carry. */
export interface StringVoltage extends Pick<StringMember, "stringId" | "sn" | "slotLabel" | "gatewaySn"> {
  readonly units: number;
  /** Units that are proven open; the others count at their open-circuit voltage. */
  readonly proven: number;
  /** Units of its gateway without a known string: each may belong to this one and counts in it. */
  readonly unlinkedUnits: number;
  /** Of an SCON, the highest sum of another one of its gateway, which may be the other half of the string; else 0. */
  readonly otherHalfV: number;
  readonly maxV: number;
  readonly level: StringVoltageLevel;
}

type FindRatedV = (unit: Pick<StringMember, "type" | "model">) => number;

/**
 * Open-circuit voltage of a module at -40 °C by that at 25 °C, the rated one: the largest factor for crystalline silicon in
 * NEC table 690.7(A).
 */
export const COLD_MODULE_FACTOR = 1.25;

/** What a unit adds to the voltage of its string: what was measured if it is proven open, else at least that of a cold module. */
function voltageOf({ state, outputV }: StringMember, ratedV: number): number {
  // Without its sign: one unit must not take away from what others carry.
  const measuredV = outputV === null ? undefined : Math.abs(outputV);
  if (state === "open" && measuredV !== undefined) return measuredV;
  return Math.max(ratedV * COLD_MODULE_FACTOR, measuredV ?? 0);
}

function toLevel(maxV: number): StringVoltageLevel {
  if (maxV <= MAX_STRING_OUTSIDE_V) return "outside";
  return maxV <= MAX_STRING_INSIDE_V ? "inside" : "above";
}

/** Rounded up: what is shown is never less than what was measured. */
const roundUp = (volts: number): number => Math.max(0, Math.ceil(volts * 10 - 1e-3) / 10);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface Gateways {
  readonly gateways: ReadonlySet<string>;
  /** A gateway that is no longer known may have been any. */
  readonly isAnywhere: boolean;
}

const gatewaysOf = (units: readonly StringMember[]): Gateways => ({
  gateways: new Set(units.flatMap(({ gateways }) => gateways)),
  isAnywhere: units.some(({ gateways }) => gateways.length === 0),
});

const mayShareGateway = (one: Gateways, other: Gateways): boolean =>
  one.isAnywhere || other.isAnywhere || !one.gateways.isDisjointFrom(other.gateways);

/** Units that count together. */
interface UnitGroup extends Gateways {
  readonly first: StringMember;
  readonly units: readonly StringMember[];
  readonly sumV: number;
}

const groupUnits = (
  units: readonly StringMember[],
  { keyOf, findRatedV }: { keyOf: (unit: StringMember) => string; findRatedV: FindRatedV },
): UnitGroup[] =>
  [...Map.groupBy(units, keyOf).values()].map((group) => ({
    first: group[0] as StringMember,
    units: group,
    ...gatewaysOf(group),
    sumV: sum(group.map((unit) => voltageOf(unit, findRatedV(unit)))),
  }));

/** What a string may carry: its own units, units that may belong to it, and what may be its other half. */
function toStringVoltage(
  string: UnitGroup,
  { unlinked, halves }: { unlinked: readonly UnitGroup[]; halves: readonly UnitGroup[] },
): StringVoltage {
  const { stringId, sn, slotLabel, gatewaySn, isHalf } = string.first;
  const isOwn = ({ first }: UnitGroup): boolean => stringId === null && first.gatewaySn === gatewaySn;
  const possible = unlinked.filter((group) => !isOwn(group) && mayShareGateway(string, group));
  const otherHalf = isHalf && halves.find((half) => half !== string && mayShareGateway(string, half));
  const otherHalfV = otherHalf ? otherHalf.sumV : 0;
  const maxV = roundUp(string.sumV + sum(possible.map(({ sumV }) => sumV)) + otherHalfV);
  return {
    ...{ stringId, sn, slotLabel, gatewaySn, units: string.units.length },
    proven: string.units.filter(({ state }) => state === "open").length,
    unlinkedUnits: sum(possible.map(({ units }) => units.length)),
    ...{ otherHalfV: roundUp(otherHalfV), maxV, level: toLevel(maxV) },
  };
}

/**
 * Sums the voltages of each string, the highest first. Units without a known string count in every string of their gateway, and
 * as a sum of their own, which is an upper limit of a string that consists of them. Which SCONs are the halves of one string is
 * not known: in each counts the highest other one of its gateway.
 */
export function sumStrings(members: readonly StringMember[], findRatedV: FindRatedV): StringVoltage[] {
  const unlinked = groupUnits(
    members.filter(({ stringId }) => stringId === null),
    { keyOf: ({ gatewaySn, gateways }) => [gatewaySn, ...gateways].join(), findRatedV },
  );
  const strings = groupUnits(members, {
    keyOf: ({ stringId, gatewaySn }) => stringId ?? `gateway ${gatewaySn}`,
    findRatedV,
  });
  const halves = strings.filter(({ first }) => first.isHalf).sort((one, other) => other.sumV - one.sumV);
  return strings
    .map((string) => toStringVoltage(string, { unlinked, halves }))
    .sort((one, other) => other.maxV - one.maxV || one.otherHalfV - other.otherHalfV);
}

/** Rated open-circuit voltage of the module at a unit, by its device model. */
export const createRatedVoltages =
  (models: readonly DeviceModel[]): FindRatedV =>
  (unit) =>
    findModel(models, unit).openCircuitV;
