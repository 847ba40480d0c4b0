import type { Command } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../base/i18n/i18n.ts";

/** Requested or reported values with their names: "Heartbeat interval: 3"; a name that is not known shows as it is. */
export function valuesText(
  values: Command["requested"],
  t: TFunction,
  exists: (key: string) => boolean,
): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const key = `commands.parameter.${name}`;
      const label = exists(key) ? t(key as MessageKey) : name;
      const text = typeof value === "boolean" ? t(value ? "commands.on" : "commands.off") : String(value);
      return `${label}: ${text}`;
    })
    .join(" · ");
}
