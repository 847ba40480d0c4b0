import type { Logger } from "../../infra/logger.ts";
import type { RegistrationService } from "./registration.service.ts";

const LOOK_EVERY_MS = 1_000;

/** Answers requests for codes outside of the requests, where nobody can take the time. */
export function createCodeJob(deps: { registration: RegistrationService; logger: Logger }) {
  const { registration, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function schedule(): void {
    timer = setTimeout(() => {
      running = registration
        .answerRequests()
        .catch((error: unknown) => logger.warn({ err: error }, "codes could not be sent"))
        .then(() => {
          if (timer) schedule();
        });
    }, LOOK_EVERY_MS);
  }

  return {
    start: schedule,
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
