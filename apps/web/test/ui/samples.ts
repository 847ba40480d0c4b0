import type {
  DataInputOf,
  DataOf,
  Device,
  endpoints,
  Job,
  PermissionNode,
  StationDetail,
  StationRow,
  UserInfo,
} from "@heliograph/contract";
import { configurationSettings, permissionIds, permissionTree } from "@heliograph/contract";

const at = "2026-05-04T09:00:00.000Z";

/** An export that waits to be run. */
export const makeJob = (change: Partial<Job> = {}): Job => {
  const isFinished = change.state !== undefined && !["queued", "running"].includes(change.state);
  return {
    jobId: crypto.randomUUID(),
    kind: "plantExport",
    title: "plants.csv",
    state: "queued",
    done: 0,
    total: null,
    error: null,
    hasFile: false,
    createdAt: at,
    startedAt: change.state === "queued" ? null : at,
    finishedAt: isFinished ? at : null,
    expiresAt: isFinished ? "2026-05-11T09:00:00.000Z" : null,
    ...change,
  };
};

export const makePlantRow = (change: Partial<StationRow> = {}): StationRow => ({
  stationId: crypto.randomUUID(),
  number: "HG-1",
  name: "Roof",
  status: "normal",
  statusReason: "none",
  alarm: null,
  isAsleep: false,
  isNight: false,
  sunriseAt: null,
  pictureId: null,
  powerW: 3600,
  efficiency: 75,
  energyTodayKwh: 12.3,
  energyMonthKwh: 45.6,
  energyYearKwh: 789,
  energyTotalKwh: 1234,
  isUpdating: false,
  specificYieldKwhPerKwp: 2.56,
  earningsToday: "3.2",
  isEarningsEstimated: false,
  openAlarms: 0,
  tags: [],
  installedCapacityKwp: 4.8,
  timeZone: "UTC",
  currency: "CNY",
  visibility: "concealed",
  createdAt: at,
  updatedAt: at,
  ...change,
});

const coverage = { backfilledWh: 0, estimatedWh: 0, implausibleWh: 0, measuredShare: 1, resets: 0 };

export const makePlant = (change: Partial<StationDetail> = {}): StationDetail => ({
  ...makePlantRow(),
  gridConnectionDate: "2025-05-01",
  installer: "",
  email: "",
  investmentAmount: null,
  tariff: { method: "fixed", price: "0.65" },
  personInCharge: "Ada Lin",
  phone: "+86 10 1234 5678",
  address: "",
  latitude: 31.3,
  longitude: 120.6,
  ownerId: crypto.randomUUID(),
  ownerName: "root",
  companyName: "Heliograph",
  installerCompanyId: null,
  installerCompanyName: null,
  meteringLevel: "module",
  side: "DC",
  reportIntervalS: 60,
  coverageToday: coverage,
  today: new Date().toISOString().slice(0, 10),
  firstDay: "2025-05-01",
  sun: null,
  gatewayCount: 1,
  onlineGatewayCount: 1,
  unitCount: 2,
  jump: "overview",
  jumpAddress: null,
  participantSees: [],
  participantsOperate: true,
  hiddenParts: [],
  level: "owner",
  mayEdit: true,
  revision: "1",
  fixedFields: [],
  zones: [{ fromDay: null, timeZone: change.timeZone ?? "UTC" }],
  hasDatedZone: false,
  ...change,
});

/** Settings of a device that the user may not change. */
export const makeDeviceSettings = (deviceId: string): DataInputOf<typeof endpoints.devicePage.settings> => ({
  deviceId,
  alias: "",
  ratedPowerW: null,
  tiltDeg: null,
  azimuthDeg: null,
  polePosition: null,
  isPlaced: true,
  mayEdit: false,
  revision: "0".repeat(32),
});

export const makeDevice = (change: Partial<Device> = {}): Device => ({
  deviceId: crypto.randomUUID(),
  sn: "OP-1",
  alias: "",
  type: "OPT",
  model: "MX-600",
  softwareVersion: "3.0",
  hardwareVersion: "1.2",
  hplcVersion: "",
  mconStVersion: "",
  ratedPowerW: 600,
  signalDbm: -60,
  onlineAt: at,
  communicationStatus: "online",
  statusReason: "none",
  alarm: null,
  isAsleep: false,
  status: "normal",
  ownerName: null,
  stationId: null,
  stationName: null,
  companyName: null,
  timeZone: "UTC",
  reportIntervalS: 60,
  parentId: null,
  slotLabel: "A1",
  inputVoltageV: 36,
  inputCurrentA: 8,
  outputVoltageV: 36,
  outputCurrentA: 8,
  powerW: 288,
  temperatureC: 30,
  generationWh: 120_000,
  isClosed: null,
  isAdopted: true,
  upgrade: null,
  tiltDeg: null,
  azimuthDeg: null,
  polePosition: null,
  level: 1,
  updatedAt: at,
  ...change,
});

export const makeUser = (change: Partial<UserInfo> = {}): UserInfo => ({
  accountId: crypto.randomUUID(),
  userName: "root",
  nickname: "",
  email: "root@example.org",
  phone: null,
  isEmailVerified: true,
  isPhoneVerified: false,
  salutation: null,
  relation: "colleague",
  companyId: crypto.randomUUID(),
  companyName: "Heliograph",
  upstreamCompanyName: null,
  isPlatform: true,
  roleName: "ROOT",
  customerTypeName: "Platform",
  avatarId: null,
  emailNotify: true,
  language: "en",
  contact: "",
  supervisorName: null,
  signedInAt: at,
  ...change,
});

