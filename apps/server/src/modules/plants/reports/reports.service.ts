import type { BodyOf, endpoints } from "@heliograph/contract";
import { plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import { stopSchedule } from "./due-schedules.repository.ts";
import type { FiguresDeps } from "./plant-figures.ts";
import { nameReport, requireReportPlants, writeReport } from "./report-files.ts";
import type { MailDeps } from "./report-mail.ts";
import { mailReport } from "./report-mail.ts";
import { findReportRange } from "./report-range.ts";
import type { ScheduledReport } from "./schedule-job.ts";

/** East of every zone: a period that has begun anywhere. */
const FIRST_ZONE = "Pacific/Kiritimati";

export type ReportService = ReturnType<typeof createReportService>;

export interface ReportDeps extends FiguresDeps, MailDeps {
  jobs: JobService;
}

/** Reports of a plant, or of several, as files of background jobs. */
export function createReportService(deps: ReportDeps) {
  const { db, clock, jobs } = deps;

  /** Does the work of `report`; one that a schedule has started is mailed. */
  const write: JobWork = async (run) => {
    const { scheduleId, ...wanted } = run.parameters as ScheduledReport;
    const written = await writeReport(deps, run, wanted);
    if (written === undefined) {
      if (scheduleId !== undefined) await stopSchedule(db, { scheduleId, problem: "access" });
      return "access";
    }
    if (scheduleId !== undefined)
      await mailReport(deps, { wanted, scheduleId, ...ownAccount(run.scope), written });
    return written;
  };

  return {
    /** Starts a report. A0404 and A0400 for plants as requireReportPlants, A0400 for a period that has not begun. */
    async start(actor: Actor, wanted: BodyOf<typeof endpoints.report.create>): Promise<{ jobId: string }> {
      const range = findReportRange(wanted.kind, wanted.period);
      if (range === undefined || range.fromDay > plantDayOf(clock.now(), FIRST_ZONE))
        throw new AppError("A0400", { fields: [{ path: "period", key: "field.format" }] });
      const [first] = await requireReportPlants(deps, actor.scope, wanted);
      const name = nameReport(wanted, wanted.stationId === undefined ? undefined : first?.name);
      return await jobs.start(actor, {
        kind: "report",
        title: name,
        parameters: wanted,
        plantId: wanted.stationId,
      });
    },
    write,
  };
}
