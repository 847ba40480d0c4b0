import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { ReportService } from "./reports.service.ts";

export function mountReportRoutes(mount: Mount, reports: ReportService): void {
  mount(endpoints.report.create, ({ scope, body }) => reports.start(scope, body));
}
