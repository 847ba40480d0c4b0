import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makePlant } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const form = page.getByRole("main");
const from = () => form.getByLabelText(text("plantEditor.zoneFrom"));
const button = (name: string) => form.getByRole("button", { name, exact: true });
const preview = () => form.getByRole("status").filter({ hasText: text("plantEditor.previewTitle") });

/** The editor of a plant in Shanghai whose zone is Berlin's. */
async function openEditor(change: Parameters<typeof makePlant>[0] = {}) {
  const plant = makePlant({
    revision: "17",
    timeZone: "Europe/Berlin",
    currency: "CNY",
    today: "2026-06-22",
    latitude: 31.2,
    longitude: 121.5,
    hasDatedZone: true,
    ...change,
  });
  const server = await openConsole({
    plants: [plant],
    at: `/edit-power-station/${plant.stationId}`,
    prepare(made) {
      made.reply(endpoints.station.get, plant);
      made.reply(endpoints.station.tariffs, { rows: [], total: 0 });
      made.reply(endpoints.station.update, { stationId: plant.stationId, revision: "18" });
    },
  });
  await expect.element(form.getByLabelText(text("form.name"), { exact: false }).first()).toBeVisible();
  const listBodies = () => server.listCalls(endpoints.station.update).map(({ body }) => body);
  return { plant, server, listBodies };
}

async function enterDay(day: string) {
  await from().fill(day);
  await userEvent.keyboard("{Enter}");
}

test("asks from which day another time zone holds, says what it changes, and sends both", async () => {
  const { plant, listBodies } = await openEditor();
  await expect.element(from()).not.toBeInTheDocument();
  await button(text("plantEditor.useZone", { zone: "Asia/Shanghai" })).click();
  await button(text("form.saveChanges")).click();
  await expect.element(from()).toHaveAccessibleDescription(text("plantEditor.zoneFromNeeded"));
  expect(listBodies()).toEqual([]);
  const zone = form
    .getByRole("combobox", { name: text("form.timeZone") })
    .first()
    .element();
  const currency = form
    .getByRole("combobox", { name: text("form.currency") })
    .first()
    .element();
  // The day is between the zone and the next field.
  expect(zone.compareDocumentPosition(from().element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(from().element().compareDocumentPosition(currency)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top / 10);
  expect(topOf(from().element())).toBe(topOf(zone));
  await enterDay("2026-06-10");
  await expect.element(preview().getByText("start at midnight in Asia/Shanghai")).toBeVisible();
  await expect.element(preview().getByText("Earlier days keep Europe/Berlin")).toBeVisible();
  await expect.element(preview().getByText("are recalculated")).toBeVisible();
  await enterDay("2026-07-01");
  await expect.element(preview().getByText("nothing changes")).toBeVisible();
  await expect.element(preview().getByText("are recalculated")).not.toBeInTheDocument();
  await button(text("form.saveChanges")).click();
  await expect.poll(listBodies).toEqual([
    {
      stationId: plant.stationId,
      revision: "17",
      timeZone: "Asia/Shanghai",
      timeZoneFrom: "2026-07-01",
    },
  ]);
});

test("changes the time zone of a plant without devices and energy without a day", async () => {
  const { plant, listBodies } = await openEditor({ hasDatedZone: false });
  await button(text("plantEditor.useZone", { zone: "Asia/Shanghai" })).click();
  await expect.element(from()).not.toBeInTheDocument();
  await button(text("form.saveChanges")).click();
  await expect
    .poll(listBodies)
    .toEqual([{ stationId: plant.stationId, revision: "17", timeZone: "Asia/Shanghai" }]);
});

test("shows the time zones over time, and removes a planned change after a question", async () => {
  const { plant, listBodies } = await openEditor({
    zones: [
      { fromDay: null, timeZone: "Asia/Tokyo" },
      { fromDay: "2026-03-01", timeZone: "Europe/Berlin" },
      { fromDay: "2026-07-01", timeZone: "Asia/Shanghai" },
    ],
  });
  const rows = form.getByRole("listitem").filter({ hasText: /Asia|Europe/ });
  await expect.element(rows.nth(0).getByText("Asia/Shanghai").first()).toBeVisible();
  await expect.element(rows.nth(0).getByText("planned").first()).toBeVisible();
  await expect.element(rows.nth(1).getByText("Europe/Berlin").first()).toBeVisible();
  await expect.element(rows.nth(1).getByText("current").first()).toBeVisible();
  await expect.element(rows.nth(2).getByText("Asia/Tokyo").first()).toBeVisible();
  const name = text("plantEditor.zoneWithdraw");
  await button(name).click();
  expect(listBodies()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect.poll(listBodies).toEqual([
    {
      stationId: plant.stationId,
      revision: "17",
      timeZone: "Europe/Berlin",
      timeZoneFrom: "2026-07-01",
    },
  ]);
});
