import type { MeteringLevel } from "@heliograph/contract";
import { levelRules } from "./metering-sets.ts";

/** Factor from DC to AC energy of a plant without a metering set; the same as that of a new set. */
export const DEFAULT_CONVERSION_FACTOR = 0.96;

/** The side of the inverter on which the counters of a level measure. */
export const sideOfLevel = (level: MeteringLevel): "AC" | "DC" => levelRules[level].side;
