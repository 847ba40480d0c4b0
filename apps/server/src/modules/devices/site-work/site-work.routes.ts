import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { SiteWorkService } from "./site-work.service.ts";

export function mountSiteWorkRoutes(mount: Mount, work: SiteWorkService): void {
  const { siteWork } = endpoints;
  mount(siteWork.list, (call) => work.list(call.scope, plantOf(call)));
  mount(siteWork.add, async (call) =>
    withMessage(await work.add(call, plantOf(call), call.body), "done.siteWorkSaved"),
  );
  mount(siteWork.extend, async (call) =>
    withMessage(await work.extend(call, plantOf(call), call.body), "done.siteWorkSaved"),
  );
  mount(siteWork.end, async (call) =>
    withMessage(await work.end(call, plantOf(call), call.body.siteWorkId), "done.siteWorkEnded"),
  );
}
