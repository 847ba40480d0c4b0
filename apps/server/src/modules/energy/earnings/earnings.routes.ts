import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { EarningsService } from "./earnings.service.ts";
import type { EarningsExport } from "./earnings-export.service.ts";
import type { FleetEarnings } from "./fleet-earnings.service.ts";
import type { FleetEarningsExport } from "./fleet-earnings-export.service.ts";

export function mountEarningsRoutes(
  mount: Mount,
  services: {
    earnings: EarningsService;
    earningsExport: EarningsExport;
    fleetEarnings: FleetEarnings;
    fleetEarningsExport: FleetEarningsExport;
  },
): void {
  const { earnings, earningsExport, fleetEarnings, fleetEarningsExport } = services;
  mount(endpoints.station.earnings, ({ plant, query }) => earnings.get(plant, query));
  mount(endpoints.station.exportEarnings, (call) => earningsExport.start(call, plantOf(call), call.body));
  mount(endpoints.station.previewTariff, (call) => {
    const { tariff, tariffFrom } = call.query;
    return earnings.preview(plantOf(call), { tariff, validFrom: tariffFrom });
  });
  mount(endpoints.station.setConversionFactor, async (call) => {
    await earnings.setFactor(call, plantOf(call), call.body);
    return null;
  });
  mount(endpoints.home.earnings, ({ scope }) => earnings.getToday(scope));
  mount(endpoints.home.earningsPeriods, ({ scope, query }) => fleetEarnings.getPeriods(scope, query));
  mount(endpoints.home.earningsPlants, ({ scope, query }) => fleetEarnings.listPlants(scope, query));
  mount(endpoints.home.exportEarnings, (call) => fleetEarningsExport.start(call, call.body));
}
