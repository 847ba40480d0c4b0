import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import type { JobService } from "./jobs.service.ts";

export function mountJobRoutes(mount: Mount, mountFile: MountFile, jobs: JobService): void {
  const { job } = endpoints;
  mount(job.list, ({ scope, query }) => jobs.list(scope, query));
  mount(job.get, ({ scope, query }) => jobs.get(scope, query.jobId));
  mount(job.cancel, async ({ scope, body }) => {
    await jobs.cancel(scope, body.jobId);
    return null;
  });
  mount(job.delete, async ({ scope, body }) => {
    await jobs.delete(scope, body.jobId);
    return null;
  });
  mountFile(job.getFile, ({ scope, query }) => jobs.getFile(scope, query.jobId));
}
