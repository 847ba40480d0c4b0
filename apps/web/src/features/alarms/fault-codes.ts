import type { FaultName, FaultSeverity } from "@heliograph/contract/fault-codes";
import { faultNames, getFault } from "@heliograph/contract/fault-codes";
import type { TFunction } from "i18next";

/** Groups of the catalogue, in the order of the page. */
export const faultGroups = ["events", "own", "security"] as const;
export type FaultGroup = (typeof faultGroups)[number];

/** The most severe first. */
export const faultSeverities: readonly FaultSeverity[] = ["fault", "alarm", "warning"];

export function faultGroupOf(name: FaultName): FaultGroup {
  const { origin, code } = getFault(name);
  if (origin !== "Heliograph") return "events";
  return code.startsWith("H9") ? "security" : "own";
}

/** List of the alarms with a code; undefined for security alarms, which are rows of the log. */
export function alarmsAddress(name: FaultName): string | undefined {
  if (faultGroupOf(name) === "security") return undefined;
  const { code, severity } = getFault(name);
  return `/alarms/${severity === "alarm" ? "threshold" : "device"}?faultCode=${code}`;
}

/** Faults whose code begins with the search, or whose texts contain it. Needs the texts' part `faults`. */
export function findFaults(search: string, t: TFunction): readonly FaultName[] {
  const word = search.trim().toLocaleLowerCase();
  return faultNames.filter((name) => {
    const texts = (["name", "cause", "effect", "remedy"] as const).map((part) => t(`faults.${name}.${part}`));
    return (
      getFault(name).code.toLocaleLowerCase().startsWith(word) ||
      texts.some((text) => text.toLocaleLowerCase().includes(word))
    );
  });
}
