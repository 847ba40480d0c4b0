import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop, limitShare } from "../../../infra/loop.ts";
import type { SafetyService } from "./safety.service.ts";

const EVERY_MS = 1_000;
/** The search for what joined reads every unit of each held plant. */
const JOIN_LIMIT = { maxShare: 0.05, maxPauseMs: 10_000 };

/**
 * Ends the countdowns of shutdowns and resets, opens what joined a plant that is shut down, and notices which released units are
 * measured closed.
 */
export const createSafetyJob = (deps: {
  safety: Pick<SafetyService, "endCountdowns" | "joinUnits" | "deleteClosedUnits">;
  logger: Logger;
}): Loop => {
  const joinUnits = limitShare(deps.safety.joinUnits, JOIN_LIMIT);
  return createLoop({
    work: async () => {
      await joinUnits();
      await deps.safety.endCountdowns();
      await deps.safety.deleteClosedUnits();
    },
    everyMs: EVERY_MS,
    logger: deps.logger,
    failureMessage: "running shutdowns could not be brought up to date",
  });
};
