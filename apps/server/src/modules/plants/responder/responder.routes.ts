import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { ResponderService } from "./responder.service.ts";

export function mountResponderRoutes(mount: Mount, responder: ResponderService): void {
  const calls = endpoints.responder;
  mount(calls.settings, (call) => responder.settings(plantOf(call)));
  mount(calls.save, async (call) => {
    await responder.save(call, plantOf(call), call.body);
    return null;
  });
  mount(calls.renew, async (call) => {
    await responder.renew(call, plantOf(call));
    return null;
  });
  mount(calls.close, async (call) => {
    await responder.close(call, plantOf(call));
    return null;
  });
  mount(calls.read, (call) => responder.read(call.body.token));
}
