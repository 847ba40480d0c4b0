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

/**
 * Sums the voltages of each string, the highest first. Units without a known string count in every string of their gateway, and
 * as a sum of their own, which is an upper limit of a string that consists of them. Which SCONs are the halves of one string is
 * not known: in each counts the highest other one of its gateway.
 */
export function sumStrings(members: readonly StringMember[], findRatedV: FindRatedV): StringVoltage[] {
  const sumVoltages = (units: readonly StringMember[]): number =>
    sum(units.map((unit) => voltageOf(unit, findRatedV(unit))));
  const unlinked = [
    ...Map.groupBy(
      members.filter(({ stringId }) => stringId === null),
      ({ gatewaySn, gateways }) => [gatewaySn, ...gateways].join(),
    ).values(),
  ].map((units) => ({
    ...(units[0] as StringMember),
    ...gatewaysOf(units),
    count: units.length,
    sumV: sumVoltages(units),
  }));
  const strings = Map.groupBy(members, ({ stringId, gatewaySn }) => stringId ?? `gateway ${gatewaySn}`)
    .values()
    .map((units) => ({
      units,
      ...(units[0] as StringMember),
      ...gatewaysOf(units),
      ownV: sumVoltages(units),
    }))
    .toArray();
  const halves = strings.filter(({ isHalf }) => isHalf).sort((one, other) => other.ownV - one.ownV);
  return strings
    .map((string): StringVoltage => {
      const { units, stringId, sn, slotLabel, gatewaySn, isHalf } = string;
      const possible = unlinked.filter(
        (one) => !(stringId === null && one.gatewaySn === gatewaySn) && mayShareGateway(string, one),
      );
      const otherHalf = isHalf
        ? halves.find((half) => half !== string && mayShareGateway(string, half))
        : undefined;
      const otherHalfV = otherHalf?.ownV ?? 0;
      const maxV = roundUp(string.ownV + sum(possible.map((one) => one.sumV)) + otherHalfV);
      const proven = units.filter(({ state }) => state === "open").length;
      return {
        ...{ stringId, sn, slotLabel, gatewaySn, units: units.length, proven },
        ...{ unlinkedUnits: sum(possible.map(({ count }) => count)), otherHalfV: roundUp(otherHalfV) },
        ...{ maxV, level: toLevel(maxV) },
      };
    })
    .sort((one, other) => other.maxV - one.maxV || one.otherHalfV - other.otherHalfV);
}

/** Rated open-circuit voltage of the module at a unit, by its device model. */
export const createRatedVoltages =
  (models: readonly DeviceModel[]): FindRatedV =>
  (unit) =>
    findModel(models, unit).openCircuitV;
