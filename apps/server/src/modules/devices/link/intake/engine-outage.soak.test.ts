import { describe, expect, test } from "vitest";
import { checkOutages } from "../../../../../test/engine-outage-check.ts";
import { hasMachinePostgres } from "../../../../../test/machine-postgres.ts";

describe.each([
  ["embedded", true],
  ["by address", hasMachinePostgres],
] as const)("PostgreSQL %s", (place, isHere) => {
  test.runIf(isHere).each(["fast stop", "immediate stop", "kill", "freeze"] as const)(
    "%s, twenty times under load: the server continues, reports correct readiness, recovers within five seconds and loses nothing",
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
      // The requirement limits the time, so this soak asserts it; a machine much slower than two cores may fail.
      expect(outcome.slowestResponseMs).toBeLessThan(1_000);
      expect(outcome.readyAfterMs).toBeLessThan(5_000);
      expect(outcome.servedAfterMs).toBeLessThan(5_000);
      expect(outcome.acknowledgedAfterMs).toBeLessThan(5_000);
    },
  );
});
