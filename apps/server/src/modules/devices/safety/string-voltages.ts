import type { StringVoltageLevel } from "@heliograph/contract";
import { MAX_STRING_INSIDE_V, MAX_STRING_OUTSIDE_V } from "@heliograph/contract";
import type { DeviceModel } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import type { StringMember } from "./string-voltages.repository.ts";

/** A string of a shutdown and the highest voltage that it may carry. */
export interface StringVoltage extends Pick<StringMember, "stringId" | "sn" | "slotLabel" | "gatewaySn"> {
  readonly units: number;
  /** Units that are proven open; the others count at their rated open-circuit voltage. */
  readonly proven: number;
  readonly maxV: number;
  readonly level: StringVoltageLevel;
}

/** What a unit adds to the voltage of its string: what was measured if it is proven open, else at least its rated voltage. */
function voltageOf({ state, outputV }: StringMember, ratedV: number): number {
  // Without its sign: one unit must not take away from what others carry.
  const measuredV = outputV === null ? undefined : Math.abs(outputV);
  return state === "open" && measuredV !== undefined ? measuredV : Math.max(ratedV, measuredV ?? 0);
}

function toLevel(maxV: number): StringVoltageLevel {
  if (maxV <= MAX_STRING_OUTSIDE_V) return "outside";
  return maxV <= MAX_STRING_INSIDE_V ? "inside" : "above";
}

/** Sums the voltages of each string, the highest first. Units whose string is not known are summed by gateway: an upper limit. */
export function sumStrings(
  members: readonly StringMember[],
  findRatedV: (unit: Pick<StringMember, "type" | "model">) => number,
): StringVoltage[] {
  const byString = Map.groupBy(members, ({ stringId, gatewaySn }) => stringId ?? `gateway ${gatewaySn}`);
  return [...byString.values()]
    .map((units): StringVoltage => {
      const { stringId, sn, slotLabel, gatewaySn } = units[0] as StringMember;
      const sumV = units.reduce((sum, unit) => sum + voltageOf(unit, findRatedV(unit)), 0);
      // Rounded up: what is shown is never less than what was measured.
      const maxV = Math.ceil(sumV * 10 - 1e-3) / 10;
      const proven = units.filter(({ state }) => state === "open").length;
      return {
        ...{ stringId, sn, slotLabel, gatewaySn, units: units.length, proven, maxV },
        level: toLevel(maxV),
      };
    })
    .sort((one, other) => other.maxV - one.maxV);
}

/** Rated open-circuit voltage of the module at a unit, by its device model. */
export const createRatedVoltages =
  (models: readonly DeviceModel[]) =>
  (unit: Pick<StringMember, "type" | "model">): number =>
    findModel(models, unit).openCircuitV;
