import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { EarningsService } from "./earnings.service.ts";
import type { EarningsExport } from "./earnings-export.service.ts";

export function mountEarningsRoutes(
  mount: Mount,
  { earnings, earningsExport }: { earnings: EarningsService; earningsExport: EarningsExport },
): void {
  mount(endpoints.station.earnings, ({ plant, query }) => earnings.get(plant, query));
  mount(endpoints.station.exportEarnings, (call) => earningsExport.start(call, plantOf(call), call.body));
  mount(endpoints.station.setConversionFactor, async (call) => {
    await earnings.setFactor(call, plantOf(call), call.body);
    return null;
  });
  mount(endpoints.home.earnings, ({ scope }) => earnings.getToday(scope));
}
