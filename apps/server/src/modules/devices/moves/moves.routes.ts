import type { MessageKey, PlaceChange } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { MoveService } from "./moves.service.ts";

/** A check shows its result; only a change has a message. */
const toReply = (change: PlaceChange, done: MessageKey) =>
  change.state === "applied" ? withMessage(change, done) : change;

export function mountMoveRoutes(mount: Mount, { moves }: { moves: MoveService }): void {
  mount(endpoints.deviceMoves.replace, async (call) =>
    toReply(await moves.replace(call, call.body), "done.deviceReplaced"),
  );
  mount(endpoints.deviceMoves.move, async (call) =>
    toReply(await moves.move(call, call.body), "done.deviceMoved"),
  );
  mount(endpoints.deviceMoves.remove, async (call) =>
    toReply(await moves.remove(call, call.body), "done.deviceRemoved"),
  );
}
