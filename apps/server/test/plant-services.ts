import { createInProcessBus } from "../src/infra/bus.ts";
import type { Clock } from "../src/infra/clock.ts";
import { createPictureService } from "../src/modules/base/pictures/pictures.service.ts";
import { createAlarmService } from "../src/modules/devices/alarms/alarms.service.ts";
import { createEarningsService } from "../src/modules/energy/earnings/earnings.service.ts";
import { createMeteringService } from "../src/modules/energy/metering/metering.service.ts";
import { createTariffService } from "../src/modules/energy/tariffs/tariffs.service.ts";
import { createDraftsService } from "../src/modules/people/drafts/drafts.service.ts";
import { createFleet } from "../src/modules/plants/plant-overview/fleet.service.ts";
import { createPlantOverview } from "../src/modules/plants/plant-overview/plant-overview.service.ts";
import { createPlantPictures } from "../src/modules/plants/plants/plant-pictures.ts";
import { createPlantService } from "../src/modules/plants/plants/plants.service.ts";
import type { TestEngines } from "./engines.ts";

/** The services of plants as the server composes them, without the app around them. */
export function createPlantServices({ db, clickhouse }: TestEngines, clock: Clock) {
  const metering = createMeteringService({ db, clickhouse, clock });
  const tariffs = createTariffService({ db, clock });
  const earnings = createEarningsService({ db, clickhouse, clock, metering, tariffs });
  const bus = createInProcessBus();
  const alarms = createAlarmService({ db, clock, metering, bus });
  const overview = createPlantOverview({ db, clock, metering, alarms });
  const fleet = createFleet({ db, clock, metering, earnings, overview });
  const pictures = createPlantPictures({
    db,
    pictures: createPictureService({
      db,
      clock,
      listInDrafts: createDraftsService({ db, clock }).listUploads,
    }),
  });
  return {
    metering,
    overview,
    fleet,
    plants: createPlantService({ db, bus, clock, metering, tariffs, overview, pictures }),
  };
}
