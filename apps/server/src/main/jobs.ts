import { createOutboxJob } from "../infra/mail/outbox-job.ts";
import { createLeadership } from "../infra/postgres/leadership.ts";
import { createAuditJobs } from "../modules/base/audit/audit-jobs.ts";
import { createAlarmTotalsJob } from "../modules/devices/alarms/alarm-totals-job.ts";
import { createCommandJob } from "../modules/devices/commands/command-job.ts";
import { createDrillReminderJob } from "../modules/devices/drills/drill-reminder-job.ts";
import { createMissingDataJob } from "../modules/devices/missing-data/missing-data-job.ts";
import { createNotificationJob } from "../modules/devices/notifications/notification-job.ts";
import { createPlacementJob } from "../modules/devices/placements/placement-job.ts";
import { createSafetyJob } from "../modules/devices/safety/safety-job.ts";
import { createPlantStatesJob } from "../modules/devices/status/plant-states-job.ts";
import { createSilentUnitsJob } from "../modules/devices/status/silent-units-job.ts";
import { createUpgradeJob } from "../modules/devices/upgrades/upgrade-job.ts";
import { createWeakUnitsJob } from "../modules/devices/weak-units/weak-units-job.ts";
import { createDeliveryDeps } from "../modules/devices/webhooks/delivery-deps.ts";
import { createWebhookJob } from "../modules/devices/webhooks/webhook-job.ts";
import { createCorrectionJob } from "../modules/energy/corrections/correction-job.ts";
import { createDayEarningsJob } from "../modules/energy/earnings/day-earnings-job.ts";
import { createEarningsJob } from "../modules/energy/earnings/earnings-job.ts";
import { createExpectedDaysJob } from "../modules/energy/metering/expected/expected-days-job.ts";
import { createRollUpJob } from "../modules/energy/metering/roll-up/roll-up-job.ts";
import { createServerKeys } from "../modules/people/identity/server-keys.service.ts";
import { createJobRunner } from "../modules/people/jobs/job-runner.ts";
import { createCodeJob } from "../modules/people/registration/code-job.ts";
import { createSecurityMailJob } from "../modules/people/security-mails/security-mail-job.ts";
import { createZoneChangeJob } from "../modules/plants/plants/zone-change-job.ts";
import { createScheduleJob } from "../modules/plants/reports/schedule-job.ts";
import type { RunningRole, Runtime } from "./runtime.ts";
import type { Services } from "./services.ts";
import { createServices } from "./services.ts";

const SWEEP_EVERY_MS = 3_600_000;

/** Runs the jobs in one process of the installation: the one that leads. Resolves after its first attempt to. */
export async function startJobs(runtime: Runtime, services: Services): Promise<RunningRole> {
  const { config, db, logger, processId } = runtime;
  let running: RunningRole | undefined;
  const leadership = createLeadership({
    db,
    logger,
    processId,
    // One that has its own PostgreSQL.
    isSole: config.databaseUrl === undefined,
    onElected() {
      running = runJobs(leading, ownServices);
    },
    async onReplaced() {
      await running?.stop();
      running = undefined;
    },
  });
  const leading = { ...runtime, db: leadership.db };
  const ownServices = createServices(leading, services.ownAddress);
  await leadership.start();
  return { stop: leadership.stop };
}

/**
 * Roll-ups, earnings of today and by day, expected energies, automatic corrections, verdicts on units, numbers of alarms,
 * alarms about missing data, commands without a reply, countdowns of shutdowns, upgrades, mails and webhooks about alarms, samples of changed links, background jobs of accounts and
 * scheduled reports, the chain of the audit, codes and messages to send, expired rows, unused pictures, time zones
 * that begin to hold, and the stored states of plants.
 */
