import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { SharingService } from "./sharing.service.ts";
import type { CheckSwitchOps } from "./station-ops.ts";
import { checkStationOps } from "./station-ops.ts";

/** `checkSwitchOps`: verdicts about operations of switches, which depend on the holder. */
export function mountSharingRoutes(
  mount: Mount,
  sharing: SharingService,
  checkSwitchOps: CheckSwitchOps,
): void {
  const { invitations, transfers } = sharing;
  const calls = endpoints.sharing;
  mount(calls.members, (call) => sharing.members(call.scope, plantOf(call), call.language));
  mount(calls.invitations, ({ scope }) => sharing.offers(scope));
  mount(calls.share, async (call) => withMessage(await invitations.share(call, call.body), "done.invited"));
  mount(calls.sharePlants, (call) => sharing.sharePlants(call, call.body));
  mount(calls.shareAnswer, (call) => invitations.respond(call, call.body));
  mount(calls.shareEnd, async (call) => {
    await invitations.end(call, { plantId: plantOf(call).plantId, grantId: call.body.grantId });
    return null;
  });
  mount(calls.shareLeave, async (call) => {
    await invitations.leave(call, call.body.stationId);
    return withMessage(null, "done.shareLeft");
  });
  mount(calls.transfer, async (call) =>
    withMessage(await transfers.offer(call, call.body), "done.transferOffered"),
  );
  mount(calls.settings, async (call) => {
    await sharing.changeSettings(call, call.body);
    return withMessage(null, "done.settingsSaved");
  });
  mount(endpoints.permission.checkStationOp, async (call) => ({
    ...checkStationOps(call.scope, plantOf(call), call.language),
    ...(await checkSwitchOps(call.scope, plantOf(call), call.language)),
  }));
  mount(calls.transferAnswer, (call) => transfers.respond(call, call.body));
  mount(calls.transferWithdraw, async (call) => {
    await transfers.withdraw(call, {
      plantId: plantOf(call).plantId,
      transferId: call.body.transferId,
    });
    return null;
  });
}
