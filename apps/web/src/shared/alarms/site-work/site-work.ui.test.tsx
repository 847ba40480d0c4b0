import type { SiteWork } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { makePlant } from "../../../../test/ui/samples.ts";

const HOUR_MS = 3_600_000;
const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** The plant's page, whose site work is what the calls of the console make of it. */
async function openPlant(rows: SiteWork[], { mayChange = true, at = `/station/${plant.stationId}` } = {}) {
  const works = [...rows];
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.siteWork.list, () => ({ rows: works, mayChange }));
    server.reply(endpoints.siteWork.add, ({ body }) => {
      const { reason = "", fromAt = inHours(0), untilAt } = body;
      const siteWorkId = crypto.randomUUID();
      works.push({ siteWorkId, fromAt, untilAt, reason, byName: "Ana" });
      return { siteWorkId };
    });
    server.reply(endpoints.siteWork.extend, ({ body }) => {
      works.splice(0, 1, { ...(works[0] as SiteWork), untilAt: body.untilAt });
      return null;
    });
    server.reply(endpoints.siteWork.end, () => {
      works.splice(0, 1);
      return null;
    });
  };
  return await openConsole({ at, plants: [plant], prepare });
}

const running = (change: Partial<SiteWork> = {}): SiteWork => ({
  siteWorkId: crypto.randomUUID(),
  fromAt: inHours(-1),
  untilAt: inHours(1),
  reason: "",
  byName: "Ana",
  ...change,
});

test("site work is started for some hours, and the header says until when, by whom and why", async () => {
  const server = await openPlant([]);
  await button("Site work").click();
  await page.getByRole("combobox", { name: "Duration" }).selectOptions("4 hours");
  await page.getByRole("textbox", { name: "Reason (optional)" }).fill("Inverter replaced");
  await button("Start site work").click();
  await expect.element(page.getByText(/^Site work until .*, by Ana · Inverter replaced$/)).toBeVisible();
  const body = server.listCalls(endpoints.siteWork.add)[0]?.body;
  expect(body).toMatchObject({ stationId: plant.stationId, reason: "Inverter replaced" });
  const hours = (Date.parse(body?.untilAt ?? "") - Date.now()) / HOUR_MS;
  expect(Math.round(hours)).toBe(4);
});

test("running site work is extended and ended, beside the plant's alarms too", async () => {
  const work = running();
  const server = await openPlant([work], { at: `/station/${plant.stationId}/alarms` });
  await button("Change end").click();
  await page.getByRole("combobox", { name: "Extend by" }).selectOptions("2 hours");
  await button("Save").click();
  await expect.poll(() => server.listCalls(endpoints.siteWork.extend).length).toBe(1);
  const { untilAt = "" } = server.listCalls(endpoints.siteWork.extend)[0]?.body ?? {};
  expect(Date.parse(untilAt)).toBe(Date.parse(work.untilAt) + 2 * HOUR_MS);
  await button("End now").click();
  await page.getByRole("dialog").getByRole("button", { name: "End now" }).click();
  await expect.element(page.getByText(/^Site work until/)).not.toBeInTheDocument();
  await expect.element(button("Site work")).toBeVisible();
});

test("planned site work is shown with its start, and members who may not operate only read", async () => {
  await openPlant([running({ fromAt: inHours(24), untilAt: inHours(26), byName: null })], {
    mayChange: false,
  });
  await expect.element(page.getByText(/^Site work planned: .+ – .+/)).toBeVisible();
  await expect.element(button("Cancel site work")).not.toBeInTheDocument();
  await expect.element(button("Site work")).not.toBeInTheDocument();
});

test("site work that was just started is never called planned", async () => {
  // The clock of the page moves every few seconds.
  await openPlant([running({ fromAt: new Date(Date.now() + 4_000).toISOString() })]);
  const line = page.getByText(/^Site work (until|planned)/);
  await expect.element(line).toBeVisible();
  expect(line.element().textContent).toMatch(/^Site work until/);
});

test("site work that is over by the clock is not shown", async () => {
  await openPlant([running({ untilAt: inHours(-0.1) })]);
  await expect.element(button("Site work")).toBeVisible();
  await expect.element(page.getByText(/^Site work until/)).not.toBeInTheDocument();
});
