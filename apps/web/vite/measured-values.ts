import { MEASURED_VALUES } from "@heliograph/protocol/points";
import type { Plugin } from "vite";

const name = "virtual:measured-values";

/** Gives the browser the measured values of a device: name in the API, unit and decimals. */
export function measuredValues(): Plugin {
  const values = MEASURED_VALUES.map(({ field, unit, digits }) => ({ field, unit, digits }));
  return {
    name: "measured-values",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export const measuredValues = ${JSON.stringify(values)};` : undefined,
  };
}
