import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { CorrectionService } from "./corrections.service.ts";

export function mountCorrectionRoutes(mount: Mount, corrections: CorrectionService): void {
  const { correction } = endpoints;
  mount(correction.list, (call) => corrections.list(call.scope, plantOf(call), call.query));
  mount(correction.settings, (call) => corrections.getSettings(call.scope, plantOf(call)));
  mount(correction.add, async (call) =>
    withMessage(await corrections.add(call, plantOf(call), call.body), "done.corrected"),
  );
  mount(correction.cancel, async (call) =>
    withMessage(
      await corrections.cancel(call, plantOf(call), call.body.correctionId),
      "done.correctionCancelled",
    ),
  );
  mount(correction.switch, (call) => corrections.setAutomatic(call, plantOf(call), call.body.isAutomatic));
}
