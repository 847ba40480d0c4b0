import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole, reopenConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";
import { makePlantRow } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const COUNT = 45;
const nameOf = (index: number): string => `Block ${String(index).padStart(2, "0")}`;
const plants = [
  ...Array.from({ length: COUNT }, (_, index) =>
    makePlantRow({ name: nameOf(index), installedCapacityKwp: index + 1, status: "waiting" }),
  ),
  makePlantRow({ name: "=1+1", installedCapacityKwp: 100 }),
];

const region = page.getByRole("region", { name: "Plants", exact: true }).first();
const rows = () => [...document.querySelectorAll<HTMLElement>("tbody tr[data-row]")];
const namesOfRows = () => rows().map((row) => row.querySelector(".opener")?.textContent);
const expectFirst = (name: string) => expect.poll(() => namesOfRows()[0]).toBe(name);
const expectCount = (count: number) => expect.poll(() => rows().length).toBe(count);
const address = () => expect.poll(() => location.hash);
const button = (name: string) => region.getByRole("button", { name, exact: true });
const choose = (name: string) =>
  region.getByRole("checkbox", { name: text("table.choose", { name }), exact: true }).click();

test("keeps order, filter and page in the address, and Back restores each [R2.24]", async () => {
  await openConsole({ plants, at: "/home?search=&sort=name" });
  await expectCount(20);
  await expectFirst("=1+1");
  await button(text("table.page", { page: 2 })).click();
  await address().toMatch(/page=2/);
  await expectFirst(nameOf(19));
  const capacity = button(`${text("column.capacity")} kWp`);
  (capacity.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await address().toMatch(/sort=installedCapacityKwp/);
  await address().not.toMatch(/page=/);
  const header = region.getByRole("columnheader", { name: `${text("column.capacity")} kWp` });
  await expect.element(header).toHaveAttribute("aria-sort", "ascending");
  await expectFirst(nameOf(0));
  (capacity.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await address().toMatch(/order=desc/);
  await expectFirst("=1+1");
  history.back();
  await expectFirst(nameOf(0));
  history.back();
  await address().toMatch(/page=2/);
  await expectFirst(nameOf(19));
  go("/home?sort=nonsense&page=-4&pageSize=7&order=up");
  await expectCount(20);
});

test("leads back from a page beyond the end, and clears a filter nothing matches", async () => {
  await openConsole({ plants, at: "/home?page=9" });
  await button(text("table.toFirst")).click();
  await expectCount(20);
  await region.getByRole("searchbox").fill("nothing");
  await expect.element(region.getByText(text("home.noneFound"))).toBeVisible();
  await button(text("table.showAll")).click();
  await expect.element(region.getByRole("searchbox")).toHaveValue("");
  await expectCount(20);
});

test("keeps chosen columns after a reload, in `prefs` and nowhere else [R9.5]", async () => {
  await openConsole({ plants });
  const header = region.getByRole("columnheader", { name: "Month kWh" });
  await expect.element(header).toBeVisible();
  await button(text("table.columns")).click();
  await region.getByRole("checkbox", { name: "Month kWh" }).click();
  await expect.element(header).not.toBeInTheDocument();
  await reopenConsole();
  await expect.element(region.getByRole("columnheader", { name: "Today kWh" })).toBeVisible();
  await expect.element(header).not.toBeInTheDocument();
  const prefs = JSON.parse(localStorage.getItem("prefs") ?? "{}");
  expect(prefs.columns).toEqual({ plants: { energyMonthKwh: false } });
  const others = Object.entries({ ...localStorage, ...sessionStorage }).filter(([key]) => key !== "prefs");
  expect(others.filter(([, value]) => String(value).includes("energyMonthKwh"))).toEqual([]);
  await button(text("table.columns")).click();
  await button(text("table.columnsReset")).click();
  await expect.element(header).toBeVisible();
});

test("keeps rows selected over pages and filters, counts, exports and clears them", async () => {
  const server = await openConsole({ plants, at: "/home?sort=name" });
  server.reply(endpoints.station.export, { jobId: crypto.randomUUID() });
  await choose(nameOf(3));
  await button(text("table.next")).click();
  await choose(nameOf(25));
  await expect.element(region.getByText(text("table.chosen", { count: 2 }))).toBeVisible();
  await region.getByRole("searchbox").fill(nameOf(40));
  await expectCount(1);
  await region.getByRole("checkbox", { name: text("table.chooseAll") }).click();
  await expect.element(region.getByText(text("table.chosen", { count: 3 }))).toBeVisible();
  await button(text("export.export")).nth(1).click();
  await button(text("export.csv")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("export.begin") })
    .click();
  const idOf = (index: number) => plants.find(({ name }) => name === nameOf(index))?.stationId;
  await expect
    .poll(() => server.listCalls(endpoints.station.export)[0]?.body.stationIds)
    .toEqual([idOf(3), idOf(25), idOf(40)]);
  await button(text("table.clearChosen")).click();
  expect(document.querySelector(".chosen-bar")).toBeNull();
});

test("closes the question for a file name with the page it was asked on [R4.16]", async () => {
  await openConsole({ plants, at: "/add-power-station" });
  await expect.element(page.getByRole("heading", { level: 1, name: text("title.addStation") })).toBeVisible();
  go("/home");
  await button(text("export.export")).click();
  await button(text("export.csv")).click();
  const question = page.getByRole("dialog");
  await expect.element(question).toBeVisible();
  // Another order of the same list is no other page.
  go("/home?sort=name");
  await address().toMatch(/sort=name/);
  await expectFirst("=1+1");
  await expect.element(question).toBeVisible();
  history.back();
  await address().toBe("#/home");
  history.back();
  await address().toMatch(/add-power-station/);
  await expect.element(question).not.toBeInTheDocument();
});

test("continues a running export while another page is open, and stops it on request", async () => {
  const downloads = watchDownloads();
  const server = await openConsole({ plants, at: `/station/${plants[0]?.stationId}/devices` });
  const devices = page.getByRole("region", { name: text("unit.title"), exact: true });
  await expect.poll(() => document.querySelectorAll("tbody tr[data-row]").length).toBe(2);
  const held = server.hold(endpoints.device.list);
  const deviceButton = (name: string) => devices.getByRole("button", { name, exact: true });
  const begin = async (name: string) => {
    await deviceButton(text("export.export")).click();
    await page.getByLabelText(text("export.name")).fill(name);
    await userEvent.keyboard("{Enter}");
  };
  await begin("stopped");
  await deviceButton(text("export.stop", { name: "stopped.csv" })).click();
  await begin("finished");
  await expect.element(deviceButton(text("export.stop", { name: "finished.csv" }))).toBeVisible();
  go("/add-power-station");
  await expect.element(page.getByRole("heading", { level: 1, name: text("title.addStation") })).toBeVisible();
  held.release();
  await downloads.readLines();
  expect(downloads.names()).toEqual(["finished.csv"]);
});

test("draws only the visible rows of a long page", async () => {
  await openConsole({ plants, at: "/home?sort=name&pageSize=200" });
  await expectFirst("=1+1");
  await expect.element(region.getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 2));
  expect(rows().length).toBeLessThanOrEqual(COUNT + 1);
  document.querySelector(".table-area")?.scrollTo(0, 100_000);
  await expect.poll(() => namesOfRows().at(-1)).toBe(nameOf(COUNT - 1));
  expect(rows().at(-1)?.ariaRowIndex).toBe(String(COUNT + 2));
  // Another order begins at the top.
  await button(text("column.name")).click();
  await expect.poll(() => rows()[0]?.ariaRowIndex).toBe("2");
});

test("opens a row by its name, by keyboard and by a click anywhere in it", async () => {
  await openConsole({ plants, at: "/home?sort=name" });
  const link = (index: number) => region.getByRole("link", { name: nameOf(index) });
  await expect.element(link(0)).toBeVisible();
  (link(0).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: nameOf(1) })).toBeVisible();
  history.back();
  await region
    .getByRole("row")
    .filter({ hasText: nameOf(2) })
    .getByText(text("status.waiting"))
    .click();
  await expect.element(page.getByRole("heading", { level: 1, name: nameOf(2) })).toBeVisible();
});
