import type { EventEntry } from "@heliograph/protocol";
import { EVENT_CODE } from "@heliograph/protocol";
import type { Site } from "../fleet.ts";
import { isActive, isHit, isPlaced } from "./fault-rules.ts";
import type { Roof } from "./roof.ts";

type Conditions = Map<string, { readonly begin: EventEntry; readonly end: EventEntry }>;

function addRaised(conditions: Conditions, unit: number | undefined, code: number): void {
  if (unit === undefined) return;
  conditions.set(`${unit}/${code}`, { begin: [unit, "raised", code], end: [unit, "gone", code] });
}

function listConditions(site: Site, roof: Roof, at: number): Conditions {
  const conditions: Conditions = new Map();
  for (const fault of site.faults.filter(isPlaced)) {
    if (!isActive(fault, at, site.longitude)) continue;
    for (const module of roof.modules.filter((candidate) => isHit(fault, candidate))) {
      if (fault.kind === "dead-unit" && module.unit !== undefined)
        conditions.set(`${module.unit}/down`, { begin: [module.unit, "down"], end: [module.unit, "up"] });
      if (fault.kind === "unit-fault") addRaised(conditions, module.unit, fault.code);
      if (fault.kind === "string-down")
        addRaised(conditions, roof.strings[module.stringIndex]!.unit, EVENT_CODE.blownFuse);
    }
  }
  return conditions;
}

/** Returns the conditions that began and ended between two calls, as events of the device link. */
export function createConditionWatch(site: Site, roof: Roof) {
  let known: Conditions = new Map();
  return {
    changesAt(at: number): EventEntry[] {
      const present = listConditions(site, roof, at);
      const began = [...present].filter(([key]) => !known.has(key)).map(([, { begin }]) => begin);
      const ended = [...known].filter(([key]) => !present.has(key)).map(([, { end }]) => end);
      known = present;
      return [...began, ...ended];
    },
  };
}
