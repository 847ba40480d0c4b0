import { createInProcessBus } from "../src/infra/bus.ts";
import { systemClock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { createIdentityService } from "../src/modules/people/identity/identity.service.ts";
import type { JobWork } from "../src/modules/people/jobs/job-kinds.service.ts";
import { createJobRunner } from "../src/modules/people/jobs/job-runner.ts";

// Runs jobs of the database named by its argument, until it is killed: each gets to its first step and no further.
const [url = ""] = process.argv.slice(2);
const logger = createLogger({ logLevel: "error" });
const { db } = await openPostgresByUrl(url, logger);
const identity = createIdentityService({
  db,
  clock: systemClock,
  bus: createInProcessBus(),
  endAccess: async () => {
    throw new Error("no account is closed here");
  },
});
const beginOnly: JobWork = async ({ report }) => {
  await report({ done: 1, total: 3 });
  return await new Promise(() => undefined);
};
createJobRunner({
  db,
  clock: systemClock,
  logger,
  identity,
  works: {
    plantExport: beginOnly,
    deviceExport: beginOnly,
    deviceDataExport: beginOnly,
    earningsExport: beginOnly,
    fleetEarningsExport: beginOnly,
    report: beginOnly,
    commissioningReport: beginOnly,
    deviceImport: beginOnly,
    deviceRegister: beginOnly,
  },
}).start();