/** Everything, but what is withheld. */
export function makePermissions(
  withheld: readonly string[] = [],
): DataInputOf<typeof endpoints.permission.getPermission> {
  const toNode = (id: string, children: PermissionNode[] = []): PermissionNode => ({
    id,
    name: id,
    disabled: withheld.includes(id),
    children,
  });
  return {
    tree: permissionTree.map(({ id, children }) =>
      toNode(
        id,
        children.map((child) => toNode(child.id)),
      ),
    ),
    roles: [withheld.length === 0 ? "ROOT" : "owner"],
    perms: permissionIds.filter((id) => !withheld.includes(id)),
  };
}

export const configuration: DataInputOf<typeof endpoints.configuration.get> = {
  ...configurationSettings.parse({}),
  revision: 1,
  webEntry: null,
};

export function makeOverview(plants: readonly StationRow[]): DataInputOf<typeof endpoints.home.getOverview> {
  const count = (status: StationRow["status"]): number =>
    plants.filter((plant) => plant.status === status).length;
  return {
    plantCount: plants.length,
    countByStatus: {
      normal: count("normal"),
      warning: count("warning"),
      alarm: count("alarm"),
      fault: count("fault"),
      offline: count("offline"),
      waiting: count("waiting"),
      "shut-down": count("shut-down"),
    },
    powerW: 3600,
    installedCapacityKwp: 4.8,
    energyTodayWh: 12_300,
    energyMonthWh: 45_600,
    energyYearWh: 789_000,
    energyTotalWh: 1_234_000,
    energyLastDayWh: 13_400,
    energyHiddenCount: 0,
    alarmsHiddenCount: 0,
    backfilledTodayWh: 0,
    estimatedTodayWh: 0,
    isUpdating: false,
    implausibleTodayWh: 0,
    unresolvedAlarms: 0,
    updatedAt: at,
  };
}

export function makeCurve(day: string): DataInputOf<typeof endpoints.station.curve> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const instant = (ms: number): string => new Date(ms).toISOString();
  return {
    day,
    timeZone: "UTC",
    fromAt: instant(start),
    toAt: instant(start + 86_400_000),
    stepS: 3600,
    source: "samples",
    level: "module",
    points: [6, 9, 12, 15].map((hour) => ({ at: instant(start + hour * 3_600_000), powerW: hour * 200 })),
    expectedFrom: "none",
    expectedBy: "capacity",
    expected: [],
    clearSky: [],
    weather: [],
    energyWh: 12_300,
    expectedWh: null,
    expectedShare: null,
    coverage,
    hasDemoHistory: false,
    isUpdating: false,
  };
}

/** The power of `makeCurve` halved, as a median of 20 days. */
export function makeTypicalCurve(day: string): DataInputOf<typeof endpoints.station.typicalCurve> {
  const points = makeCurve(day).points.map(({ at, powerW }) => ({ at, powerW: (powerW ?? 0) / 2 }));
  return { day, fromDay: "2026-04-01", toDay: "2026-04-30", dayCount: 20, points, energyWh: 6_150 };
}

/** Two modules behind a gateway, without a meter. */
export const powerFlow: DataInputOf<typeof endpoints.station.powerFlow> = {
  modules: {
    count: 2,
    faultCount: 0,
    alarmCount: 0,
    warningCount: 0,
    offlineCount: 0,
    asleepCount: 0,
    powerW: 3_600,
  },
  strings: null,
  acMeter: null,
};

/** A plant in Germany without a sensor of irradiance. */
export const performance: DataInputOf<typeof endpoints.station.performance> = {
  fromDay: "2026-04-01",
  toDay: "2026-04-30",
  ratio: null,
  clearSky: { value: 0.714, dayCount: 28 },
  co2: {
    country: "DE",
    gramsPerKwh: 380.95,
    year: 2023,
    source: "Ember, Yearly Electricity Data",
    monthKg: 17.4,
    yearKg: 300.6,
    totalKg: 470.1,
  },
};

export function makeEarnings(period: string): DataInputOf<typeof endpoints.station.earnings> {
  return {
    currency: "EUR",
    bars: [{ period, amount: "2.952", energyWh: 12_300, unpricedWh: 1_300, amountPerKwh: 0.28 }],
    amount: "2.952",
    energyWh: 12_300,
    unpricedWh: 1_300,
    amountPerKwh: 0.28,
    comparison: null,
    isEstimated: true,
    conversionFactor: 0.96,
    tariffs: [{ validFrom: "2020-01-01", amount: "2.952", energyWh: 12_300, unpricedWh: 1_300, periods: [] }],
    payback: null,
    isUpdating: false,
  };
}

export function makeEnergy(period: string): DataInputOf<typeof endpoints.station.energy> {
  return {
    level: "module",
    bars: [
      {
        period,
        energyWh: 12_300,
        backfilledWh: 0,
        estimatedWh: 0,
        implausibleWh: 0,
        resets: 0,
        isDemo: false,
        correctedDays: 0,
        measuredWh: 12_300,
        measuredShare: 1,
      },
    ],
    totalWh: 12_300,
    isUpdating: false,
  };
}

/** Of a plant that was never shut down. */
export const noEvidence: DataOf<typeof endpoints.safety.get>["evidence"] = {
  ...{ age: "none", recent: 0, oldestAt: null, recentForMs: null, offlineGateways: [] },
};
