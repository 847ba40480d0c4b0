import type { Mount } from "../modules/access/access.service.ts";
import { mountAlarmRoutes } from "../modules/alarms/alarms.routes.ts";
import type { AlarmService } from "../modules/alarms/alarms.service.ts";
import type { CommandService } from "../modules/commands/commands.service.ts";
import { mountCompanyRoutes } from "../modules/companies/companies.routes.ts";
import type { CompaniesService } from "../modules/companies/companies.service.ts";
import { mountDeviceRoutes } from "../modules/devices/devices.routes.ts";
import type { DeviceService } from "../modules/devices/devices.service.ts";
import { mountHealthRoutes } from "../modules/health/health.routes.ts";
import type { HealthService } from "../modules/health/health.service.ts";
import { mountHomeRoutes } from "../modules/home/home.routes.ts";
import { mountIdentityRoutes } from "../modules/identity/identity.routes.ts";
import type { IdentityService } from "../modules/identity/identity.service.ts";
import { mountMaintenanceRoutes } from "../modules/maintenance/maintenance.routes.ts";
import type { MaintenanceService } from "../modules/maintenance/maintenance.service.ts";
import { mountMeteringRoutes } from "../modules/metering/metering.routes.ts";
import type { MeteringService } from "../modules/metering/metering.service.ts";
import { mountStationRoutes } from "../modules/plants/plants.routes.ts";
import type { PlantService } from "../modules/plants/plants.service.ts";

/** The services behind the calls; each module mounts its own. */
export interface MountedServices {
  identity: IdentityService;
  companies: CompaniesService;
  health: HealthService;
  plants: PlantService;
  devices: DeviceService;
  commands: CommandService;
  alarms: AlarmService;
  metering: MeteringService;
  maintenance: MaintenanceService;
}

export function mountAll({ mount, services }: { mount: Mount; services: MountedServices }): void {
  mountIdentityRoutes(mount, services.identity);
  mountCompanyRoutes(mount, services.companies);
  mountHealthRoutes(mount, services.health);
  mountStationRoutes(mount, services.plants);
  mountMeteringRoutes(mount, services.metering);
  mountDeviceRoutes(mount, services);
  mountHomeRoutes(mount, services);
  mountAlarmRoutes(mount, services.alarms);
  mountMaintenanceRoutes(mount, services.maintenance);
}
