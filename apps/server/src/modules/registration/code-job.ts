import type { Logger } from "../../infra/logger.ts";
import type { Loop } from "../../infra/loop.ts";
import { createLoop } from "../../infra/loop.ts";
import type { RegistrationService } from "./registration.service.ts";

const LOOK_EVERY_MS = 1_000;

/** Answers requests for codes outside of the requests, where nobody can take the time. */
export function createCodeJob(deps: { registration: RegistrationService; logger: Logger }): Loop {
  const { registration, logger } = deps;
  return createLoop({
    work: () => registration.answerRequests(),
    everyMs: LOOK_EVERY_MS,
    logger,
    trouble: "codes could not be sent",
  });
}
