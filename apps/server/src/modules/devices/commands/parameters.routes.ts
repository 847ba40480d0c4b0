import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { ParameterService } from "./parameters.service.ts";

export function mountParameterRoutes(mount: Mount, service: ParameterService): void {
  const { parameters } = endpoints;
  mount(parameters.get, (call) => service.get(call.scope, plantOf(call), call.query.deviceId));
  mount(parameters.model, (call) => service.getModel(plantOf(call), call.query.deviceId));
  mount(parameters.acquire, (call) => service.acquire(call, plantOf(call), call.body));
  mount(parameters.copy, (call) => service.copy(call, plantOf(call), call.body));
  mount(parameters.set, (call) => service.set(call, plantOf(call), call.body));
}
