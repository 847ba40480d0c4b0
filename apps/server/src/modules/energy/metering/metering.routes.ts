import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { MeteringService } from "./metering.service.ts";

export function mountMeteringRoutes(mount: Mount, metering: MeteringService): void {
  mount(endpoints.station.curve, ({ scope, query }) => metering.curve(scope, query));
  mount(endpoints.station.typicalCurve, ({ scope, query }) => metering.typicalCurve(scope, query));
  mount(endpoints.station.performance, ({ scope, query }) => metering.performance(scope, query));
  mount(endpoints.station.energy, ({ scope, query }) => metering.bars(scope, query));
  mount(endpoints.device.data, ({ scope, query }) => metering.deviceData(scope, query));
}
