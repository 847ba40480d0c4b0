import type { Language, StationDetail, StationRow, UserInfo } from "@heliograph/contract";
import { defaultAlarmMailSettings, endpoints } from "@heliograph/contract";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { App } from "../../src/app/app.tsx";
import { queryClient } from "../../src/shared/api/queries.ts";
import { setLanguage } from "../../src/shared/base/i18n/i18n.ts";
import { readPhoneVersion } from "../../src/shared/base/theme/device.ts";
import { dismissToast, toastStore } from "../../src/shared/base/toast.ts";
import { refreshConfig } from "../../src/shared/config/config.ts";
import { refreshServiceContacts } from "../../src/shared/config/service-contacts.ts";
import { sessionStore } from "../../src/shared/session/current-session.ts";
import { askingStore } from "../../src/shared/ui/dialog/asking.ts";
import type { FakeServer } from "./fake-server.ts";
import { createFakeServer } from "./fake-server.ts";
import { emptyLayout } from "./layout-samples.ts";
import { normalSafety } from "./safety-samples.ts";
import {
  configuration,
  makeCurve,
  makeDevice,
  makeEarnings,
  makeEnergy,
  makeOverview,
  makePermissions,
  makePlant,
  makeTypicalCurve,
  makeUser,
  noEvidence,
  performance,
  powerFlow,
} from "./samples.ts";

const WIDTH = 1520;
const HEIGHT = 1010;
const HOUR_MS = 3_600_000;

interface Opening {
  /** Address of the first page; the home page when absent. */
  readonly at?: string;
  readonly language?: Language;
  /** Accessible plants; one by default. */
  readonly plants?: readonly StationRow[];
  readonly user?: Partial<UserInfo>;
  /** Permission nodes the session does not have. */
  readonly withheld?: readonly string[];
  /** Whether the page opens without a session. */
  readonly isSignedOut?: boolean;
  /** Changes replies before the first page asks. */
  readonly prepare?: (server: FakeServer) => void;
}

let shown: { readonly root: Root; readonly host: HTMLElement; readonly server: FakeServer } | undefined;

/** Opens the whole web app in front of a fake server, as a super user of one plant unless told otherwise. */
export async function openConsole(opening: Opening = {}): Promise<FakeServer> {
  const server = createFakeServer();
  vi.stubGlobal("fetch", server.fetch);
  replyAsUsual(server, opening);
  opening.prepare?.(server);
  if (opening.isSignedOut !== true) sessionStore.write(makeSession());
  await setLanguage(opening.language ?? "en");
  await Promise.all([refreshConfig(), refreshServiceContacts()]);
  location.hash = opening.at ?? "/home";
  show(server);
  return server;
}

/** Mounts the app again, as a reload does: state in memory is lost. */
export async function reopenConsole(): Promise<void> {
  if (shown === undefined) throw new Error("no console is open");
  shown.root.unmount();
  shown.host.remove();
  queryClient.clear();
  await Promise.all([refreshConfig(), refreshServiceContacts()]);
  show(shown.server);
}

function show(server: FakeServer): void {
  const host = document.createElement("div");
  host.id = "root";
  document.body.append(host);
  const root = createRoot(host);
  shown = { root, host, server };
  root.render(<App />);
}

/** Takes the app away after a test and everything it has kept; fails where the contract was broken. */
export async function closeConsole(): Promise<void> {
  if (shown === undefined) return;
  const { root, host, server } = shown;
  shown = undefined;
  root.unmount();
  host.remove();
  askingStore.closeAll();
  for (const { id } of toastStore.read()) dismissToast(id);
  if (sessionStore.read() !== undefined) sessionStore.reset("signed-out");
  queryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem("language", "en");
  vi.unstubAllGlobals();
  await page.viewport(WIDTH, HEIGHT);
  // The browser reports the new screen a moment later; the next test would begin on a phone.
  await expect.poll(readPhoneVersion).toBeUndefined();
  expect(server.problems).toEqual([]);
}

/** Goes to another address of the console. */
export function go(address: string): void {
  location.hash = address;
}

const makeSession = () => ({
  id: crypto.randomUUID(),
  access_token: "Bearer test",
  refresh_token: "test",
  expires_time: Date.now() + HOUR_MS,
  refresh_expires_time: Date.now() + 24 * HOUR_MS,
  isSuper: true,
  isAnonymous: false,
  endpoint: "WEB" as const,
  clockOffsetMs: 0,
});

