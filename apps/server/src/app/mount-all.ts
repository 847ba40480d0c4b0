import type { Mount, MountFile } from "../modules/access/access.service.ts";
import { mountAccountRoutes } from "../modules/accounts/accounts.routes.ts";
import type { AccountsService } from "../modules/accounts/accounts.service.ts";
import { mountAlarmRoutes } from "../modules/alarms/alarms.routes.ts";
import type { AlarmService } from "../modules/alarms/alarms.service.ts";
import { mountLogRoutes } from "../modules/audit/log.routes.ts";
import type { LogService } from "../modules/audit/log.service.ts";
import type { CommandService } from "../modules/commands/commands.service.ts";
import { mountCompanyRoutes } from "../modules/companies/companies.routes.ts";
import type { CompaniesService } from "../modules/companies/companies.service.ts";
import { mountConfigurationRoutes } from "../modules/configuration/configuration.routes.ts";
import type { ConfigurationService } from "../modules/configuration/configuration.service.ts";
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
import { mountPictureRoutes } from "../modules/pictures/pictures.routes.ts";
import type { PictureService } from "../modules/pictures/pictures.service.ts";
import type { PlantLive } from "../modules/plants/plant-live.service.ts";
import { mountStationRoutes } from "../modules/plants/plants.routes.ts";
import type { PlantService } from "../modules/plants/plants.service.ts";
import { mountProviderRoutes } from "../modules/providers/providers.routes.ts";
import type { ProviderService } from "../modules/providers/providers.service.ts";
import { mountRegistrationRoutes } from "../modules/registration/registration.routes.ts";
import type { RegistrationService } from "../modules/registration/registration.service.ts";
import type { CustomerTypesService } from "../modules/roles/customer-types.service.ts";
import { mountRoleRoutes } from "../modules/roles/roles.routes.ts";
import type { RolesService } from "../modules/roles/roles.service.ts";
import { mountSharingRoutes } from "../modules/sharing/sharing.routes.ts";
import type { SharingService } from "../modules/sharing/sharing.service.ts";

/** The services behind the calls; each module mounts its own. */
export interface MountedServices {
  identity: IdentityService;
  companies: CompaniesService;
  accounts: AccountsService;
  roles: RolesService;
  customerTypes: CustomerTypesService;
  health: HealthService;
  plants: PlantService;
  plantLive: PlantLive;
  devices: DeviceService;
  commands: CommandService;
  alarms: AlarmService;
  metering: MeteringService;
  configuration: ConfigurationService;
  pictures: PictureService;
  providers: ProviderService;
  registration: RegistrationService;
  maintenance: MaintenanceService;
  log: LogService;
  sharing: SharingService;
}

export function mountAll(options: {
  mount: Mount;
  mountFile: MountFile;
  services: MountedServices;
  findWebEntry: () => Promise<string | null>;
}): void {
  const { mount, mountFile, services, findWebEntry } = options;
  mountIdentityRoutes(mount, services.identity);
  mountRegistrationRoutes(mount, services.registration);
  mountCompanyRoutes(mount, services.companies);
  mountAccountRoutes(mount, services.accounts);
  mountRoleRoutes(mount, services);
  mountHealthRoutes(mount, services.health);
  mountStationRoutes(mount, services);
  mountMeteringRoutes(mount, services.metering);
  mountDeviceRoutes(mount, services);
  mountHomeRoutes(mount, services);
  mountAlarmRoutes(mount, services.alarms);
  mountConfigurationRoutes(mount, services.configuration, findWebEntry);
  mountProviderRoutes(mount, services.providers);
  mountPictureRoutes(mountFile, services.pictures);
  mountMaintenanceRoutes(mount, services.maintenance);
  mountLogRoutes(mount, services.log);
  mountSharingRoutes(mount, services.sharing);
}
