import { describe, expect, test } from "vitest";
import { checkOutages } from "../../../../../test/engine-outage-check.ts";
import { variants } from "../../../../../test/full-run.ts";
import { hasMachinePostgres } from "../../../../../test/machine-postgres.ts";

const places = [
  ["embedded", true],
  ["by address", hasMachinePostgres],
] as const;

describe.each(variants(places))("PostgreSQL %s", (place, isHere) => {
  test.runIf(isHere)(
    "can be stopped, killed and frozen under load: the server continues and loses no acknowledged report",
    async () => {
      const outages = ["fast stop", "immediate stop", "kill", "freeze"] as const;
      const outcome = await checkOutages({ place, outages, times: 1, minFreezeMs: 2_000 });
      expect(outcome).toMatchObject({
        rounds: 4,
        end: { code: 0, signal: null },
        missing: 0,
        doubled: 0,
        invented: 0,
      });
      expect(outcome.acknowledged).toBeGreaterThan(200);
    },
  );
});
