import { describe, expect, test } from "vitest";
import { checkOutages } from "../../../../../test/engine-outage-check.ts";
import { hasMachinePostgres } from "../../../../../test/machine-postgres.ts";

describe.each([
  ["embedded", true],
  ["by address", hasMachinePostgres],
] as const)("PostgreSQL %s", (place, isHere) => {
  test.runIf(isHere).each(["fast stop", "immediate stop", "kill", "freeze"] as const)(
    "%s, twenty times under load: the server continues, reports correct readiness, recovers automatically and loses nothing",
    async (outage) => {
      const outcome = await checkOutages({ place, outages: [outage], times: 20, minFreezeMs: 5_000 });
      console.log(place, outage, outcome);
      expect(outcome).toMatchObject({
        rounds: 20,
        end: { code: 0, signal: null },
        falseReadyCount: 0,
        missing: 0,
        doubled: 0,
        invented: 0,
      });
      // The goals are a second and five. They are measured on a quiet machine (docs/performance.md); ten times as much
      // says that something waits for what never comes.
      expect(outcome.slowestResponseMs).toBeLessThan(10_000);
      expect(outcome.readyAfterMs).toBeLessThan(50_000);
      expect(outcome.servedAfterMs).toBeLessThan(50_000);
      expect(outcome.acknowledgedAfterMs).toBeLessThan(50_000);
    },
  );
});
