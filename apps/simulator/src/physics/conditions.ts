import type { EventEntry } from "@heliograph/protocol";
import { EVENT_CODE } from "@heliograph/protocol";
import type { Fault, Site } from "../fleet.ts";
import { isActive, isHit, isPlaced } from "./fault-rules.ts";
import type { Roof } from "./roof.ts";

interface Condition {
  readonly begin: EventEntry;
  readonly end: EventEntry;
  readonly beganAt: number;
}
type Conditions = Map<string, Condition>;

/** Events of one instant. */
interface Changes {
  readonly at: number;
  readonly entries: readonly EventEntry[];
}

/** A fault that begins at an instant has it as the time of its event, though it is sent at the next report. */
const beginOf = ({ from, hours }: Fault, at: number): number =>
  from === undefined || hours !== undefined ? at : Math.min(from, at);

function listConditions(site: Site, roof: Roof, at: number): Conditions {
  const conditions: Conditions = new Map();
  for (const fault of site.faults.filter(isPlaced)) {
    if (!isActive(fault, at, site.longitude)) continue;
    const beganAt = beginOf(fault, at);
    const addRaised = (unit: number | undefined, code: number): void => {
      if (unit === undefined) return;
      conditions.set(`${unit}/${code}`, {
        begin: [unit, "raised", code],
        end: [unit, "gone", code],
        beganAt,
      });
    };
    for (const module of roof.modules.filter((candidate) => isHit(fault, candidate))) {
      if (fault.kind === "dead-unit" && module.unit !== undefined)
        conditions.set(`${module.unit}/down`, {
          begin: [module.unit, "down"],
          end: [module.unit, "up"],
          beganAt,
        });
      if (fault.kind === "unit-fault") addRaised(module.unit, fault.code);
      if (fault.kind === "string-down")
        addRaised(roof.strings[module.stringIndex]!.unit, EVENT_CODE.blownFuse);
    }
  }
  return conditions;
}

/** Returns the conditions that began and ended between two calls, as events of the device link, the earliest first. */
export function createConditionWatch(site: Site, roof: Roof) {
  let known: Conditions = new Map();
  return {
    changesAt(at: number): Changes[] {
      const present = listConditions(site, roof, at);
      const began = [...present].filter(([key]) => !known.has(key));
      const ended = [...known].filter(([key]) => !present.has(key));
      known = present;
      const changes = [
        ...began.map(([, { begin, beganAt }]) => ({ at: beganAt, entry: begin })),
        ...ended.map(([, { end }]) => ({ at, entry: end })),
      ];
      const byInstant = Map.groupBy(changes, (change) => change.at);
      return [...byInstant]
        .sort(([first], [second]) => first - second)
        .map(([instant, each]) => ({ at: instant, entries: each.map(({ entry }) => entry) }));
    },
  };
}
