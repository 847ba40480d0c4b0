import { join } from "node:path";
import { readDeviceModels } from "@heliograph/protocol/models";
import type { OwnAddress } from "../infra/own-address.ts";
import { createOwnAddress } from "../infra/own-address.ts";
import { createAccessService } from "../modules/base/access/access.service.ts";
import { createLogService } from "../modules/base/audit/log.service.ts";
import { createConfigurationService } from "../modules/base/configuration/configuration.service.ts";
import { createFleetBrakeService } from "../modules/base/fleet-brake/fleet-brake.service.ts";
import { createPictureService } from "../modules/base/pictures/pictures.service.ts";
import { createAlarmService } from "../modules/devices/alarms/alarms.service.ts";
import { createCommandService } from "../modules/devices/commands/commands.service.ts";
import { createParameterService } from "../modules/devices/commands/parameters.service.ts";
import { createCommissioningService } from "../modules/devices/commissioning/commissioning.service.ts";
import { createDeviceExport } from "../modules/devices/devices/device-export.service.ts";
import { createDeviceService } from "../modules/devices/devices/devices.service.ts";
import { createDrillService } from "../modules/devices/drills/drills.service.ts";
import { createEmergencyStop } from "../modules/devices/emergency-stop/emergency-stop.service.ts";
import { createFirmwareService } from "../modules/devices/firmware/firmware.service.ts";
import { listTrustedKeys } from "../modules/devices/firmware/firmware-keys.service.ts";
import { createIgnitionService } from "../modules/devices/ignitions/ignitions.service.ts";
import { createImportService } from "../modules/devices/imports/imports.service.ts";
import { createMoveService } from "../modules/devices/moves/moves.service.ts";
import { createNotificationService } from "../modules/devices/notifications/notifications.service.ts";
import { createPlacementService } from "../modules/devices/placements/placements.service.ts";
import { createSafetyRecordService } from "../modules/devices/safety/records.service.ts";
import { createSafetyService } from "../modules/devices/safety/safety.service.ts";
import { createStorageNotes } from "../modules/devices/safety/storage-notes.service.ts";
import { createUnitSwitchService } from "../modules/devices/safety/unit-switch.service.ts";
import { createSiteWorkService } from "../modules/devices/site-work/site-work.service.ts";
import { createThresholdService } from "../modules/devices/thresholds/thresholds.service.ts";
import { createUpgradeService } from "../modules/devices/upgrades/upgrades.service.ts";
import { createDeliveryDeps } from "../modules/devices/webhooks/delivery-deps.ts";
import { createWebhookService } from "../modules/devices/webhooks/webhooks.service.ts";
import { createCorrectionService } from "../modules/energy/corrections/corrections.service.ts";
import { createEarningsService } from "../modules/energy/earnings/earnings.service.ts";
import { createEarningsExport } from "../modules/energy/earnings/earnings-export.service.ts";
import { createFleetEarnings } from "../modules/energy/earnings/fleet-earnings.service.ts";
import { createFleetEarningsExport } from "../modules/energy/earnings/fleet-earnings-export.service.ts";
import { createDeviceDataService } from "../modules/energy/metering/device-data/device-data.service.ts";
import { createMeteringService } from "../modules/energy/metering/metering.service.ts";
import { createTariffService } from "../modules/energy/tariffs/tariffs.service.ts";
import { createAccountAdminService } from "../modules/people/account-admin/account-admin.service.ts";
import { createApiKeys } from "../modules/people/api-keys/api-keys.service.ts";
import { createAvatarService } from "../modules/people/avatars/avatars.service.ts";
import { createCompaniesService } from "../modules/people/companies/companies.service.ts";
import { createDraftsService } from "../modules/people/drafts/drafts.service.ts";
import { createIdentityService } from "../modules/people/identity/identity.service.ts";
import { createServerKeys } from "../modules/people/identity/server-keys.service.ts";
import { createJobService } from "../modules/people/jobs/jobs.service.ts";
import { createListViews } from "../modules/people/list-views/list-views.service.ts";
import { createRegistrationService } from "../modules/people/registration/registration.service.ts";
import { createCustomerTypesService } from "../modules/people/roles/customer-types.service.ts";
import { createRolesService } from "../modules/people/roles/roles.service.ts";
import { createSharingService } from "../modules/people/sharing/sharing.service.ts";
import { createFigureChanges } from "../modules/plants/figure-changes/figure-changes.service.ts";
import { createLayoutService } from "../modules/plants/layouts/layouts.service.ts";
import { createPlantMetrics } from "../modules/plants/plant-metrics/plant-metrics.service.ts";
import { createPlantMqtt } from "../modules/plants/plant-mqtt/plant-mqtt.service.ts";
import { createFleet } from "../modules/plants/plant-overview/fleet.service.ts";
import { createPlantLive } from "../modules/plants/plant-overview/plant-live.service.ts";
import { createPlantOverview } from "../modules/plants/plant-overview/plant-overview.service.ts";
import { createPlantDeletion } from "../modules/plants/plants/plant-deletion.service.ts";
import { createPlantExport } from "../modules/plants/plants/plant-export.service.ts";
import { createPlantPictures } from "../modules/plants/plants/plant-pictures.ts";
import { createPlantTagService } from "../modules/plants/plants/plant-tags.service.ts";
import { createPlantService } from "../modules/plants/plants/plants.service.ts";
import { createCommissioningFiles } from "../modules/plants/reports/commissioning-files.ts";
import { createReportService } from "../modules/plants/reports/reports.service.ts";
import { createScheduleService } from "../modules/plants/reports/schedules.service.ts";
import { createResponderService } from "../modules/plants/responder/responder.service.ts";
import { createEngineStatusService } from "../modules/system/engine-status/engine-status.service.ts";
import { createHealthService } from "../modules/system/health/health.service.ts";
import { createMaintenanceService } from "../modules/system/maintenance/maintenance.service.ts";
import { createProviderService } from "../modules/system/providers/providers.service.ts";
import type { Runtime } from "./runtime.ts";

