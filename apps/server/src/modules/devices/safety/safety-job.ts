import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { SafetyService } from "./safety.service.ts";

const EVERY_MS = 1_000;

/** Ends the countdowns of shutdowns and resets. */
export const createSafetyJob = (deps: {
  safety: Pick<SafetyService, "endCountdowns">;
  logger: Logger;
}): Loop =>
  createLoop({
    work: deps.safety.endCountdowns,
    everyMs: EVERY_MS,
    logger: deps.logger,
    failureMessage: "countdowns of shutdowns could not be ended",
  });
