import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { UpgradeStepDeps } from "./upgrade-steps.ts";
import { createUpgradeSteps } from "./upgrade-steps.ts";

const EVERY_MS = 3_000;

/** Drives the campaigns in the process that leads the background jobs. */
export const createUpgradeJob = (deps: UpgradeStepDeps): Loop =>
  createLoop({
    work: createUpgradeSteps(deps).step,
    everyMs: EVERY_MS,
    logger: deps.logger,
    failureMessage: "upgrades could not be continued",
  });
