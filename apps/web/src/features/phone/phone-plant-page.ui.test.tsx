import type { Device, LiveMessage } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../test/ui/samples.ts";
import { acceptSignIn, fillSignIn } from "../../../test/ui/sign-in.ts";

const plant = makePlant({ name: "Phone Roof" });
const address = `/mobile/station/layout?stationId=${plant.stationId}`;
const now = () => new Date().toISOString();
const makeUnit = (slotLabel: string, change: Partial<Device> = {}) =>
  makeDevice({ sn: `OP-${slotLabel}`, slotLabel, level: 3, updatedAt: now(), ...change });

const units = page.getByRole("listitem");
const search = page.getByRole("searchbox");
const topGroup = page.getByRole("heading", { level: 2 }).first();

/** Filters devices as the server does. */
function replyDevices(server: FakeServer, devices: readonly Device[]): void {
  server.reply(endpoints.device.list, ({ query }) => {
    const rows = devices
      .filter(({ status }) => query.status === undefined || status === query.status)
      .filter(({ slotLabel }) => slotLabel.includes(query.search ?? ""));
    return { rows, total: rows.length };
  });
}

const unitsMessage = ({ deviceId }: Device, inputCurrentA: number): LiveMessage => {
  const { inputVoltageV, outputVoltageV, outputCurrentA, powerW, temperatureC, generationWh, signalDbm } =
    makeDevice();
  const rest = {
    inputVoltageV,
    outputVoltageV,
    outputCurrentA,
    powerW,
    temperatureC,
    generationWh,
    signalDbm,
    isClosed: null,
  };
  return {
    type: "units",
    stationId: plant.stationId,
    units: [{ deviceId, at: now(), inputCurrentA, ...rest }],
  };
};

test("a plant's units on a phone, after signing in, by string, moving with the reports, found by search", async () => {
  const devices = ["A1", "A2", "A3"].map((slot, index) => makeUnit(slot, { inputCurrentA: 5 + index }));
  await page.viewport(360, 740);
  // Without a session the way leads over sign-in and back.
  const server = await openConsole({
    isSignedOut: true,
    at: address,
    plants: [plant],
    prepare: acceptSignIn,
  });
  replyDevices(server, devices);
  await expect.poll(() => location.hash).toMatch(/^#\/login/);
  await fillSignIn();
  await expect.element(page.getByRole("heading", { level: 1, name: "Phone Roof" })).toBeVisible();
  expect(location.hash).toBe(`#${address}`);
  await expect
    .element(page.getByRole("heading", { level: 2, name: "String A" }))
    .toMatchTextContent(/3 devices/);
  const second = units.filter({ hasText: "A2" });
  await expect.element(second).toMatchTextContent(/6\.00A/);
  await expect
    .poll(() => {
      // The stream may still be on its way.
      server.push(unitsMessage(devices[1] as Device, 8));
      return second.element().textContent;
    })
    .toContain("8.00A");
  expect(document.documentElement.scrollWidth).toBe(360);
  await search.fill("A3");
  await expect.element(units).toHaveLength(1);
  await expect.element(units).toMatchTextContent(/^A3/);
  await search.fill("no such place");
  await expect.element(page.getByText("No devices match your filters")).toBeVisible();
});

test("a unit in fault is on top on a phone, and both its chip and its word find it alone", async () => {
  const devices = [makeUnit("A1"), makeUnit("A2", { status: "fault" }), makeUnit("A3")];
  await openConsole({ at: address, plants: [plant], prepare: (server) => replyDevices(server, devices) });
  await expect.element(topGroup).toMatchTextContent(/^Needs attention/);
  await expect.element(units.first()).toMatchTextContent(/^A2/);
  const chip = page.getByRole("button", { name: /^Fault/ });
  await chip.click();
  await expect.element(units).toHaveLength(1);
  await chip.click();
  await expect.element(topGroup).toMatchTextContent(/^Needs attention/);
  await search.fill("fault");
  await expect.element(units).toHaveLength(1);
  await expect.element(units).toMatchTextContent(/^A2/);
});

test("a phone page without its plant says why, and has the way out of the session", async () => {
  const server = await openConsole({ at: address, plants: [plant] });
  await expect.element(search).toBeVisible();
  server.refuse(endpoints.station.get, "A0404", "Not found");
  go(`/mobile/station/layout?stationId=${crypto.randomUUID()}`);
  await expect.element(page.getByText("Plant not found")).toBeVisible();
  go("/mobile/station/layout");
  await expect.element(page.getByText("The address does not specify a plant (stationId).")).toBeVisible();
  await page.getByRole("button", { name: /^Account / }).click();
  await expect.element(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("a phone page names the alarms of its plant", async () => {
  const alarm = makeAlarm({ stationId: plant.stationId });
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => replyWithAlarms(server, [alarm]),
  });
  const reason = page.getByRole("link", { name: /^C15-4: Internal fault since/ });
  await expect.element(reason).toBeVisible();
});

test("a phone page without the permission for alarms does not ask for them", async () => {
  const server = await openConsole({ at: address, plants: [plant], withheld: ["alarm:read"] });
  await expect.element(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  expect(server.listCalls(endpoints.alarm.list)).toHaveLength(0);
});
