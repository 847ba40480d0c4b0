import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { RegistrationService } from "./registration.service.ts";

const INTERVAL_MS = 1_000;

/** Sends requested codes outside of the requests, so that response times reveal nothing about the target. */
export function createCodeJob(deps: { registration: RegistrationService; logger: Logger }): Loop {
  const { registration, logger } = deps;
  return createLoop({
    work: (signal) => registration.sendRequested(signal),
    everyMs: INTERVAL_MS,
    logger,
    failureMessage: "codes could not be sent",
  });
}
