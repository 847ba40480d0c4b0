import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { TariffService } from "./tariffs.service.ts";

export function mountTariffRoutes(mount: Mount, tariffs: TariffService): void {
  mount(endpoints.station.tariffs, ({ plant }) => tariffs.list(plant));
}
