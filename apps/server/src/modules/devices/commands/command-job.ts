import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { CommandService } from "./commands.service.ts";

const EVERY_MS = 2_000;

/** Ends commands that were not sent or not answered in time. */
export const createCommandJob = (deps: {
  commands: Pick<CommandService, "markExpired">;
  logger: Logger;
}): Loop =>
  createLoop({
    work: deps.commands.markExpired,
    everyMs: EVERY_MS,
    logger: deps.logger,
    failureMessage: "commands could not be ended",
  });
