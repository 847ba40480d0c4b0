import * as account from "./account.ts";
import * as accountChange from "./account-change.ts";
import * as accountPermissions from "./account-permissions.ts";
import * as alarm from "./alarm.ts";
import * as alarmLog from "./alarm-log.ts";
import * as alarmThreshold from "./alarm-threshold.ts";
import * as apiKey from "./api-key.ts";
import * as avatar from "./avatar.ts";
import * as command from "./command.ts";
import * as commissioning from "./commissioning.ts";
import * as companyChange from "./company-change.ts";
import * as configuration from "./configuration.ts";
import * as correction from "./correction.ts";
import * as customerType from "./customer-type.ts";
import * as device from "./device.ts";
import * as deviceData from "./device-data.ts";
import * as deviceExport from "./device-export.ts";
import * as deviceImport from "./device-import.ts";
import * as deviceList from "./device-list.ts";
import * as deviceMoves from "./device-moves.ts";
import * as devicePage from "./device-page.ts";
import * as deviceParameters from "./device-parameters.ts";
import * as deviceSettings from "./device-settings.ts";
import { deviceViews } from "./device-view.ts";
import * as draft from "./draft.ts";
import * as earnings from "./earnings.ts";
import type { Endpoint } from "./endpoint.ts";
import { getEngineStatus } from "./engine-status.ts";
import * as events from "./events.ts";
import * as figureChanges from "./figure-changes.ts";
import * as firmware from "./firmware.ts";
import * as fleetBrake from "./fleet-brake.ts";
import * as fleetEarnings from "./fleet-earnings.ts";
import * as health from "./health.ts";
import * as home from "./home.ts";
import * as ignition from "./ignition.ts";
import * as job from "./job.ts";
import * as layout from "./layout.ts";
import * as layoutEdit from "./layout-edit.ts";
import * as layoutFiles from "./layout-files.ts";
import * as layoutVersions from "./layout-versions.ts";
import * as log from "./log.ts";
import * as maintenance from "./maintenance.ts";
import * as notification from "./notification.ts";
import * as performance from "./performance.ts";
import * as permission from "./permission.ts";
import * as picture from "./picture.ts";
import * as plantCompare from "./plant-compare.ts";
import * as plantShares from "./plant-shares.ts";
import * as plantTags from "./plant-tags.ts";
import { plantViews } from "./plant-view.ts";
import * as powerFlow from "./power-flow.ts";
import * as provider from "./provider.ts";
import * as publicStations from "./public-stations.ts";
import * as registry from "./registry.ts";
import * as report from "./report.ts";
import * as reportSchedule from "./report-schedule.ts";
import * as responder from "./responder.ts";
import * as role from "./role.ts";
import * as safety from "./safety.ts";
import * as safetyDrills from "./safety-drills.ts";
import * as safetyHolds from "./safety-holds.ts";
import * as safetyRecords from "./safety-records.ts";
import * as secondFactor from "./second-factor.ts";
import * as session from "./session.ts";
import * as settings from "./settings.ts";
import * as sharing from "./sharing.ts";
import * as siteWork from "./site-work.ts";
import * as station from "./station.ts";
import * as stationDelete from "./station-delete.ts";
import * as stationEnergy from "./station-energy.ts";
import * as stationExport from "./station-export.ts";
import * as stationPicture from "./station-picture.ts";
import * as token from "./token.ts";
import * as unitSwitch from "./unit-switch.ts";
import * as unplacedReports from "./unplaced-reports.ts";
import * as upgrade from "./upgrade.ts";
import * as user from "./user.ts";
import * as webhook from "./webhook.ts";

