import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { CommissioningFiles } from "./commissioning-files.ts";
import type { ReportService } from "./reports.service.ts";
import type { ScheduleService } from "./schedules.service.ts";

export function mountReportRoutes(
  mount: Mount,
  {
    reports,
    commissioningFiles,
    schedules,
  }: { reports: ReportService; commissioningFiles: CommissioningFiles; schedules: ScheduleService },
): void {
  const { report } = endpoints;
  mount(report.create, (call) => reports.start(call, call.body));
  mount(endpoints.commissioning.report, (call) => commissioningFiles.start(call, call.body));
  mount(report.listSchedules, ({ scope, query }) => schedules.list(scope, query));
  mount(report.addSchedule, (call) => schedules.add(call, call.body));
  mount(report.updateSchedule, async (call) => {
    await schedules.update(call, call.body);
    return null;
  });
  mount(report.deleteSchedule, async (call) => {
    await schedules.delete(call, call.body.scheduleId);
    return null;
  });
}
