import { join } from "node:path";
import { createFolderFileStore } from "../infra/files/folder-file-store.ts";
import { createOwnAddress } from "../infra/own-address.ts";
import { createAccessService } from "../modules/access/access.service.ts";
import { createAccountsService } from "../modules/accounts/accounts.service.ts";
import { createAlarmService } from "../modules/alarms/alarms.service.ts";
import { createLogService } from "../modules/audit/log.service.ts";
import { createAvatarService } from "../modules/avatars/avatars.service.ts";
import { createCommandService } from "../modules/commands/commands.service.ts";
import { createCompaniesService } from "../modules/companies/companies.service.ts";
import { createConfigurationService } from "../modules/configuration/configuration.service.ts";
import { createDeviceService } from "../modules/devices/devices.service.ts";
import { createDraftsService } from "../modules/drafts/drafts.service.ts";
import { createHealthService } from "../modules/health/health.service.ts";
import { createIdentityService } from "../modules/identity/identity.service.ts";
import { createMaintenanceService } from "../modules/maintenance/maintenance.service.ts";
import { createMeteringService } from "../modules/metering/metering.service.ts";
import { createPictureService } from "../modules/pictures/pictures.service.ts";
import { createPlantLive } from "../modules/plants/plant-live.service.ts";
import { createPlantService } from "../modules/plants/plants.service.ts";
import { createProviderService } from "../modules/providers/providers.service.ts";
import { createRegistrationService } from "../modules/registration/registration.service.ts";
import { createCustomerTypesService } from "../modules/roles/customer-types.service.ts";
import { createRolesService } from "../modules/roles/roles.service.ts";
import { createSharingService } from "../modules/sharing/sharing.service.ts";
import type { Runtime } from "./runtime.ts";

export type Services = ReturnType<typeof createServices>;

/** Every service over one runtime; inert until called, so each role takes what it needs. */
export function createServices(runtime: Runtime) {
  const { config, db, postgres, clickhouse, clock, bus, logger } = runtime;
  const companies = createCompaniesService({ db, bus });
  const ownAddress = createOwnAddress(config);
  const access = createAccessService({ db });
  const sharing = createSharingService({ db, bus, clock, access, ownAddress });
  const { secondFactorRoles } = config;
  const endAccess = sharing.invitations.endLeft;
  const identity = createIdentityService({ db, clock, bus, secondFactorRoles, endAccess });
  const metering = createMeteringService({ db, clickhouse, clock });
  const plants = createPlantService({ db, clock, metering });
  const plantLive = createPlantLive({ bus, plants, logger });
  const onPlantChanged = plantLive.touch;
  // Each kind of file has a store of its own, so that none serves another's.
  const pictureFiles = createFolderFileStore(join(config.dataFolder, "files", "pictures"));
  const pictures = createPictureService({ db, files: pictureFiles, clock });
  return {
    access,
    alarms: createAlarmService({ db, bus }),
    commands: createCommandService({ db, bus, clock }),
    accounts: createAccountsService({ db, clock, bus, sharing }),
    companies,
    customerTypes: createCustomerTypesService({ db, clock, bus }),
    configuration: createConfigurationService({ db, bus, clock, config }),
    devices: createDeviceService({ db, clock, bus, onPlantChanged }),
    drafts: createDraftsService({ db, clock }),
    health: createHealthService({ postgres, clickhouse, clock, logger }),
    identity,
    log: createLogService({ db, clock }),
    maintenance: createMaintenanceService({ db, clock, bus }),
    metering,
    avatars: createAvatarService({ db, pictures }),
    pictures,
    ownAddress,
    plants,
    plantLive,
    roles: createRolesService({ db, bus }),
    providers: createProviderService({ db, bus, clock, pictures }),
    sharing,
    registration: createRegistrationService({ db, clock, logger, ownAddress, companies, identity }),
  };
}
