import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { SafetyService } from "./safety.service.ts";

const EVERY_MS = 1_000;

/** Ends the countdowns of shutdowns and resets, and opens what joined a plant that is shut down. */
export const createSafetyJob = (deps: {
  safety: Pick<SafetyService, "endCountdowns" | "joinUnits">;
  logger: Logger;
}): Loop =>
  createLoop({
    work: async () => {
      await deps.safety.joinUnits();
      await deps.safety.endCountdowns();
    },
    everyMs: EVERY_MS,
    logger: deps.logger,
    failureMessage: "running shutdowns could not be brought up to date",
  });