function runJobs(runtime: Runtime, services: Services): RunningRole {
  const { alarms, apiKeys, devices, drafts, firmware, identity, metering, ownAddress, pictures, plantLive } =
    services;
  const {
    commissioningFiles,
    deviceExport,
    deviceData,
    earningsExport,
    fleetEarningsExport,
    imports,
    jobs: accountJobs,
    plantDeletion,
    plantExport,
    registration,
    reports,
    schedules,
    tariffs,
  } = services;
  const { db, clickhouse, clock, logger } = runtime;
  const onPlantChanged = plantLive.notifyChanged;
  const rollUps = createRollUpJob({
    db,
    clickhouse,
    clock,
    logger,
    onEnergyChanged: plantLive.notifyEnergyChanged,
  });
  const corrections = createCorrectionJob({
    ...runtime,
    metering,
    onEnergyChanged: plantLive.notifyEnergyChanged,
  });
  const earnings = createEarningsJob({ ...runtime, tariffs });
  const dayEarnings = createDayEarningsJob({ ...runtime, tariffs });
  const expectedDays = createExpectedDaysJob(runtime);
  const placementJob = createPlacementJob(runtime);
  const plantStates = createPlantStatesJob({ db, clock, logger, onPlantChanged });
  const silentUnits = createSilentUnitsJob({ db, clock, logger });
  const zoneChanges = createZoneChangeJob({ db, clock, logger, onPlantChanged });
  const weakUnits = createWeakUnitsJob({ ...runtime, alarms, metering, tariffs });
  const alarmTotals = createAlarmTotalsJob(runtime);
  const commandJob = createCommandJob({ commands: services.commands, logger });
  const upgradeJob = createUpgradeJob({ ...runtime, commands: services.commands, identity, metering });
  const safetyJob = createSafetyJob({ safety: services.safety, logger });
  const missingData = createMissingDataJob({ ...runtime, alarms });
  const serverKeys = createServerKeys(db);
  const notifications = createNotificationJob({ ...runtime, ownAddress, serverKeys });
  const drillReminders = createDrillReminderJob({ ...runtime, ownAddress, serverKeys });
  const webhooks = createWebhookJob({
    ...createDeliveryDeps({ ...runtime, ownAddress, serverKeys }),
    logger,
  });
  const securityMails = createSecurityMailJob({ ...runtime, ownAddress });
  const jobRunner = createJobRunner({
    ...runtime,
    identity,
    works: {
      plantExport: plantExport.write,
      deviceExport: deviceExport.write,
      deviceDataExport: deviceData.write,
      earningsExport: earningsExport.write,
      fleetEarningsExport: fleetEarningsExport.write,
      report: reports.write,
      commissioningReport: commissioningFiles.write,
      deviceImport: imports.write,
      deviceRegister: imports.write,
    },
  });
  const scheduleJob = createScheduleJob({ ...runtime, identity, jobs: accountJobs });
  const codeJob = createCodeJob({ registration, logger });
  const outbox = createOutboxJob(runtime);
  const auditJobs = createAuditJobs(runtime);
  const sweepAlarms = () => alarms.sweep(runtime.config.auditMonths);
  const sweeps = [
    apiKeys.sweep,
    identity.sweep,
    accountJobs.sweep,
    devices.sweep,
    drafts.sweep,
    firmware.sweep,
    imports.sweep,
    pictures.sweep,
    plantDeletion.sweep,
    registration.sweep,
    schedules.sweep,
    sweepAlarms,
  ];
  const sweeping = setInterval(() => {
    for (const sweep of sweeps)
      sweep().catch((error: unknown) => logger.warn({ err: error }, "expired rows not swept"));
  }, SWEEP_EVERY_MS);
  const jobs = [
    rollUps,
    earnings,
    dayEarnings,
    expectedDays,
    corrections,
    placementJob,
    plantStates,
    silentUnits,
    zoneChanges,
    weakUnits,
    alarmTotals,
    missingData,
    commandJob,
    upgradeJob,
    safetyJob,
    notifications,
    drillReminders,
    webhooks,
    securityMails,
    auditJobs,
    codeJob,
    scheduleJob,
    jobRunner,
    outbox,
  ];
  for (const job of jobs) job.start();
  return {
    async stop() {
      clearInterval(sweeping);
      // Together: each waits for the step it is in.
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
