import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./index.ts";

// Written down a second time on purpose: tests of access read the contract, and follow it when a call demands less.

const { safety, unitSwitch, ignition, siteWork } = endpoints;

interface Call {
  readonly endpoint: Endpoint;
  readonly who: string;
  readonly level: string;
  readonly also?: string;
}

const calls: readonly Call[] = [
  { endpoint: safety.get, who: "station:read", level: "read", also: "during maintenance" },
  { endpoint: safety.stop, who: "station:shutdown", level: "operate", also: "during maintenance" },
  { endpoint: safety.keepShut, who: "station:shutdown", level: "operate", also: "during maintenance" },
  { endpoint: safety.startDrill, who: "station:shutdown", level: "operate" },
  { endpoint: safety.reset, who: "station:reset", level: "operate", also: "step-up, promptly" },
  { endpoint: safety.release, who: "station:reset", level: "operate", also: "step-up" },
  {
    endpoint: safety.addReason,
    who: "station:shutdown station:reset",
    level: "operate",
    also: "during maintenance",
  },
  { endpoint: safety.ledger, who: "station:read", level: "operate" },
  { endpoint: safety.ledgerFile, who: "station:read", level: "operate" },
  { endpoint: safety.records, who: "station:read", level: "operate" },
  { endpoint: safety.record, who: "station:read", level: "operate" },
  { endpoint: safety.drills, who: "station:read", level: "operate" },
  { endpoint: safety.setDrillInterval, who: "station:edit", level: "administer" },
  { endpoint: unitSwitch.open, who: "station:shutdown", level: "operate" },
  { endpoint: unitSwitch.close, who: "station:reset", level: "operate", also: "step-up, promptly" },
  { endpoint: unitSwitch.release, who: "station:reset", level: "operate", also: "step-up" },
  { endpoint: ignition.ignite, who: "station:reset", level: "operate", also: "step-up, promptly" },
  { endpoint: ignition.cancel, who: "station:reset", level: "operate" },
  { endpoint: siteWork.add, who: "alarm:clear device:command station:shutdown", level: "operate" },
  { endpoint: siteWork.extend, who: "alarm:clear device:command station:shutdown", level: "operate" },
  { endpoint: siteWork.end, who: "alarm:clear device:command station:shutdown", level: "operate" },
];

test.each(calls)("$endpoint.path demands $who and $level access", ({ endpoint, who, level, also = "" }) => {
  const { access, stepUp, promptly, duringMaintenance } = endpoint;
  expect(access.who).toEqual(who.split(" "));
  expect(access.scope).toMatchObject({ kind: "plant", level });
  expect({ stepUp, promptly, duringMaintenance }).toEqual({
    stepUp: also.includes("step-up") || undefined,
    promptly: also.includes("promptly") || undefined,
    duringMaintenance: also.includes("during maintenance") || undefined,
  });
});

test("each call for who may shut down or reset is listed here", () => {
  const all = Object.values(endpoints).flatMap((area) => Object.values(area) as Endpoint[]);
  const named = all.filter(
    ({ access: { who } }) =>
      who.includes("station:shutdown" as never) || who.includes("station:reset" as never),
  );
  const listed = new Set(calls.map(({ endpoint }) => endpoint));
  expect(named.filter((endpoint) => !listed.has(endpoint)).map(({ path }) => path)).toEqual([]);
});
