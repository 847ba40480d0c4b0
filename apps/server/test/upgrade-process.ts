import { readDeviceModels } from "@heliograph/protocol/models";
import { createInProcessBus } from "../src/infra/bus.ts";
import { systemClock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { createCommandService } from "../src/modules/devices/commands/commands.service.ts";
import { createUpgradeSteps } from "../src/modules/devices/upgrades/upgrade-steps.ts";
import { createIdentityService } from "../src/modules/people/identity/identity.service.ts";

// Drives the upgrades of the database named by its first argument, a step for each message. It kills itself with SIGKILL at
// the point with the number of its second argument: points are before and after each step and each command.
const [url = "", diesAt = ""] = process.argv.slice(2);
let points = 0;

function pass(): void {
  points += 1;
  if (points === Number(diesAt)) process.kill(process.pid, "SIGKILL");
}

function refuse(): never {
  throw new Error("not part of this process");
}

const logger = createLogger({ logLevel: "error" });
const { db } = await openPostgresByUrl(url, logger);
const [bus, clock] = [createInProcessBus(), systemClock];
const commands = createCommandService({ db, bus, clock, models: readDeviceModels() });
const { step } = createUpgradeSteps({
  db,
  clock,
  logger,
  identity: createIdentityService({ db, clock, bus, endAccess: refuse }),
  metering: { unitHours: refuse, listAllUpdating: refuse },
  commands: {
    async send(...input) {
      pass();
      const row = await commands.send(...input);
      pass();
      return row;
    },
  },
});

async function runStep(): Promise<void> {
  pass();
  await step();
  pass();
  process.send?.("stepped");
}

process.on("message", () => void runStep());
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