/** Replies to everything that the frame, the home page and a plant's page read. */
function replyAsUsual(server: FakeServer, { plants = [makePlant()], user, withheld }: Opening): void {
  const devices = [
    makeDevice(),
    makeDevice({ sn: "DC-1", type: "DCON", model: "DC-500", slotLabel: "", level: 0 }),
  ];
  const find = (stationId: string): StationDetail =>
    makePlant(plants.find((plant) => plant.stationId === stationId) ?? { stationId });
  server.reply(endpoints.configuration.get, configuration);
  server.reply(endpoints.configuration.history, { rows: [], total: 0 });
  server.reply(endpoints.maintenance.current, { phase: "none", backAt: null, popUps: [] });
  server.reply(endpoints.notification.get, { ...defaultAlarmMailSettings, email: null, chosenPlants: [] });
  server.reply(endpoints.user.getUserInfo, makeUser(user));
  server.reply(endpoints.permission.getPermission, makePermissions(withheld));
  server.reply(endpoints.home.warningCount, 3);
  server.reply(endpoints.home.getOverview, makeOverview(plants));
  server.reply(endpoints.home.trend, { days: [], expectedFrom: "none", energyHiddenCount: 0 });
  server.reply(endpoints.home.map, { points: [], missingCount: 0 });
  server.reply(endpoints.home.earnings, {
    currencies: [
      { currency: "EUR", amountToday: "3.1415", unpricedTodayWh: 0, isEstimated: true, plantCount: 1 },
    ],
    earningsHiddenCount: 0,
  });
  const days = { fromDay: "2026-04-08", toDay: "2026-05-07", today: "2026-05-08", firstDay: null };
  server.reply(endpoints.station.compare, { ...days, periods: [], rows: [] });
  server.reply(endpoints.home.losses, {
    fromDay: "2026-05-03",
    toDay: "2026-05-03",
    isCompared: false,
    rows: [],
    energyHiddenCount: 0,
  });
  server.reply(endpoints.sharing.invitations, { rows: [], total: 0 });
  server.reply(endpoints.provider.listPublic, { rows: [], total: 0 });
  server.reply(endpoints.job.list, { rows: [], total: 0 });
  server.reply(endpoints.deviceImport.list, []);
  server.reply(endpoints.ignition.list, { rows: [], total: 0, ignite: { allowed: false } });
  server.reply(endpoints.unitSwitch.get, {
    deviceId: crypto.randomUUID(),
    type: "DCON",
    hasSwitch: false,
    plantState: "normal",
    state: "none",
    operation: null,
    counts: { units: 0, proven: 0, dark: 0 },
    evidence: noEvidence,
    units: [],
    ops: { open: { allowed: false }, close: { allowed: false }, release: { allowed: false } },
  });
  server.reply(endpoints.draft.get, null);
  server.reply(endpoints.draft.save, null);
  server.reply(endpoints.plantView.list, { rows: [], total: 0 });
  server.reply(endpoints.deviceView.list, { rows: [], total: 0 });
  server.reply(endpoints.station.choices, {
    companies: [],
    installers: [],
    countries: [],
    tags: [],
    currencies: [],
  });
  server.reply(endpoints.station.list, ({ query }) => listPlants(plants, query));
  server.reply(endpoints.station.get, ({ query }) => find(query.stationId));
  server.reply(endpoints.station.curve, ({ query }) => makeCurve(query.day));
  server.reply(endpoints.station.typicalCurve, ({ query }) => makeTypicalCurve(query.day));
  server.reply(endpoints.station.powerFlow, powerFlow);
  server.reply(endpoints.layout.get, emptyLayout);
  server.reply(endpoints.station.performance, performance);
  server.reply(endpoints.home.co2, {
    monthKg: null,
    yearKg: null,
    totalKg: null,
    factors: [],
    unknownCount: 0,
    noCountryCount: 0,
  });
  server.reply(endpoints.station.earnings, ({ query }) => makeEarnings(query.period ?? "2026"));
  server.reply(endpoints.station.energy, ({ query }) => makeEnergy(query.period ?? "2026"));
  server.reply(endpoints.device.list, ({ query }) => {
    const rows = devices
      .filter(({ type }) => query.type === undefined || type === query.type)
      .filter(({ status }) => query.status === undefined || status === query.status);
    return { rows, total: rows.length };
  });
  server.reply(endpoints.alarm.list, { rows: [], total: 0, isTotalCapped: false });
  server.reply(endpoints.parameters.model, {
    model: "",
    isGeneric: true,
    fields: [...endpoints.parameters.model.data.shape.fields.element.options],
    parameterCount: 0,
    capabilities: [],
  });
  server.reply(endpoints.unplacedReports.list, { rows: [], total: 0, counts: [], recentTotal: 0 });
  server.reply(endpoints.alarm.counts, { rows: [] });
  server.reply(endpoints.company.tree, { rows: [], total: 0 });
  server.reply(endpoints.account.listAccounts, { rows: [], total: 0 });
  server.reply(endpoints.safety.get, normalSafety);
  server.reply(endpoints.siteWork.list, { rows: [], mayChange: false });
  server.reply(endpoints.device.choices, { companies: [], models: [], softwareVersions: [] });
  server.reply(endpoints.permission.checkStationOp, {
    stop: { allowed: false },
    reset: { allowed: false },
    open: { allowed: false },
    close: { allowed: false },
    edit: { allowed: true },
    share: { allowed: true },
    transfer: { allowed: true },
    delete: { allowed: true },
  });
}

/** Searches, sorts and pages plants as the server does. */
function listPlants(
  plants: readonly StationRow[],
  {
    search = "",
    status,
    sort,
    order,
    page: at,
    pageSize,
  }: {
    search?: string;
    status?: StationRow["status"];
    sort: keyof StationRow;
    order: "asc" | "desc";
    page: number;
    pageSize: number;
  },
) {
  const found = plants
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .filter((plant) => status === undefined || plant.status === status)
    .toSorted((one, other) => compare(one[sort], other[sort]) * (order === "asc" ? 1 : -1));
  return { rows: found.slice((at - 1) * pageSize, at * pageSize), total: found.length };
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}