export type Services = ReturnType<typeof createServices>;

/**
 * All services of a runtime; they do nothing until called, so each role uses those it needs. `ownAddress` where other
 * services of this process have one.
 */
export function createServices(runtime: Runtime, ownAddress: OwnAddress = createOwnAddress(runtime.config)) {
  const { config, db, postgres, clickhouse, clock, bus, logger } = runtime;
  const companies = createCompaniesService({ db, bus });
  const serverKeys = createServerKeys(db);
  const access = createAccessService({ db });
  const sharing = createSharingService({ db, bus, clock, ownAddress });
  const accountAdmin = createAccountAdminService({ db, clock, bus, sharing });
  const { secondFactorRoles } = config;
  const endAccess = sharing.invitations.endWithAccount;
  const identity = createIdentityService({ db, clock, bus, secondFactorRoles, endAccess });
  const apiKeys = createApiKeys({ db, bus, clock, identity });
  const metering = createMeteringService({ db, clickhouse, clock });
  const placements = createPlacementService({ db, bus });
  const tariffs = createTariffService({ db, clock });
  const earnings = createEarningsService({ db, clickhouse, clock, metering, tariffs });
  const fleetEarnings = createFleetEarnings({ db, clickhouse, clock });
  const alarms = createAlarmService({ db, bus, clock, metering });
  const overview = createPlantOverview({ db, clock, metering, alarms });
  const fleet = createFleet({ db, clock, metering, earnings, overview });
  const drafts = createDraftsService({ db, clock });
  const pictures = createPictureService({ db, clock, listInDrafts: drafts.listUploads });
  const plantPictures = createPlantPictures({ db, pictures });
  const plants = createPlantService({ db, bus, clock, metering, tariffs, overview, pictures: plantPictures });
  const plantLive = createPlantLive({ bus, overview, logger });
  const jobs = createJobService({ db, clock, access });
  const onPlantChanged = plantLive.notifyChanged;
  const devices = createDeviceService({ db, clock, placements, alarms, onPlantChanged });
  const onEnergyChanged = plantLive.notifyEnergyChanged;
  const corrections = createCorrectionService({ db, clock, metering, onEnergyChanged });
  const models = readDeviceModels(config.deviceModelsFolder);
  const brake = createFleetBrakeService({ db, clock });
  const commandDb = runtime.commandDb ?? db;
  const safetyDb = runtime.safetyDb ?? db;
  const commands = createCommandService({ db: commandDb, deliveryDb: safetyDb, bus, clock, models });
  const storageNotes = createStorageNotes({ bus, clock });
  const safety = createSafetyService({
    storageNotes,
    ...{ db: safetyDb, viewDb: db },
    bus,
    clock,
    logger,
    commands,
    brake,
    models,
  });
  const unitSwitch = createUnitSwitchService({ db: safetyDb, bus, clock, commands, brake });
  const layouts = createLayoutService({
    pictures,
    ...{ db, clock, metering, placements, logger },
    cacheFolder: join(config.dataFolder, "cache", "day-files"),
  });
  // Keys are read when they are needed: the demo creates its own after the start.
  const firmware = createFirmwareService({ db, clock, listKeys: () => listTrustedKeys(config) });
  const commissioning = createCommissioningService({ db, clickhouse, clock });
  const figures = { access, metering, earnings, fleetEarnings, corrections };
  return {
    access,
    alarms,
    apiKeys,
    webhooks: createWebhookService(createDeliveryDeps({ config, db, clock, ownAddress, serverKeys })),
    commands,
    parameters: createParameterService({ db, bus, clock, commands, models, brake }),
    accountAdmin,
    commissioning,
    commissioningFiles: createCommissioningFiles({ db, access, clock, jobs, commissioning }),
    companies,
    customerTypes: createCustomerTypesService({ db, clock, bus }),
    corrections,
    configuration: createConfigurationService({ db, bus, clock, config }),
    deviceData: createDeviceDataService({ db, clickhouse, jobs }),
    deviceExport: createDeviceExport({ access, jobs, devices }),
    devices,
    drafts,
    earnings,
    earningsExport: createEarningsExport({ access, jobs, earnings }),
    engineStatus: createEngineStatusService({ db }),
    fleetEarnings,
    fleetEarningsExport: createFleetEarningsExport({ clickhouse, jobs, earnings, fleetEarnings }),
    health: createHealthService({ postgres, clickhouse, clock, logger }),
    identity,
    imports: createImportService({ db, clock, access, jobs, placements, serverKeys, onPlantChanged }),
    jobs,
    layouts,
    responder: createResponderService({ db, clock, access, serverKeys, safety, layouts }),
    log: createLogService({ db, clock }),
    maintenance: createMaintenanceService({ db, clock, bus }),
    metering,
    models,
    moves: createMoveService({ clickhouse, clock, access, placements, alarms, onPlantChanged }),
    notifications: createNotificationService({ db, clock, ownAddress, serverKeys }),
    avatars: createAvatarService({ db, pictures }),
    pictures,
    overview,
    figureChanges: createFigureChanges({ db, metering, corrections }),
    firmware,
    fleet,
    ownAddress,
    plants,
    plantDeletion: createPlantDeletion({ db, clickhouse, bus, clock, placements, sharing, alarms, pictures }),
    plantExport: createPlantExport({ access, jobs, overview }),
    plantLive,
    plantMetrics: createPlantMetrics({ overview }),
    plantMqtt: createPlantMqtt({ config, db, bus, clock, logger, apiKeys, overview, ownAddress }),
    plantPictures,
    plantTags: createPlantTagService({ db, access }),
    listViews: createListViews({ db }),
    safety,
    storageNotes,
    emergencyStop: createEmergencyStop({
      ...{ db: safetyDb, bus, clock, logger, identity, access, safety, storageNotes },
      dataFolder: config.dataFolder,
    }),
    drills: createDrillService({ db, safety, unitSwitch }),
    safetyRecords: createSafetyRecordService({ db, clock, serverKeys, models }),
    unitSwitch,
    ignitions: createIgnitionService({ db: commandDb, bus, clock, commands, brake }),
    fleetBrake: brake,
    siteWork: createSiteWorkService({ db, bus, clock }),
    reports: createReportService({ db, clock, jobs, ...figures, ownAddress, serverKeys }),
    schedules: createScheduleService({ db, clock, ownAddress, serverKeys }),
    tariffs,
    upgrades: createUpgradeService({ db, bus, clock, firmware, brake }),
    thresholds: createThresholdService({ db, bus, clock, clickhouse }),
    roles: createRolesService({ db, bus }),
    providers: createProviderService({ db, bus, clock, pictures }),
    sharing,
    registration: createRegistrationService({
      db,
      clock,
      logger,
      ownAddress,
      accountAdmin,
      companies,
      identity,
    }),
  };
}
