import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Endpoint } from "@heliograph/contract";
import { configurationSettings, defaultAlarmMailSettings, endpoints, plantPart } from "@heliograph/contract";

/** A valid input of one endpoint for the stage's own plant; ids only where the endpoint has them. */
export interface Sample {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Bytes instead of a body, of the first type the endpoint accepts. */
  file?: Buffer;
  /** The call ends the caller's account, so it is made with another one of the same kind. */
  endsAccount?: true;
}

/** Name of a plant that the sample call deletes. */
export const DELETED_PLANT = "A plant to delete";
/** Name of the stage's plant, which the sample call of a reset confirms. */
export const STAGE_PLANT = "Plant of the stage";

/** A group of two modules in a layout, one of them there. */
export const layoutGroup = {
  groupKey: "3f2b8c1e-7d64-4a5b-9c0d-1e2f3a4b5c6d",
  name: "Roof",
  rows: 1,
  columns: 2,
  tiltDeg: 30,
  azimuthDeg: 180,
  rotationDeg: 0,
  xM: 0,
  yM: 0,
  moduleWidthM: 1.1,
  moduleHeightM: 1.7,
  cells: [{ row: 0, column: 1, unit: null, pole: null }],
};

/** A photograph under it, which the stage's plant has. */
export const layoutBackground = {
  pictureKey: "5b1d7a90-2c4e-4f36-8a1b-7c9d0e1f2a3b",
  ...{ xM: 0, yM: 0, widthM: 20, heightM: 10, rotationDeg: 0, opacity: 0.5 },
};

/** A maintenance that does not begin during the test. */
export const farAway = {
  previewAt: "2099-05-01T08:00:00Z",
  serviceStopAt: "2099-05-01T20:00:00Z",
  serviceRestartAt: "2099-05-01T22:00:00Z",
};

/** A day of its own for each call, since a day has one correction at a time. */
function createDayPlanner(): () => string {
  let planned = 0;
  return () => {
    planned += 1;
    return new Date(Date.UTC(2021, 0, planned)).toISOString().slice(0, 10);
  };
}

/** A time of its own for each call, so that their windows do not overlap. */
function createPlanner(): () => { fromAt: string; untilAt: string } {
  let planned = 0;
  return () => {
    planned += 1;
    const fromAt = Date.now() + planned * 600_000;
    return { fromAt: new Date(fromAt).toISOString(), untilAt: new Date(fromAt + 300_000).toISOString() };
  };
}

const code = () =>
  randomBytes(10)
    .toString("hex")
    .toUpperCase()
    .replace(/[^A-Z2-7]/g, "A");

const secret = () => randomBytes(32).toString("base64url");

const passkeyCredential = () => ({ id: secret(), rawId: secret(), type: "public-key", response: {} });

/** A PNG of 32 × 32 pixels of one colour. */
export const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEXooCCV4iDjAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVQ4jWNgGAWjYBSMAgasAAAEIAABMVaGxQAAAABJRU5ErkJggg==",
  "base64",
);