/** Every endpoint of the API by area and name; used by mount(), OpenAPI, the client and the access tests. */
export const endpoints = {
  token: {
    login: token.login,
    anonymous: token.anonymous,
    refresh: token.refresh,
    logout: token.logout,
    ticket: token.redeemTicket,
    secondFactor: token.secondFactor,
    beginPasskey: token.beginPasskey,
    passkey: token.signInByPasskey,
  },
  user: { isAnonymous: user.isAnonymous, isSuper: user.isSuper, getUserInfo: user.getUserInfo },
  session: {
    list: session.listSessions,
    end: session.endSessions,
    stepUp: session.stepUp,
    logoff: session.logoff,
    createTicket: token.createTicket,
  },
  secondFactor: {
    get: secondFactor.getSecondFactors,
    beginTotp: secondFactor.beginTotp,
    confirmTotp: secondFactor.confirmTotp,
    removeTotp: secondFactor.removeTotp,
    renewRecoveryCodes: secondFactor.renewRecoveryCodes,
    beginPasskey: secondFactor.beginPasskeyRegistration,
    addPasskey: secondFactor.addPasskey,
    removePasskey: secondFactor.removePasskey,
  },
  registry: {
    sendEmailCode: registry.sendEmailCode,
    sendPhoneCode: registry.sendPhoneCode,
    sendCode: registry.sendCode,
    checkCode: registry.checkCode,
    sendForgotCode: registry.sendForgotCode,
    register: registry.register,
    getInvitation: registry.getInvitation,
    invite: registry.invite,
    updateForgottenPassword: registry.updateForgottenPassword,
  },
  settings: {
    updatePassword: settings.updatePassword,
    sendBindCode: settings.sendBindCode,
    bindContact: settings.bindContact,
    updateMessageNotify: settings.updateMessageNotify,
    updateUserInfo: settings.updateUserInfo,
  },
  avatar: {
    getOwn: avatar.getOwnAvatar,
    get: avatar.getAccountAvatar,
    upload: avatar.uploadAvatar,
    remove: avatar.removeAvatar,
  },
  draft: { save: draft.saveDraft, get: draft.getDraft },
  plantView: { list: plantViews.list, save: plantViews.save, delete: plantViews.delete },
  // Apart from the area `device`, which the pages of a phone load as well.
  deviceView: {
    list: deviceViews.list,
    save: deviceViews.save,
    delete: deviceViews.delete,
    export: deviceExport.exportDevices,
  },
  permission: {
    getPermission: permission.getPermission,
    checkStationOp: permission.checkStationOp,
    tree: permission.getPermissionTree,
    override: permission.overridePermissions,
  },
  publicPlants: { list: publicStations.listPublicStations },
  account: {
    addCompany: account.addCompany,
    getCompany: account.getCompany,
    addAccount: account.addAccount,
    listAccounts: account.listAccounts,
    listRoles: role.listRoles,
    get: accountChange.getAccount,
    permissions: accountPermissions.getAccountPermissions,
    update: accountChange.updateAccount,
    disable: accountChange.disableAccount,
    enable: accountChange.enableAccount,
    delete: accountChange.deleteAccount,
    resetPassword: accountChange.resetAccountPassword,
    removeSecondFactors: accountChange.removeSecondFactors,
    setScope: accountChange.setAccountScope,
  },
  company: {
    tree: companyChange.getCompanyTree,
    update: companyChange.updateCompany,
    delete: companyChange.deleteCompany,
  },
  role: {
    get: role.getRole,
    add: role.addRole,
    update: role.updateRole,
    delete: role.deleteRole,
  },
  customerType: {
    list: customerType.listCustomerTypes,
    get: customerType.getCustomerType,
    add: customerType.addCustomerType,
    update: customerType.updateCustomerType,
    delete: customerType.deleteCustomerType,
  },
  notification: {
    get: notification.getAlarmMails,
    update: notification.updateAlarmMails,
    test: notification.sendTestMail,
  },
  apiKey: {
    list: apiKey.listApiKeys,
    add: apiKey.addApiKey,
    revoke: apiKey.revokeApiKey,
    metrics: apiKey.readPlantMetrics,
    mqtt: apiKey.findKeyMqtt,
  },
  webhook: {
    list: webhook.listWebhooks,
    add: webhook.addWebhook,
    update: webhook.updateWebhook,
    delete: webhook.deleteWebhook,
    replaceSecret: webhook.replaceWebhookSecret,
    test: webhook.testWebhook,
    deliveries: webhook.listDeliveries,
    redeliver: webhook.redeliver,
  },
  home: {
    getOverview: home.getOverview,
    warningCount: home.warningCount,
    trend: home.getTrend,
    losses: home.listLosses,
    map: home.getMap,
    earnings: fleetEarnings.getFleetEarnings,
    earningsPeriods: fleetEarnings.getFleetPeriods,
    earningsPlants: fleetEarnings.listFleetPlants,
    exportEarnings: fleetEarnings.exportFleetEarnings,
    co2: performance.getFleetCo2,
  },
  station: {
    list: station.listStations,
    get: station.getStation,
    choices: station.listStationChoices,
    compare: plantCompare.comparePlants,
    changeTags: plantTags.changeTags,
    export: stationExport.exportStations,
    add: station.addStation,
    getPicture: stationPicture.getStationPicture,
    uploadPicture: stationPicture.uploadStationPicture,
    update: station.updateStation,
    delete: stationDelete.deleteStation,
    tariffs: station.listTariffs,
    curve: stationEnergy.getCurve,
    typicalCurve: stationEnergy.getTypicalCurve,
    energy: stationEnergy.getEnergy,
    powerFlow: powerFlow.getPowerFlow,
    performance: performance.getPerformance,
    figureChanges: figureChanges.listFigureChanges,
    earnings: earnings.getEarnings,
    exportEarnings: earnings.exportEarnings,
    previewTariff: earnings.previewTariff,
    setConversionFactor: earnings.setConversionFactor,
  },
  layout: {
    get: layout.getLayout,
    day: layout.getLayoutDay,
    expected: layout.getLayoutExpected,
    pdf: layout.getLayoutPdf,
    versions: layoutVersions.listLayoutVersions,
    version: layoutVersions.getLayoutVersion,
    editor: layoutEdit.getLayoutEditor,
    picture: layout.getLayoutPicture,
    uploadPicture: layoutEdit.uploadLayoutPicture,
    saveDraft: layoutEdit.saveLayoutDraft,
    discardDraft: layoutEdit.discardLayoutDraft,
    publish: layoutEdit.publishLayoutDraft,
    export: layoutFiles.exportLayout,
    read: layoutFiles.readLayoutFile,
  },
  correction: {
    list: correction.listCorrections,
    settings: correction.getCorrectionSettings,
    add: correction.addCorrection,
    cancel: correction.cancelCorrection,
    switch: correction.switchCorrection,
  },
  sharing: {
    members: sharing.listMembers,
    share: sharing.share,
    sharePlants: plantShares.sharePlants,
    shareAnswer: sharing.respondToShare,
    shareEnd: sharing.endShare,
    shareLeave: sharing.leaveShare,
    invitations: sharing.listOffers,
    settings: sharing.changeSettings,
    transfer: sharing.transfer,
    transferAnswer: sharing.respondToTransfer,
    transferWithdraw: sharing.withdrawTransfer,
  },
  device: {
    register: device.registerDevices,
    add: device.addDevice,
    list: deviceList.listDevices,
    choices: deviceList.listDeviceChoices,
    get: device.getDevice,
    data: device.getDeviceData,
    rejected: device.listRejected,
    command: device.commandDevice,
    getCommand: device.getCommand,
  },
  parameters: {
    get: deviceParameters.getDeviceParameters,
    model: deviceParameters.getDeviceModel,
    acquire: deviceParameters.acquireParameters,
    copy: deviceParameters.copyParameters,
    set: deviceParameters.setParameters,
  },
  command: {
    listOfPlant: command.listPlantCommands,
    listOfDevice: command.listDeviceCommands,
    get: command.getPlantCommand,
    cancel: command.cancelCommand,
  },
  // Apart from the area `device`, which the pages of a phone load as well.
  deviceImport: {
    read: deviceImport.readImport,
    toPlant: deviceImport.importToPlant,
    toRegister: deviceImport.importToRegister,
    columns: deviceImport.chooseImportColumns,
    edit: deviceImport.editImport,
    list: deviceImport.listImports,
    get: deviceImport.getImport,
    results: deviceImport.listImportResults,
    file: deviceImport.getImportFile,
    template: deviceImport.getImportTemplate,
  },
  devicePage: {
    place: devicePage.getDevicePlace,
    history: devicePage.listDeviceHistory,
    settings: deviceSettings.getDeviceSettings,
    update: deviceSettings.updateDevice,
    series: deviceData.getDeviceSeries,
    lastSample: deviceData.getLastSample,
    exportData: deviceData.exportDeviceData,
  },
  // Apart from the area `station`, which the pages of a phone load as well.
  unplacedReports: { list: unplacedReports.listUnplacedReports },
  deviceMoves: {
    replace: deviceMoves.replaceDevice,
    move: deviceMoves.moveDevice,
    remove: deviceMoves.removeDevice,
  },
  alarm: {
    list: alarm.listAlarms,
    counts: alarm.countAlarms,
    get: alarm.getAlarm,
    evidence: alarm.getAlarmEvidence,
    clear: alarm.clearAlarm,
    batchClear: alarm.clearAlarms,
    forceClear: alarm.forceClearAlarms,
    acknowledge: alarm.acknowledgeAlarms,
    assignees: alarm.listAssignees,
    assign: alarm.assignAlarm,
    comment: alarm.commentAlarm,
    severity: alarm.changeAlarmSeverity,
    log: alarmLog.listAlarmLog,
  },
  alarmThreshold: {
    list: alarmThreshold.listThresholds,
    set: alarmThreshold.setThreshold,
    listOfPlant: alarmThreshold.listPlantThresholds,
    setOfPlant: alarmThreshold.setPlantThreshold,
    resetOfPlant: alarmThreshold.resetPlantThreshold,
    preview: alarmThreshold.previewThreshold,
  },
  safety: {
    get: safety.getSafety,
    stop: safety.urgentStop,
    reset: safety.urgentReset,
    keepShut: safety.keepShut,
    release: safety.releaseHold,
    addReason: safety.addReason,
    ledger: safety.listLedger,
    drills: safetyDrills.listDrills,
    startDrill: safetyDrills.startDrill,
    setDrillInterval: safetyDrills.setDrillInterval,
    holds: safetyHolds.listHolds,
    records: safetyRecords.listRecords,
    record: safetyRecords.getRecord,
    ledgerFile: safetyRecords.getLedgerFile,
  },
  responder: {
    settings: responder.getResponderSettings,
    save: responder.saveResponderSettings,
    renew: responder.renewResponderLink,
    close: responder.closeResponderPage,
    read: responder.readResponderPage,
  },
  ignition: { list: ignition.listIgnitions, ignite: ignition.ignite, cancel: ignition.cancelIgnition },
  fleetBrake: { list: fleetBrake.listFleetBrakes, decide: fleetBrake.decideFleetBrake },
  unitSwitch: {
    get: unitSwitch.getUnitSwitch,
    open: unitSwitch.openUnit,
    close: unitSwitch.closeUnit,
    release: unitSwitch.releaseUnit,
  },
  commissioning: {
    get: commissioning.getCommissioning,
    expected: commissioning.getExpectedDevices,
    save: commissioning.saveExpectedDevices,
    read: commissioning.readExpectedDevices,
    report: commissioning.createCommissioningReport,
  },
  siteWork: {
    list: siteWork.listSiteWork,
    add: siteWork.addSiteWork,
    extend: siteWork.extendSiteWork,
    end: siteWork.endSiteWork,
  },
  report: {
    create: report.createReport,
    listSchedules: reportSchedule.listReportSchedules,
    addSchedule: reportSchedule.addReportSchedule,
    updateSchedule: reportSchedule.updateReportSchedule,
    deleteSchedule: reportSchedule.deleteReportSchedule,
  },
  job: {
    list: job.listJobs,
    get: job.getJob,
    cancel: job.cancelJob,
    delete: job.deleteJob,
    getFile: job.getJobFile,
  },
  maintenance: {
    list: maintenance.listMaintenance,
    current: maintenance.currentMaintenance,
    add: maintenance.addMaintenance,
    update: maintenance.updateMaintenance,
    switch: maintenance.switchMaintenance,
    delete: maintenance.deleteMaintenance,
  },
  log: {
    list: log.listLog,
    ofPlant: log.listPlantLog,
    refusals: log.listRefusals,
    verification: log.getVerification,
    verify: log.verifyLog,
  },
  configuration: {
    get: configuration.getConfiguration,
    update: configuration.updateConfiguration,
    history: log.listConfigurationChanges,
  },
  provider: {
    list: provider.listProviders,
    add: provider.addProvider,
    update: provider.updateProvider,
    delete: provider.deleteProvider,
    sort: provider.sortProviders,
    uploadPicture: provider.uploadProviderPicture,
    listPublic: provider.listPublicProviders,
  },
  firmware: {
    list: firmware.listFirmware,
    download: firmware.downloadFirmware,
    upload: firmware.uploadFirmware,
    uploadPart: firmware.uploadFirmwarePart,
    publish: firmware.publishFirmware,
    update: firmware.updateFirmware,
    delete: firmware.deleteFirmware,
  },
  upgrade: {
    list: upgrade.listCampaigns,
    get: upgrade.getCampaign,
    devices: upgrade.listCampaignDevices,
    add: upgrade.addCampaign,
    pause: upgrade.pauseCampaign,
    resume: upgrade.resumeCampaign,
    cancel: upgrade.cancelCampaign,
    ofDevice: upgrade.listDeviceUpgrades,
  },
  picture: { getPublic: picture.getPublicPicture },
  events: { stream: events.stream },
  health: { live: health.live, ready: health.ready },
  engineStatus: { get: getEngineStatus },
} as const satisfies Record<string, Record<string, Endpoint>>;

