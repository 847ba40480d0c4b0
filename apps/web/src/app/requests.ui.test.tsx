import { endpoints } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useClock } from "../../test/ui/clock.ts";
import { go, openConsole } from "../../test/ui/console.tsx";
import type { FakeServer } from "../../test/ui/fake-server.ts";
import { makePermissions, makePlantRow } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";
import { startConfig } from "../shared/config/config.ts";

const MINUTE_MS = 60_000;
const POLL_MS = 20_000;
const plant = makePlantRow({ name: "Wire" });
const stationId = plant.stationId;
const { getPermission } = endpoints.permission;

const bell = page.getByRole("link", { name: /^Unresolved alarms: \d/ });
const toasts = (kind = "") => [...document.querySelectorAll(`.toaster .toast${kind}`)];
const toastTexts = (kind: "success" | "error") =>
  toasts(`[data-kind="${kind}"]`).map((each) => each.textContent);
const addPlantLink = page.getByRole("link", { name: "Add plant" });

async function sendGateway(): Promise<void> {
  go(`/station/${stationId}/devices?add=gateway`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: text("device.sn") }).fill("DC-WIRE-1");
  await dialog.getByLabelText(text("device.code")).fill("AAAABBBBCCCCDDDD");
  await dialog.getByRole("button", { name: text("device.add") }).click();
}

const acceptGateway = (server: FakeServer, msg = "") =>
  server.reply(endpoints.device.add, { deviceId: crypto.randomUUID() }, msg);

test("shows a message of success as a toast, in Chinese and in any other language [R7.15]", async () => {
  const clock = useClock();
  const server = await openConsole({ plants: [plant] });
  for (const msg of ["设备已添加。", "The device has been added."]) {
    acceptGateway(server, msg);
    await sendGateway();
    await expect.poll(() => toastTexts("success")).toEqual([msg]);
    await clock.pass(3_000);
    await expect.poll(() => toasts()).toEqual([]);
  }
});

test("ignores a discarded response [R7.16]", async () => {
  const clock = useClock();
  const server = await openConsole();
  await expect.element(bell).toHaveAccessibleName(expect.stringMatching(/^Unresolved alarms: 3\b/));
  server.supersede(endpoints.home.warningCount, 77, "late");
  const before = server.listCalls(endpoints.home.warningCount).length;
  await clock.pass(2 * MINUTE_MS);
  await expect.poll(() => server.listCalls(endpoints.home.warningCount).length).toBeGreaterThan(before);
  await clock.pass(1_000);
  await expect.element(bell).toHaveAccessibleName(expect.stringMatching(/^Unresolved alarms: 3\b/));
  expect(toasts()).toEqual([]);
});

test("shows a refusal as an error toast with its sentence, unless a card shows it [R7.17, R8.3, R8.6]", async () => {
  await openConsole({
    at: `/station/${stationId}`,
    plants: [plant],
    prepare(server) {
      server.refuse(endpoints.home.warningCount, "B0001", "System error: count");
      server.refuse(endpoints.station.energy, "B0001", "System error: energy");
    },
  });
  await expect.poll(() => toastTexts("error")).toEqual(["System error: count"]);
  await expect.element(page.getByText("System error: energy").first()).toBeVisible();
  expect(toastTexts("error")).toEqual(["System error: count"]);
});

test("aborts a call without a response after 300000 ms with Time Out [R8.4, R9.1]", async () => {
  const limits: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let isHasty = false;
  // The page's own limit, reached soon instead of after five minutes.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    if (isHasty) limits.push(ms);
    return timeout(isHasty ? 50 : ms);
  });
  const server = await openConsole({ at: `/station/${stationId}`, plants: [plant] });
  await expect.element(bell).toBeVisible();
  server.reply(endpoints.device.add, () => new Promise<never>(() => undefined));
  isHasty = true;
  await sendGateway();
  await expect.element(page.getByText("Time Out").first()).toBeVisible();
  expect(limits).toContain(300_000);
});

test("caches responses for five minutes by address and payload, and lets the browser store no copy [R9.2]", async () => {
  const clock = useClock();
  const server = await openConsole({ at: `/station/${stationId}`, plants: [plant] });
  const later = page.getByRole("button", { name: text("range.later.day") });
  const earlier = page.getByRole("button", { name: text("range.earlier.day") });
  const curve = page.getByRole("img", { name: /^Power on/ });
  const curves = () => server.listCalls(endpoints.station.curve);
  const countOf = (day: string) => curves().filter(({ query }) => query.day === day).length;
  await expect.element(curve).toBeVisible();
  const today = curves()[0]?.query.day ?? "";
  await earlier.click();
  await expect.element(later).toBeEnabled();
  await expect.poll(() => curves().at(-1)?.query.day).not.toBe(today);
  const dayBefore = curves().at(-1)?.query.day ?? "";
  await expect.element(curve).toBeVisible();
  const read = countOf(today);
  for (let time = 0; time < 2; time += 1) {
    await later.click();
    await expect.element(later).toBeDisabled();
    await earlier.click();
    await expect.element(later).toBeEnabled();
  }
  expect([countOf(today), countOf(dayBefore)]).toEqual([read, 1]);
  await clock.pass(5 * MINUTE_MS + 1_000);
  await later.click();
  await expect.poll(() => countOf(today)).toBeGreaterThan(read);
  expect(new Set(curves().map(({ cache }) => cache))).toEqual(new Set(["no-store"]));
});