/** Sample input of each endpoint. An endpoint with input that is missing here fails the test. */
export function createSamples(): Map<Endpoint, () => Sample> {
  const {
    token,
    user,
    session,
    permission,
    account,
    home,
    station,
    device,
    command,
    deviceImport,
    parameters,
    deviceMoves,
    unplacedReports,
    devicePage,
    events,
    engineStatus,
    health,
    maintenance,
  } = endpoints;
  const {
    registry,
    notification,
    settings,
    secondFactor,
    configuration,
    provider,
    picture: pictures,
    sharing,
    publicPlants,
    avatar,
  } = endpoints;
  const { log, draft, alarm, apiKey, job, plantView, deviceView, report, webhook } = endpoints;
  const lastYear = { fromAt: "2025-01-01T00:00:00Z", toAt: "2025-12-31T00:00:00Z" };
  const {
    alarmThreshold,
    siteWork,
    company,
    correction,
    role,
    customerType,
    firmware,
    upgrade,
    safety,
    responder,
    unitSwitch,
    ignition,
    fleetBrake,
  } = endpoints;
  const threshold = {
    deviceType: "OPT",
    quantity: "voltage",
    side: "high",
    isOn: true,
    raiseValue: 70,
    clearValue: 65,
    delayS: 60,
    severity: "alarm",
  };
  const view = { name: "North", kind: "table", query: {}, columns: {}, isDefault: false };
  const contact = { countryOrRegion: "DE", serviceEmail: "service@example.org" };
  const nothing = () => ({});
  const planSiteWork = createPlanner();
  const planCorrection = createDayPlanner();
  return new Map<Endpoint, () => Sample>([
    [
      token.login,
      () => ({ body: { account: `${randomUUID()}@example.org`, password: "Wrong-word-1", endpoint: "WEB" } }),
    ],
    [token.anonymous, () => ({ body: { endpoint: "WEB" } })],
    [token.refresh, () => ({ body: { refresh_token: secret() } })],
    [token.logout, nothing],
    [token.ticket, () => ({ body: { ticket: `ticket_${secret()}`, endpoint: "WEB" } })],
    [token.secondFactor, () => ({ body: { challenge: secret(), code: "123456" } })],
    [token.beginPasskey, () => ({ body: {} })],
    [
      token.passkey,
      () => ({ body: { ceremony: secret(), credential: passkeyCredential(), endpoint: "WEB" } }),
    ],
    [user.isAnonymous, nothing],
    [user.isSuper, nothing],
    [user.getUserInfo, nothing],
    [registry.sendEmailCode, () => ({ query: { email: `${randomUUID()}@example.org` } })],
    [registry.sendPhoneCode, () => ({ query: { phone: `+49${randomInt(1e9, 1e10)}` } })],
    [registry.sendCode, () => ({ query: { target: `${randomUUID()}@example.org` } })],
    [registry.sendForgotCode, () => ({ query: { target: `${randomUUID()}@example.org` } })],
    [
      registry.register,
      () => ({
        body: {
          target: `${randomUUID()}@example.org`,
          code: "123456",
          password: "Blue-roof-77",
          confirmPassword: "Blue-roof-77",
          userName: "Someone",
          agree: true,
        },
      }),
    ],
    [
      registry.updateForgottenPassword,
      () => ({
        body: {
          target: `${randomUUID()}@example.org`,
          code: "123456",
          password: "Blue-roof-77",
          confirmPassword: "Blue-roof-77",
        },
      }),
    ],
    [
      settings.updatePassword,
      () => ({
        body: { password: "Wrong-word-1", newPassword: "Blue-roof-77", confirmPassword: "Blue-roof-77" },
      }),
    ],
    [settings.sendBindCode, () => ({ body: { target: `${randomUUID()}@example.org` } })],
    [settings.bindContact, () => ({ body: { target: `${randomUUID()}@example.org`, code: "123456" } })],
    [settings.updateMessageNotify, () => ({ body: { emailNotify: true } })],
    [notification.get, () => ({})],
    [notification.update, () => ({ body: { ...defaultAlarmMailSettings, stationIds: [""] } })],
    [notification.test, () => ({ body: {} })],
    [
      report.create,
      () => ({
        body: { stationId: "", kind: "month", period: "2026-06", format: "pdf", language: "en" },
      }),
    ],
    [report.listSchedules, () => ({ query: { stationId: "" } })],
    [report.addSchedule, () => ({ body: { stationId: "", kind: "month", format: "pdf", language: "en" } })],
    [
      report.updateSchedule,
      () => ({ body: { scheduleId: "", kind: "day", format: "xlsx", language: "th" } }),
    ],
    [report.deleteSchedule, () => ({ body: { scheduleId: "" } })],
    [job.list, nothing],
    [job.get, () => ({ query: { jobId: "" } })],
    [job.getFile, () => ({ query: { jobId: "" } })],
    [job.cancel, () => ({ body: { jobId: "" } })],
    [job.delete, () => ({ body: { jobId: "" } })],
    [
      station.export,
      () => ({
        body: { format: "csv", fileName: "plants", columns: ["name"], companyId: "", stationIds: [""] },
      }),
    ],
    [apiKey.list, nothing],
    [apiKey.metrics, nothing],
    [
      apiKey.add,
      () => ({
        body: {
          name: "Grafana",
          permissionIds: ["station:read"],
          plants: "chosen",
          stationIds: [""],
          days: 30,
        },
      }),
    ],
    [apiKey.revoke, () => ({ body: { apiKeyId: "" } })],
    [webhook.list, nothing],
    [
      webhook.add,
      () => ({
        body: {
          name: "Operations centre",
          url: "https://8.8.8.8/hook",
          plants: "chosen",
          stationIds: [""],
          minSeverity: "fault",
          events: ["raised"],
        },
      }),
    ],
    [
      webhook.update,
      () => ({ body: { webhookId: "", name: "Night shift", plants: "chosen", stationIds: [""] } }),
    ],
    [webhook.delete, () => ({ body: { webhookId: "" } })],
    [webhook.replaceSecret, () => ({ body: { webhookId: "" } })],
    [webhook.test, () => ({ body: { webhookId: "" } })],
    [webhook.deliveries, () => ({ query: { webhookId: "" } })],
    [webhook.redeliver, () => ({ body: { webhookId: "", deliveryIds: [""] } })],
    [settings.updateUserInfo, () => ({ body: { nickname: "Someone" } })],
    [registry.getInvitation, () => ({ query: { invitation: randomBytes(32).toString("base64url") } })],
    [
      registry.invite,
      () => ({
        body: {
          companyId: "",
          roleId: "",
          supervisorId: "",
          userName: "Someone",
          email: `${randomUUID()}@example.org`,
        },
      }),
    ],
    [registry.checkCode, () => ({ query: { target: `${randomUUID()}@example.org`, code: "123456" } })],
    [session.list, nothing],
    [session.end, () => ({ body: { sessionId: "" } })],
    [session.stepUp, () => ({ body: { password: "Wrong-word-1" } })],
    [session.createTicket, () => ({ body: {} })],
    [secondFactor.get, nothing],
    [secondFactor.beginTotp, () => ({ body: {} })],
    [secondFactor.confirmTotp, () => ({ body: { code: "123456" } })],
    [secondFactor.removeTotp, () => ({ body: {} })],
    [secondFactor.renewRecoveryCodes, () => ({ body: {} })],
    [secondFactor.beginPasskey, () => ({ body: {} })],
    [
      secondFactor.addPasskey,
      () => ({ body: { ceremony: secret(), name: "Key", credential: passkeyCredential() } }),
    ],
    [secondFactor.removePasskey, () => ({ body: { passkeyId: "" } })],
    [session.logoff, () => ({ body: {}, endsAccount: true })],
    [avatar.getOwn, () => ({ query: { avatarId: "" } })],
    [avatar.get, () => ({ query: { accountId: "", avatarId: "" } })],
    [avatar.upload, () => ({ file: picture })],
    [avatar.remove, () => ({ body: {} })],
    [draft.save, () => ({ body: { form: "/account/add", body: { nickname: "Someone" } } })],
    [draft.get, () => ({ query: { form: "/account/add" } })],
    [permission.getPermission, nothing],
    [
      account.addCompany,
      () => ({
        body: {
          upstreamCompanyId: "",
          name: `Company ${randomUUID()}`,
          address: "1 Sun Street",
          contact: "Dora",
          contactPhone: "+49 30 1234567",
        },
      }),
    ],
    [
      account.addAccount,
      () => ({
        body: {
          companyId: "",
          roleId: "",
          supervisorId: "",
          userName: "Someone",
          email: `${randomUUID()}@example.org`,
          password: "Blue-roof-77",
        },
      }),
    ],
    [account.getCompany, () => ({ query: { companyId: "" } })],
    [account.listAccounts, () => ({ query: { companyId: "" } })],
    [account.listRoles, () => ({ query: { customerTypeId: "", companyId: "" } })],
    [account.get, () => ({ query: { accountId: "" } })],
    [account.permissions, () => ({ query: { accountId: "" } })],
    // Revisions that are none: access is decided before.
    [
      account.update,
      () => ({
        body: {
          accountId: "",
          roleId: "",
          supervisorId: "",
          userName: "Someone",
          email: "a@example.org",
          revision: "0",
        },
      }),
    ],
    [account.disable, () => ({ body: { accountId: "" } })],
    [account.enable, () => ({ body: { accountId: "" } })],
    [account.delete, () => ({ body: { accountId: "", revision: "0" } })],
    [account.resetPassword, () => ({ body: { accountId: "", password: "Green-roof-78" } })],
    [account.removeSecondFactors, () => ({ body: { accountId: "" } })],
    [account.setScope, () => ({ body: { accountId: "", stationIds: [""], kind: "plants", revision: "0" } })],
    [company.tree, () => ({ query: { upstreamCompanyId: "" } })],
    [
      company.update,
      () => ({
        body: { companyId: "", upstreamCompanyId: "", administratorId: "", name: "A name", revision: "0" },
      }),
    ],
    [company.delete, () => ({ body: { companyId: "", revision: "0" } })],
    [role.get, () => ({ query: { roleId: "" } })],
    [
      role.add,
      () => ({ body: { customerTypeId: "", name: `Role ${randomUUID()}`, permissionIds: ["station:read"] } }),
    ],
    [
      role.update,
      () => ({ body: { roleId: "", name: "A role", permissionIds: ["station:read"], revision: "0" } }),
    ],
    [role.delete, () => ({ body: { roleId: "" } })],
    [customerType.list, nothing],
    [customerType.get, () => ({ query: { customerTypeId: "" } })],
    [customerType.add, () => ({ body: { name: `Type ${randomUUID()}`, permissionIds: ["station:read"] } })],
    [
      customerType.update,
      () => ({
        body: { customerTypeId: "", name: "A type", permissionIds: ["station:read"], revision: "0" },
      }),
    ],
    [customerType.delete, () => ({ body: { customerTypeId: "" } })],
    [permission.tree, () => ({ query: { customerTypeId: "" } })],
    [
      permission.override,
      () => ({ body: { customerTypeId: "", revision: "0", confirmName: "Service channel distributor" } }),
    ],
    [home.getOverview, nothing],
    [home.warningCount, nothing],
    [home.trend, nothing],
    [home.losses, nothing],
    [home.map, nothing],
    [home.co2, nothing],
    [home.earnings, nothing],
    [home.earningsPeriods, () => ({ query: { by: "year" } })],
    [home.earningsPlants, () => ({ query: { by: "year" } })],
    [home.exportEarnings, () => ({ body: { by: "year", format: "csv", fileName: "earnings" } })],
    [station.list, () => ({ query: { companyId: "" } })],
    [station.choices, nothing],
    [station.compare, () => ({ query: { stationIds: "", fromDay: "2026-05-01", toDay: "2026-05-31" } })],
    [plantView.list, nothing],
    [plantView.save, () => ({ body: { viewId: "", ...view } })],
    [plantView.delete, () => ({ body: { viewId: "" } })],
    [deviceView.list, nothing],
    [deviceView.save, () => ({ body: { viewId: "", ...view } })],
    [deviceView.delete, () => ({ body: { viewId: "" } })],
    [station.changeTags, () => ({ body: { stationIds: [""], add: ["North"] } })],
    [station.get, () => ({ query: { stationId: "" } })],
    [
      station.add,
      () => ({
        body: {
          name: "A plant",
          installedCapacityKwp: 8.2,
          gridConnectionDate: "2024-05-01",
          timeZone: "Europe/Berlin",
          currency: "EUR",
          tariff: { method: "fixed", price: "0.25" },
          personInCharge: "Someone",
          phone: "+49 30 123456",
          ownerId: "",
          installerCompanyId: "",
          pictureId: "",
        },
      }),
    ],
    [station.getPicture, () => ({ query: { stationId: "", plantPictureId: "" } })],
    [station.uploadPicture, () => ({ file: picture })],
    // A revision that is none: access is decided before.
    [
      station.update,
      () => ({
        body: { stationId: "", revision: "0", name: "Another name", installerCompanyId: "", pictureId: "" },
      }),
    ],
    [station.tariffs, () => ({ query: { stationId: "" } })],
    [station.curve, () => ({ query: { stationId: "", day: "2026-05-01" } })],
    [station.typicalCurve, () => ({ query: { stationId: "", day: "2026-05-01" } })],
    [station.energy, () => ({ query: { stationId: "", by: "year" } })],
    [station.figureChanges, () => ({ query: { stationId: "", fromDay: "2026-05-01", toDay: "2026-05-31" } })],
    [endpoints.layout.get, () => ({ query: { stationId: "" } })],
    [endpoints.layout.editor, () => ({ query: { stationId: "" } })],
    [
      endpoints.layout.saveDraft,
      () => ({
        body: {
          stationId: "",
          revision: null,
          layout: { groups: [layoutGroup], background: layoutBackground },
        },
      }),
    ],
    [endpoints.layout.discardDraft, () => ({ body: { stationId: "", revision: 1 } })],
    [endpoints.layout.publish, () => ({ body: { stationId: "", revision: 1 } })],
    [endpoints.layout.export, () => ({ query: { stationId: "", format: "json" } })],
    [
      endpoints.layout.read,
      () => ({
        query: { stationId: "", format: "csv" },
        file: Buffer.from("group,row,column,x_m,y_m\nA,1,1,0,0\n"),
      }),
    ],
    [endpoints.layout.pdf, () => ({ query: { stationId: "", language: "en" } })],
    [endpoints.layout.picture, () => ({ query: { stationId: "", layoutPictureId: "" } })],
    [endpoints.layout.uploadPicture, () => ({ query: { stationId: "" }, file: picture })],
    [endpoints.layout.expected, () => ({ query: { stationId: "", day: "2026-05-01" } })],
    [endpoints.layout.day, () => ({ query: { stationId: "", day: "2026-05-01" } })],
    [station.performance, () => ({ query: { stationId: "" } })],
    [unplacedReports.list, () => ({ query: { stationId: "" } })],
    [station.powerFlow, () => ({ query: { stationId: "" } })],
    [station.earnings, () => ({ query: { stationId: "", by: "year" } })],
    [
      station.exportEarnings,
      () => ({ body: { stationId: "", by: "year", format: "csv", fileName: "earnings" } }),
    ],
    [
      station.previewTariff,
      () => ({
        query: {
          stationId: "",
          tariff: JSON.stringify({ method: "fixed", price: "0.3" }),
          tariffFrom: "2026-05-01",
        },
      }),
    ],
    [station.setConversionFactor, () => ({ body: { stationId: "", conversionFactor: 0.95 } })],
    [permission.checkStationOp, () => ({ query: { stationId: "" } })],
    [publicPlants.list, nothing],
    [
      sharing.settings,
      () => ({ body: { stationId: "", jump: "overview", participantSees: plantPart.options } }),
    ],
    [sharing.members, () => ({ query: { stationId: "" } })],
    [sharing.invitations, nothing],
    [
      sharing.share,
      () => ({ body: { stationId: "", target: `${randomUUID()}@example.org`, level: "participant" } }),
    ],
    [sharing.shareAnswer, () => ({ body: { grantId: "", accept: false } })],
    [sharing.shareEnd, () => ({ body: { grantId: "" } })],
    [
      sharing.transfer,
      () => ({ body: { stationId: "", target: `${randomUUID()}@example.org`, keepGrantIds: [""] } }),
    ],
    [station.delete, () => ({ body: { stationId: "", name: DELETED_PLANT } })],
    [sharing.transferAnswer, () => ({ body: { transferId: "", accept: false } })],
    [sharing.transferWithdraw, () => ({ body: { transferId: "" } })],
    [
      device.register,
      () => ({
        body: {
          rows: [
            {
              sn: `R${randomUUID().slice(0, 8).toUpperCase()}`,
              type: "OPT",
              model: "X",
              registrationCode: code(),
            },
          ],
        },
      }),
    ],
    [device.add, () => ({ body: { stationId: "", sn: "UNKNOWN-1", registrationCode: "AAAAAAAAAAAAAAAA" } })],
    [device.list, () => ({ query: { stationId: "", companyId: "" } })],
    [device.choices, nothing],
    [
      deviceView.export,
      () => ({
        body: { format: "csv", fileName: "devices", columns: ["sn"], stationId: "", companyId: "" },
      }),
    ],
    [device.get, () => ({ query: { deviceId: "" } })],
    [
      deviceImport.read,
      () => ({ query: { kind: "plant", fileName: "devices.csv" }, file: Buffer.from("SN\nD-1\n") }),
    ],
    [
      deviceImport.toPlant,
      () => ({
        body: { stationId: "", importId: randomUUID(), columns: ["sn", "registrationCode"], mode: "check" },
      }),
    ],
    [
      deviceImport.toRegister,
      () => ({
        body: { importId: randomUUID(), columns: ["sn", "registrationCode", "type", "model"], mode: "check" },
      }),
    ],
    [deviceImport.get, () => ({ query: { importId: randomUUID() } })],
    [deviceImport.results, () => ({ query: { importId: randomUUID() } })],
    [deviceImport.file, () => ({ query: { importId: randomUUID() } })],
    [deviceImport.template, () => ({ query: { kind: "plant", format: "csv", language: "en" } })],
    [devicePage.place, () => ({ query: { deviceId: "" } })],
    [devicePage.history, () => ({ query: { deviceId: "" } })],
    [
      device.data,
      () => ({ query: { deviceId: "", fromAt: "2026-05-01T00:00:00Z", toAt: "2026-05-02T00:00:00Z" } }),
    ],
    [
      deviceMoves.replace,
      () => ({
        body: {
          deviceId: "",
          sn: "UNKNOWN-1",
          registrationCode: "AAAAAAAAAAAAAAAA",
          mode: "apply",
          revision: "0".repeat(32),
        },
      }),
    ],
    [
      deviceMoves.move,
      () => ({
        body: { deviceId: "", stationId: "", parentId: "", mode: "apply", revision: "0".repeat(32) },
      }),
    ],
    [deviceMoves.remove, () => ({ body: { deviceId: "", mode: "apply", revision: "0".repeat(32) } })],
    [devicePage.settings, () => ({ query: { deviceId: "" } })],
    [devicePage.update, () => ({ body: { deviceId: "", revision: "0".repeat(32), alias: "South7" } })],
    [
      devicePage.series,
      () => ({
        query: {
          deviceIds: "",
          fields: "powerW",
          fromAt: "2026-05-01T00:00:00Z",
          toAt: "2026-05-02T00:00:00Z",
        },
      }),
    ],
    [
      devicePage.exportData,
      () => ({
        body: {
          format: "csv",
          fileName: "data",
          deviceIds: [""],
          fields: ["powerW"],
          fromAt: "2026-05-01T00:00:00Z",
          toAt: "2026-05-02T00:00:00Z",
        },
      }),
    ],
    [device.rejected, () => ({ query: { deviceId: "" } })],
    [device.command, () => ({ body: { deviceId: "", op: "scan" } })],
    [parameters.model, () => ({ query: { deviceId: "" } })],
    [parameters.get, () => ({ query: { deviceId: "" } })],
    [parameters.acquire, () => ({ body: { deviceId: "" } })],
    [parameters.set, () => ({ body: { deviceId: "", values: { reportInterval: 60 } } })],
    [parameters.copy, () => ({ body: { deviceId: "", toDeviceIds: [""] } })],
    [command.listOfPlant, () => ({ query: { stationId: "" } })],
    [command.listOfDevice, () => ({ query: { deviceId: "" } })],
    [command.get, () => ({ query: { stationId: "", commandId: "" } })],
    [command.cancel, () => ({ body: { stationId: "", commandId: "" } })],
    [device.getCommand, () => ({ query: { deviceId: "", commandId: "" } })],
    [alarm.list, () => ({ query: { stationId: "", deviceId: "", parentAlarmId: "" } })],
    [alarm.counts, () => ({ query: { stationId: "" } })],
    [alarm.get, () => ({ query: { alarmId: "" } })],
    [alarm.evidence, () => ({ query: { alarmId: "" } })],
    [alarm.log, () => ({ query: { stationId: "", deviceId: "", alarmId: "" } })],
    [alarm.assignees, () => ({ query: { alarmId: "" } })],
    [alarm.assign, () => ({ body: { alarmId: "", assigneeId: "" } })],
    [alarm.comment, () => ({ body: { alarmId: "", text: "On site tomorrow" } })],
    [alarm.severity, () => ({ body: { alarmId: "", severity: "fault" } })],
    [alarm.acknowledge, () => ({ body: { alarmIds: [""] } })],
    [alarm.batchClear, () => ({ body: { alarmIds: [""] } })],
    [alarm.forceClear, () => ({ body: { alarmIds: [""], reason: "Sensor replaced" } })],
    [alarm.clear, () => ({ body: { alarmId: "" } })],
    [alarmThreshold.list, nothing],
    [
      alarmThreshold.preview,
      () => ({
        query: {
          stationId: "",
          deviceType: "OPT",
          quantity: "voltage",
          side: "high",
          raiseValue: 70,
          clearValue: 65,
          delayS: 60,
        },
      }),
    ],
    // Revisions that are none: access is decided before.
    [alarmThreshold.set, () => ({ body: { ...threshold, revision: 0 } })],
    [alarmThreshold.listOfPlant, () => ({ query: { stationId: "" } })],
    [alarmThreshold.setOfPlant, () => ({ body: { stationId: "", ...threshold, revision: 9 } })],
    [
      alarmThreshold.resetOfPlant,
      () => ({ body: { stationId: "", deviceType: "OPT", quantity: "voltage", side: "high", revision: 9 } }),
    ],
    [correction.list, () => ({ query: { stationId: "" } })],
    [correction.settings, () => ({ query: { stationId: "" } })],
    [correction.add, () => ({ body: { stationId: "", day: planCorrection(), energyKwh: 1 } })],
    [correction.cancel, () => ({ body: { stationId: "", correctionId: "" } })],
    [correction.switch, () => ({ body: { stationId: "", isAutomatic: true } })],
    [safety.get, () => ({ query: { stationId: "" } })],
    [safety.holds, () => ({})],
    [responder.settings, () => ({ query: { stationId: "" } })],
    [
      responder.save,
      () => ({ body: { stationId: "", contacts: [{ name: "Hotline", phone: "+4930123456" }] } }),
    ],
    [responder.renew, () => ({ body: { stationId: "" } })],
    [responder.close, () => ({ body: { stationId: "" } })],
    [responder.read, () => ({ body: { token: secret() } })],
    [safety.drills, () => ({ query: { stationId: "" } })],
    [
      safety.startDrill,
      () => ({ body: { stationId: "", isOnSite: true, idempotencyKey: "fedcba9876543210" } }),
    ],
    [safety.setDrillInterval, () => ({ body: { stationId: "", everyMonths: 6 } })],
    [safety.records, () => ({ query: { stationId: "" } })],
    [safety.record, () => ({ query: { stationId: "", operationId: "", format: "json", language: "en" } })],
    [safety.ledgerFile, () => ({ query: { stationId: "" } })],
    [safety.ledger, () => ({ query: { stationId: "" } })],
    [safety.stop, () => ({ body: { stationId: "", idempotencyKey: "0123456789abcdef" } })],
    [
      safety.reset,
      () => ({ body: { stationId: "", name: STAGE_PLANT, idempotencyKey: "0123456789abcdef" } }),
    ],
    [ignition.list, () => ({ query: { stationId: "" } })],
    [ignition.ignite, () => ({ body: { stationId: "", idempotencyKey: "0123456789abcdef" } })],
    [ignition.cancel, () => ({ body: { stationId: "", ignitionId: "" } })],
    [fleetBrake.list, () => ({ query: {} })],
    [fleetBrake.decide, () => ({ body: { accountId: "", isConfirmed: true } })],
    [unitSwitch.get, () => ({ query: { deviceId: "" } })],
    [unitSwitch.open, () => ({ body: { deviceId: "", idempotencyKey: "0123456789abcdef" } })],
    [unitSwitch.close, () => ({ body: { deviceId: "", sn: "x", idempotencyKey: "0123456789abcdef" } })],
    [unitSwitch.release, () => ({ body: { deviceId: "", reason: "x" } })],
    [safety.keepShut, () => ({ body: { stationId: "", keep: false } })],
    [safety.release, () => ({ body: { stationId: "", reason: "x", markId: "" } })],
    [endpoints.commissioning.get, () => ({ query: { stationId: "" } })],
    [endpoints.commissioning.expected, () => ({ query: { stationId: "" } })],
    [endpoints.commissioning.save, () => ({ body: { stationId: "", devices: [{ sn: "OPT-1" }] } })],
    [
      endpoints.commissioning.read,
      () => ({ query: { stationId: "", fileName: "devices.csv" }, file: Buffer.from("SN\nD-1\n") }),
    ],
    [endpoints.commissioning.report, () => ({ body: { stationId: "", language: "en" } })],
    [siteWork.list, () => ({ query: { stationId: "" } })],
    [siteWork.add, () => ({ body: { stationId: "", ...planSiteWork() } })],
    [siteWork.extend, () => ({ body: { stationId: "", siteWorkId: "", untilAt: farAway.serviceRestartAt } })],
    [siteWork.end, () => ({ body: { stationId: "", siteWorkId: "" } })],
    [
      log.list,
      () => ({ query: { ...lastYear, kind: "operation", actorId: "", stationId: "", deviceId: "" } }),
    ],
    [log.ofPlant, () => ({ query: { stationId: "", deviceId: "" } })],
    [log.refusals, () => ({ query: lastYear })],
    [log.verification, nothing],
    [log.verify, () => ({ body: {} })],
    [maintenance.list, nothing],
    [maintenance.current, nothing],
    [maintenance.add, () => ({ body: { ...farAway, name: "Some work", kind: "web" } })],
    [
      maintenance.update,
      () => ({ body: { ...farAway, maintenanceId: "", version: 1, name: "Some work", kind: "web" } }),
    ],
    [maintenance.switch, () => ({ body: { maintenanceId: "", version: 1, isOn: false } })],
    [maintenance.delete, () => ({ body: { maintenanceId: "", version: 1 } })],
    [sharing.shareLeave, () => ({ body: { stationId: "" } })],
    [events.stream, () => ({ query: { topics: "plants" } })],
    [engineStatus.get, nothing],
    [configuration.get, nothing],
    [configuration.history, nothing],
    [configuration.update, () => ({ body: { ...configurationSettings.parse({}), revision: 1 } })],
    [provider.list, nothing],
    [provider.listPublic, nothing],
    [provider.add, () => ({ body: { ...contact, qrPictureId: "" } })],
    [provider.update, () => ({ body: { ...contact, qrPictureId: "", providerId: "", revision: 1 } })],
    [provider.sort, () => ({ body: { providerIds: [""] } })],
    [provider.delete, () => ({ body: { providerId: "" } })],
    [provider.uploadPicture, () => ({ file: picture })],
    [firmware.list, nothing],
    [firmware.download, () => ({ query: { firmwareId: "" } })],
    [firmware.upload, () => ({ body: { fileName: "OPT_X_HW1.0_V1.0.0.bin", sizeBytes: 1 } })],
    [firmware.uploadPart, () => ({ query: { fileId: "", part: 0 }, file: picture })],
    [
      firmware.publish,
      () => ({ body: { fileId: "", type: "OPT", version: "1.0.0", permission: "external" } }),
    ],
    [firmware.update, () => ({ body: { firmwareId: "", revision: 1, releaseNotes: "Faster" } })],
    [firmware.delete, () => ({ body: { firmwareId: "" } })],
    [upgrade.list, nothing],
    [upgrade.get, () => ({ query: { campaignId: "" } })],
    [upgrade.devices, () => ({ query: { campaignId: "" } })],
    [upgrade.add, () => ({ body: { type: "DCON", deviceIds: [""], firmwareId: "" } })],
    [upgrade.pause, () => ({ body: { campaignId: "" } })],
    [upgrade.resume, () => ({ body: { campaignId: "" } })],
    [upgrade.cancel, () => ({ body: { campaignId: "" } })],
    [upgrade.ofDevice, () => ({ query: { deviceId: "" } })],
    [pictures.getPublic, () => ({ query: { pictureId: "" } })],
    [health.live, nothing],
    [health.ready, nothing],
  ]);
}
