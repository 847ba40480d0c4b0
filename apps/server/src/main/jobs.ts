import { createOutboxJob } from "../infra/mail/outbox-job.ts";
import { createAuditJobs } from "../modules/audit/audit-jobs.ts";
import { createRollUpJob } from "../modules/metering/roll-up-job.ts";
import { createSilenceWatch } from "../modules/plants/silence-watch.service.ts";
import { createCodeJob } from "../modules/registration/code-job.ts";
import type { RunningRole, Runtime } from "./runtime.ts";
import type { Services } from "./services.ts";

const SWEEP_EVERY_MS = 3_600_000;

/** Roll-ups, the chain of the audit, codes and messages to send, expired rows, unused pictures, and the look for plants that fell silent. */
export async function startJobs(
  runtime: Runtime,
  { devices, drafts, identity, pictures, plantLive, registration }: Services,
): Promise<RunningRole> {
  const { db, clickhouse, clock, logger } = runtime;
  const onPlantChanged = plantLive.touch;
  const rollUps = createRollUpJob({ db, clickhouse, clock, logger, onPlantChanged });
  const silenceWatch = createSilenceWatch({ db, clock, logger, onPlantChanged });
  const codeJob = createCodeJob({ registration, logger });
  const outbox = createOutboxJob(runtime);
  const auditJobs = createAuditJobs(runtime);
  const sweeping = setInterval(() => {
    for (const sweep of [identity.sweep, devices.sweep, drafts.sweep, pictures.sweep, registration.sweep])
      sweep().catch((error: unknown) => logger.warn({ err: error }, "expired rows not swept"));
  }, SWEEP_EVERY_MS);
  rollUps.start();
  silenceWatch.start();
  auditJobs.start();
  codeJob.start();
  outbox.start();
  return {
    async stop() {
      clearInterval(sweeping);
      await auditJobs.stop();
      await codeJob.stop();
      await outbox.stop();
      await silenceWatch.stop();
      await rollUps.stop();
    },
  };
}