test("reads warning count, system configuration and permissions anew within the five minutes [R9.2]", async () => {
  const clock = useClock();
  startConfig();
  const server = await openConsole();
  await expect.element(bell).toBeVisible();
  const { getUserInfo } = endpoints.user;
  const bypassed = [endpoints.home.warningCount, endpoints.configuration.get, getPermission];
  const count = () => bypassed.map((endpoint) => server.listCalls(endpoint).length);
  await expect.poll(() => server.listCalls(getUserInfo).length).toBeGreaterThan(0);
  const users = server.listCalls(getUserInfo).length;
  // The frame and its pages are left and shown again, in the same page of the browser.
  for (let time = 1; time <= 2; time += 1) {
    const before = count();
    go("/agreement");
    await expect.element(page.getByRole("navigation", { name: text("frame.tabs") })).not.toBeInTheDocument();
    await clock.pass(MINUTE_MS + 1_000);
    go("/home");
    await expect.element(bell).toBeVisible();
    await expect
      .poll(() => count().map((each, index) => each > (before[index] ?? 0)))
      .toEqual([true, true, true]);
  }
  // Any other answer of the frame is taken from the cache.
  expect(server.listCalls(getUserInfo)).toHaveLength(users);
});

test("drops what a change made stale and nothing else [R9.2]", async () => {
  const server = await openConsole({ at: `/station/${stationId}`, plants: [plant] });
  await expect.element(page.getByRole("img", { name: /^Power on/ })).toBeVisible();
  const count = () =>
    [endpoints.station.get, endpoints.station.curve].map((each) => server.listCalls(each).length);
  // The plant is read again when permissions and live messages are there; the counts rise until then.
  let last = "";
  await expect
    .poll(
      () => {
        const before = last;
        last = count().join();
        return last === before;
      },
      { interval: 500 },
    )
    .toBe(true);
  const [details = 0, curves = 0] = count();
  acceptGateway(server);
  await sendGateway();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.poll(count).toEqual([details + 1, curves]);
});

test("reads permissions every 20 s on every page with a session, phone pages included [R4.7]", async () => {
  const clock = useClock();
  const server = await openConsole({ plants: [plant] });
  const count = () => server.listCalls(getPermission).length;
  async function countNextReads(): Promise<number> {
    const before = count();
    await clock.pass(POLL_MS);
    await expect.poll(count).toBeGreaterThan(before);
    return count() - before;
  }
  for (const [path, heading] of [
    [`/mobile/station/layout?stationId=${stationId}`, "Wire"],
    ["/mobile/download", "Heliograph as an app"],
    ["/agreement", "User manual"],
    ["/home", "1 plant"],
  ] as const) {
    go(path);
    await expect.element(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    // While a page opens it may read them once more, as the phone page does for its alarms.
    await expect.poll(countNextReads, { message: path }).toBe(1);
    const before = count();
    for (let time = 1; time <= 2; time += 1) {
      await clock.pass(POLL_MS);
      await expect.poll(count, { message: path }).toBe(before + time);
    }
  }
});

test("reads no permissions without a session, and does not redirect from a public page [R4.7]", async () => {
  const clock = useClock();
  const server = await openConsole({ at: "/agreement", isSignedOut: true });
  await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await clock.pass(MINUTE_MS);
  expect(server.listCalls(getPermission)).toEqual([]);
  expect(location.hash).toBe("#/agreement");
});

test("leaves the permissions of a session alone on registration and forgotten password [R2.22]", async () => {
  const clock = useClock();
  const server = await openConsole();
  await expect.element(bell).toBeVisible();
  const count = () => server.listCalls(getPermission).length;
  go("/reg");
  await expect.element(page.getByLabelText(text("code.label"))).toBeVisible();
  const before = count();
  await clock.pass(2 * MINUTE_MS);
  go("/forgot");
  await expect.element(page.getByLabelText(text("code.label"))).toBeVisible();
  await clock.pass(2 * MINUTE_MS);
  expect(count()).toBe(before);
  // The same clock on another page: it was the pages that were quiet.
  go("/agreement");
  await expect.poll(count).toBe(before + 1);
});

test("takes a withdrawn permission off a phone page within 20 s [R4.7]", async () => {
  const clock = useClock();
  const server = await openConsole({ at: `/mobile/station/layout?stationId=${stationId}`, plants: [plant] });
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  server.reply(getPermission, makePermissions(["device:read"]));
  server.refuse(endpoints.device.list, "A0300", "No permission");
  await clock.pass(POLL_MS);
  await expect.element(page.getByText(text("phonePlant.refusedText"))).toBeVisible();
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
});

test("asks again for everything on screen when rights change [R9.2, R4.7]", async () => {
  const clock = useClock();
  const server = await openConsole({ plants: [plant] });
  await expect.element(addPlantLink.first()).toBeVisible();
  const before = server.listCalls(endpoints.home.getOverview).length;
  server.reply(getPermission, makePermissions(["station:add"]));
  await clock.pass(POLL_MS + 5_000);
  await expect.element(addPlantLink).not.toBeInTheDocument();
  await expect.poll(() => server.listCalls(endpoints.home.getOverview).length).toBeGreaterThan(before);
});
