import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import { makeOverview, makePlantRow } from "../../../test/ui/samples.ts";

const plants = [3, 30, 12].map((installedCapacityKwp, index) =>
  makePlantRow({ name: `Sort ${index}`, installedCapacityKwp }),
);
const shownNames = () =>
  page
    .getByRole("link", { name: /^Sort/ })
    .elements()
    .map(({ textContent }) => textContent);

test("plants that need attention come first", async () => {
  const server = await openConsole({ at: "/home", plants });
  await expect.poll(shownNames).toHaveLength(3);
  expect(server.listCalls(endpoints.station.list)[0]?.query).toMatchObject({ sort: "status", order: "desc" });
});

test("sorting, paging and status live in the address and are asked of the server", async () => {
  const server = await openConsole({ at: "/home?search=sort", plants });
  await expect.poll(shownNames).toHaveLength(3);
  const capacity = page.getByRole("columnheader", { name: "Capacity kWp" }).getByRole("button");
  await capacity.click();
  await capacity.click();
  await expect.poll(() => location.hash).toContain("sort=installedCapacityKwp&order=desc");
  await expect.poll(shownNames).toEqual(["Sort 1", "Sort 2", "Sort 0"]);
  await reopenConsole();
  await expect.poll(shownNames).toEqual(["Sort 1", "Sort 2", "Sort 0"]);
  expect(server.listCalls(endpoints.station.list).at(-1)?.query).toMatchObject({
    search: "sort",
    sort: "installedCapacityKwp",
    order: "desc",
  });
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect.element(page.getByText("No plants match your filters")).toBeVisible();
  expect(server.listCalls(endpoints.station.list).at(-1)?.query).toMatchObject({ status: "fault" });
});

test("a plant that is not normal names the alarm that decides its status, until its status changes", async () => {
  const alarm = {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: new Date().toISOString(),
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  };
  const plant = makePlantRow({ name: "Roof", status: "fault", alarm, timeZone: "UTC" });
  const server = await openConsole({ at: "/home", plants: [plant, makePlantRow({ name: "Barn" })] });
  const reason = page.getByRole("link", { name: /^C15-4: Internal fault since/ });
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  expect(reason.element().getAttribute("href")).toContain(`/alarms/${alarm.alarmId}`);
  await expect
    .poll(() => {
      // The stream may still be on its way.
      server.push({
        type: "plant",
        stationId: plant.stationId,
        powerW: 3600,
        status: "normal",
        isAsleep: false,
        updatedAt: new Date().toISOString(),
      });
      return reason.elements().length;
    })
    .toBe(0);
});

test("every figure leads to the list behind it, in the order of that figure", async () => {
  const server = await openConsole({
    at: "/home?status=normal",
    plants,
    prepare: (fake) => {
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), unresolvedAlarms: 3 });
      fake.reply(endpoints.alarm.counts, {
        rows: [{ kind: "threshold", severity: "alarm", total: 3, unacknowledged: 3 }],
      });
    },
  });
  const orders = {
    "Power now": "powerW",
    "Energy today": "energyTodayKwh",
    "This month": "energyMonthKwh",
    "This year": "energyYearKwh",
    Total: "energyTotalKwh",
    "4.80": "installedCapacityKwp",
  };
  for (const [name, sort] of Object.entries(orders)) {
    await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect.poll(() => location.hash).toBe(`#/home?sort=${sort}&order=desc`);
    await expect
      .poll(() => server.listCalls(endpoints.station.list).at(-1)?.query)
      .toMatchObject({ sort, order: "desc" });
    expect(document.activeElement?.id).toBe("plants");
  }
  await page.getByRole("link", { name: "3 plants" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
  const alarms = page.getByRole("link", { name: /^Unresolved alarms 3/ });
  await expect.element(alarms).toHaveAttribute("href", "#/alarms/threshold");
  await expect.element(page.getByRole("link", { name: "Threshold 3" })).toBeVisible();
});

test("energy today says whose day it is, with the last 24 hours beside it and the plants left out", async () => {
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), energyHiddenCount: 2 }),
  });
  await expect.element(page.getByText("each plant's local day")).toBeVisible();
  await expect.element(page.getByText("Last 24 h 13.4kWh")).toBeVisible();
  await expect.element(page.getByText("without 2 plants that hide this from you").first()).toBeVisible();
});

test("without the permission for alarms, home shows no number of them", async () => {
  await openConsole({ at: "/home", plants, withheld: ["alarm:read"] });
  await expect.element(page.getByText("Your role does not include alarms")).toBeVisible();
  expect(page.getByRole("link", { name: /^Unresolved alarms/ }).elements()).toEqual([]);
});