/** The same as a flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((area) =>
  Object.values(area),
);

export type { AccountRow, AccountStatus, CompanyDetail, Relation } from "./account.ts";
export type { AccountDetail } from "./account-change.ts";
export type { AccountPermission, AccountPermissions } from "./account-permissions.ts";
export {
  type AlarmEvent,
  type AlarmEvidence,
  type AlarmKind,
  type AlarmResolution,
  type AlarmResult,
  type AlarmRow,
  type AlarmSeverity,
  type AlarmStatus,
  alarmKind,
  alarmSeverity,
  alarmStatus,
} from "./alarm.ts";
export { MAX_ALARMS_PER_CALL } from "./alarm-limits.ts";
export type {
  AlarmLogRow,
  AlarmLogValue,
  AlarmOperation,
} from "./alarm-log.ts";
export {
  findThresholdProblems,
  MAX_THRESHOLD_DELAY_S,
  type PlantThreshold,
  PREVIEW_DAYS,
  THRESHOLD_RANGE,
  type Threshold,
  type ThresholdPreview,
  type ThresholdQuantity,
  type ThresholdSide,
  type ThresholdValues,
  thresholdQuantity,
  thresholdSide,
} from "./alarm-threshold.ts";
export {
  type ApiKeyPermission,
  type ApiKeyRow,
  type ApiKeyState,
  MAX_API_KEYS,
  MAX_KEY_CALLS,
  MAX_KEY_SUBSCRIBERS,
  MAX_SUBSCRIBED_PLANTS,
} from "./api-key.ts";
export {
  type AuditMethod,
  type AuditObjectType,
  type AuditType,
  auditMethods,
  auditObjectTypes,
  auditTypes,
} from "./audit-types.ts";
export {
  ApiError,
  CALL_TIMEOUT_MS,
  type CallInput,
  type CallResult,
  type Client,
  type ClientOptions,
  createClient,
  queryKey,
} from "./client.ts";
export { type Code, codes, type ErrorCode, SUPERSEDED_STATUS } from "./codes.ts";
export type { Command, CommandResult } from "./command.ts";
export {
  type CommandCode,
  type CommandResultState,
  type CommandState,
  commandCode,
  commandOp,
  commandResultState,
  commandState,
} from "./command-states.ts";
export type {
  CommissioningRow,
  CommissioningState,
  ExpectedDevice,
  ExpectedSource,
  MissingReason,
} from "./commissioning.ts";
export type { CompanyNode } from "./company-change.ts";
export { type ConfigurationSettings, configurationSettings, MINIMUM_WIDTH } from "./configuration.ts";
export type { Correction, CorrectionMode, CorrectionState } from "./correction.ts";
export type { CustomerTypeDetail, CustomerTypeRow } from "./customer-type.ts";
export {
  alias,
  type Device,
  type DeviceType,
  deviceType,
} from "./device.ts";
export type { DeviceDataExport, DeviceSeries } from "./device-data.ts";
export type { DeviceColumn, DeviceExport } from "./device-export.ts";
export type {
  ImportColumns,
  ImportEdit,
  ImportKind,
  ImportMode,
  ImportResult,
  ImportState,
  KeptImport,
} from "./device-import.ts";
export { IMPORT_FIELDS, IMPORT_LIMITS, type ImportField, importFieldNames } from "./device-import-limits.ts";
export type { PlaceChange, PlaceChangeKind, PlaceChangeNote } from "./device-moves.ts";
export { MAX_CHANGED_DEVICES } from "./device-moves.ts";
export type { DevicePlace, DevicePlacement } from "./device-page.ts";
export { MAX_DEVICE_HISTORY, MAX_PLACED_DEVICES } from "./device-page.ts";
export type { DeviceModelFacts, DeviceParameters } from "./device-parameters.ts";
export type { DeviceSettings } from "./device-settings.ts";
export { type DeviceView, deviceViewQuery } from "./device-view.ts";
export type { Draft } from "./draft.ts";
export { type DraftForm, draftForms } from "./draft-forms.ts";
export type { EarningsExport } from "./earnings.ts";
export type {
  Access,
  BodyInputOf,
  BodyOf,
  CacheRule,
  DataInputOf,
  DataOf,
  Endpoint,
  OfferBy,
  PlantBy,
  PlantNeed,
  QueryInputOf,
  QueryOf,
  ScopeNeed,
  Upload,
  Who,
} from "./endpoint.ts";
export type { ProcessRole, ProcessState, ServerProcess } from "./engine-status.ts";
export { envelope, type FieldError, fieldErrors } from "./envelope.ts";
export { describeIssue, type FieldProblem } from "./field-problems.ts";
export { type FigureChange, MAX_FIGURE_CHANGES } from "./figure-changes.ts";
export {
  FIRMWARE_PART_BYTES,
  type Firmware,
  type FirmwarePermission,
  MAX_FIRMWARE_BYTES,
} from "./firmware.ts";
export {
  type FirmwareName,
  firmwareStatement,
  formatSignatureFile,
  parseFirmwareName,
  parseSignatureFile,
  type SignedFile,
  versionNumbers,
} from "./firmware-name.ts";
export type { FleetBrake } from "./fleet-brake.ts";
export type { HealthPartName, HealthParts, HealthReason } from "./health.ts";
export { TREND_DAYS } from "./home.ts";
export type { Ignition } from "./ignition.ts";
export type { Job, JobError, JobKind, JobState } from "./job.ts";
export type { LayoutGroup, LayoutUnit, LayoutVersion } from "./layout.ts";
export type { LayoutBackground } from "./layout-background.ts";
export { layoutBackground } from "./layout-background.ts";
export type { DraftCell, DraftGroup, LayoutDraft, PlaceableUnit } from "./layout-edit.ts";
export type { LayoutFileFormat } from "./layout-files.ts";
export { MAX_LIST_VIEWS } from "./list-view-limits.ts";
export { type LiveMessage, type LiveTopic, liveMessage, liveTopic } from "./live.ts";
export type { LogKind, LogRow, PlantLogRow, RefusalRow, ValueName, Verification } from "./log.ts";
export {
  type CurrentMaintenance,
  findTimeProblems,
  type MaintenanceKind,
  type MaintenancePhase,
  type MaintenanceRow,
} from "./maintenance.ts";
export type { MessageKey } from "./messages/en.ts";
export { formatMessage, isMessageKey, type MessageParams, messages } from "./messages/messages.ts";
export { type AlarmMailSettings, defaultAlarmMailSettings } from "./notification.ts";
export { PERFORMANCE_DAYS } from "./performance.ts";
export { type Permissions, type StationOp, stationOp } from "./permission.ts";
export type { PermissionNode } from "./permission-nodes.ts";
export {
  companyWideIds,
  type PermissionId,
  permissionIds,
  permissionTree,
  seededMatrix,
} from "./permissions.ts";
export { readPhoneNumber } from "./phone-number.ts";
export {
  type PlantPart,
  type PlantSettings,
  plantPart,
  publicParts,
} from "./plant-settings.ts";
export type { PlantShareResult } from "./plant-shares.ts";
export type { PlantTagResult } from "./plant-tags.ts";
export { type PlantView, plantViewQuery } from "./plant-view.ts";
export {
  accountPhone,
  type EndpointName,
  email,
  endpointName,
  type Language,
  language,
  type PageSize,
  password,
  phone,
  registrationCode,
  requiredLine,
  serialNumber,
} from "./primitives.ts";
export type { Provider } from "./provider.ts";
export type { PublicStation } from "./public-stations.ts";
export { countryOrRegionCodes, type RegionCode, regionCodes } from "./regions.ts";
export type { CodePurpose } from "./registry.ts";
export type { ReportFormat, ReportKind } from "./report.ts";
export type { ReportProblem, ReportSchedule } from "./report-schedule.ts";
export { MAX_RESPONDER_CONTACTS, type ResponderContact } from "./responder.ts";
export type { RoleDetail, RoleRow } from "./role.ts";
export {
  type LedgerKind,
  type LedgerRow,
  ledgerKind,
  type SafetyUnit,
  type StringVoltage,
  type UnitOperation,
} from "./safety.ts";
export { DEFAULT_DRILL_MONTHS, MAX_LISTED_DRILLS, type SafetyDrill } from "./safety-drills.ts";
export {
  EVIDENCE_RECENT_INTERVALS,
  type EvidenceAge,
  MIN_EVIDENCE_RECENT_S,
  type SafetyEvidence,
} from "./safety-evidence.ts";
export type { HeldPlant, SwitchedPlant } from "./safety-holds.ts";
export type { SafetyRecord } from "./safety-records.ts";
export {
  HELD_STATES,
  isHeldState,
  MAX_CLOCK_OFFSET_MS,
  MAX_STRING_INSIDE_V,
  MAX_STRING_OUTSIDE_V,
  RESET_DEADLINE_S,
  type SafetyState,
  type SafetyUnitState,
  SHUTDOWN_COUNTDOWN_S,
  type StringVoltageLevel,
  safetyState,
  safetyUnitState,
} from "./safety-states.ts";
export type { SafetyString } from "./safety-strings.ts";
export type { SecondFactors } from "./second-factor.ts";
export { type OwnedStations, type SessionRow, STEP_UP_S } from "./session.ts";
export type { GrantLevel, MemberRow, PlantOffer } from "./sharing.ts";
export type { SiteWork } from "./site-work.ts";
export { MAX_SITE_WORK_DAYS_AHEAD, MAX_SITE_WORK_H } from "./site-work-limits.ts";
export {
  type PlantGap,
  type StationChange,
  type StationDetail,
  type StationInput,
  type StationRow,
  stationInput,
  type Tariff,
  tariff,
} from "./station.ts";
export { DELETED_PLANT_DAYS } from "./station-delete.ts";
export {
  type Coverage,
  coverage,
  type MeteringLevel,
  meteringLevel,
  TYPICAL_DAYS,
} from "./station-energy.ts";
export type { PlantColumn, PlantExport, SheetFormat } from "./station-export.ts";
export {
  DEVICE_STATUS_BY_REASON,
  type DeviceStatus,
  type DeviceStatusReason,
  deviceStatus,
  PLANT_STATUS_BY_REASON,
  type PlantStatus,
  type PlantStatusReason,
  plantStatus,
} from "./status.ts";
export type { StatusAlarm } from "./status-alarm.ts";
export { type SecondFactorDemand, TICKET_PREFIX, TICKET_S, type Tokens, tokens } from "./token.ts";
export type { UnitSwitchState } from "./unit-switch.ts";
export type { Campaign, CampaignDevice, DeviceUpgrade } from "./upgrade.ts";
export { DEFAULT_WAVES, DEFAULT_WINDOW, MAX_UPGRADE_DEVICES } from "./upgrade-limits.ts";
export {
  type CampaignState,
  campaignState,
  type PauseReason,
  type UpgradeReason,
  type UpgradeState,
  upgradeReason,
  upgradeState,
} from "./upgrade-states.ts";
export type { UserInfo } from "./user.ts";
export {
  isMapTileAddress,
  isServerAddress,
  isStoreAddress,
  normalizeServerAddress,
  tileOrigin,
} from "./web-addresses.ts";
export {
  MAX_WEBHOOKS,
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookError,
  type WebhookRow,
  type WebhookState,
} from "./webhook.ts";
export { type WebhookBody, type WebhookEvent, type WebhookEventKind, webhookBody } from "./webhook-body.ts";
