import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import { makePlantRow } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";
import { queryClient } from "../../shared/api/queries.ts";

const plant = makePlantRow({ name: "Kept" });
const stationAddress = `/station/${plant.stationId}`;

const tabs = page.getByRole("navigation", { name: "Open pages" });
const plantHeading = page.getByRole("heading", { level: 1, name: plant.name });
const mains = () => [...document.querySelectorAll("main")];
const shownMain = () => mains().find((main) => main.checkVisibility());
const nameField = page.getByRole("main").getByRole("textbox", { name: /^Name/ });
const expectName = (value: string) => expect.element(nameField).toHaveValue(value);

/** Scrolls the page on screen a little, as it gets shorter once its cards have their data; returns where it is then. */
async function scrollDown(): Promise<number> {
  await expect
    .poll(() => (shownMain()?.scrollHeight ?? 0) - (shownMain()?.clientHeight ?? 0))
    .toBeGreaterThan(20);
  shownMain()?.scrollTo(0, 200);
  return Math.round(shownMain()?.scrollTop ?? 0);
}

test("restores a cached page as it was left: scroll, filter and half-filled form [R2.21]", async () => {
  await page.viewport(1520, 640);
  await openConsole({ plants: [plant] });
  const normal = page.getByRole("button", { name: new RegExp(`^${text("status.normal")}`) });
  await normal.click();
  go(stationAddress);
  await expect.element(page.getByRole("region", { name: "Energy", exact: true })).toBeVisible();
  const top = await scrollDown();
  expect(top).toBeGreaterThan(0);
  go("/add-power-station");
  await nameField.fill("Half a plant");

  await tabs.getByRole("link", { name: plant.name }).click();
  await expect.element(plantHeading).toBeInTheDocument();
  await expect.poll(() => Math.round(shownMain()?.scrollTop ?? 0)).toBe(top);
  await tabs.getByRole("link", { name: text("title.home") }).click();
  await expect.poll(() => location.hash).toMatch(/^#\/home\?status=normal/);
  await expect.element(normal).toHaveAttribute("aria-pressed", "true");
  await tabs.getByRole("link", { name: text("title.addStation") }).click();
  await expectName("Half a plant");
  history.back();
  await expect.poll(() => location.hash).toMatch(/^#\/home\?status=normal/);
});

test("starts at the top of a page that is opened at another address [R2.2]", async () => {
  await page.viewport(1520, 640);
  await openConsole({ plants: [plant], at: stationAddress });
  await expect.element(page.getByRole("region", { name: "Energy", exact: true })).toBeVisible();
  expect(await scrollDown()).toBeGreaterThan(0);
  go("/home");
  await expect.element(page.getByRole("region", { name: text("home.list"), exact: true })).toBeVisible();
  go(`${stationAddress}?by=year`);
  await expect.element(plantHeading).toBeVisible();
  expect(shownMain()?.scrollTop).toBe(0);
});

test("keeps eight pages; Home stays the first tab, and the least recently used page is removed [R2.21]", async () => {
  const many = Array.from({ length: 8 }, (_, index) => makePlantRow({ name: `Many ${index}` }));
  await openConsole({ plants: many });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  const names = () =>
    tabs
      .getByRole("link")
      .elements()
      .map((link) => link.textContent);
  const home = text("title.home");
  for (const { stationId, name } of many) {
    go(`/station/${stationId}`);
    await expect.element(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await expect.poll(names).toEqual([home, ...many.slice(1).map(({ name }) => name)]);
  expect(mains()).toHaveLength(8);
  await expect
    .element(page.getByRole("button", { name: text("frame.closeTab", { name: home }) }))
    .not.toBeInTheDocument();
  // A console that is opened at another page has it too, and loads it only when it is asked for.
  await reopenConsole();
  await expect.poll(names).toEqual([home, "Many 7"]);
  expect(mains()).toHaveLength(1);
  await tabs.getByRole("link").first().click();
  await expect.poll(() => location.hash).toBe("#/home");
});

test("shows the tab before when one is closed; asks about something unsaved and keeps it on cancel [R2.21, R4.16]", async () => {
  await openConsole({ plants: [plant] });
  await expect.element(tabs).toBeVisible();
  const name = text("title.addStation");
  go("/add-power-station");
  await nameField.fill("Half a plant");
  const close = page.getByRole("button", { name: text("frame.closeTab", { name }) });
  await close.click();
  const dialog = page.getByRole("dialog", { name: text("frame.unsavedTitle", { name }) });
  await dialog.getByRole("button", { name: text("action.cancel") }).click();
  await expectName("Half a plant");
  await close.click();
  await dialog
    .getByRole("button", { name: text("frame.closeAnyway"), exact: true })
    .last()
    .click();
  await expect.poll(() => location.hash).toMatch(/^#\/home/);
  go("/add-power-station");
  await expectName("");
});

test("says that a plant is no longer accessible, and closes its tab once another page is shown", async () => {
  const server = await openConsole({ plants: [plant] });
  go(`${stationAddress}/devices`);
  await expect.element(plantHeading).toBeVisible();
  go(stationAddress);
  await expect.element(page.getByRole("region", { name: "Power now" })).toBeVisible();
  server.refuse(endpoints.station.get, "A0404", messages.en["code.A0404"]);
  void queryClient.invalidateQueries();
  // The cached list of its devices, hidden by now, says the same.
  await expect.element(page.getByRole("main").getByText(text("station.missing"))).toBeVisible();
  expect(tabs.getByRole("link").elements()).toHaveLength(2);
  go("/home");
  await expect.poll(() => tabs.getByRole("link").elements()).toHaveLength(1);
  expect(mains()).toHaveLength(1);
});

test("restores a dialog left open in a hidden page and breaks nothing [R2.21]", async () => {
  await openConsole({ plants: [plant], at: `${stationAddress}/devices?add=gateway` });
  const field = page.getByRole("dialog").getByRole("textbox", { name: text("device.sn") });
  await field.fill("HALF-TYPED");
  go("/home");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("row").nth(1)).toBeVisible();
  history.back();
  await expect.element(field).toHaveValue("HALF-TYPED");
});

test("loses nothing of the cached pages while a page for everyone is open in between [R2.21]", async () => {
  await openConsole({ plants: [plant], at: "/add-power-station" });
  await nameField.fill("Half a plant");
  go("/agreement");
  await expect.element(tabs).not.toBeInTheDocument();
  history.back();
  await expectName("Half a plant");
});

test("finds plants and pages in the palette with the keyboard alone", async () => {
  await openConsole({ plants: [plant] });
  await expect.element(tabs).toBeVisible();
  const palette = page.getByRole("dialog", { name: text("palette.title") });
  const field = palette.getByRole("combobox");
  const open = async (typed: string) => {
    await userEvent.keyboard("{Control>}k{/Control}");
    await field.fill(typed);
  };
  await open(plant.name);
  await expect.element(palette.getByRole("option", { name: plant.name })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(plantHeading).toBeVisible();
  await open(text("title.addStation").slice(0, 6));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.hash).toMatch(/add-power-station/);
  await open("no such thing anywhere");
  await expect.element(palette.getByText(text("palette.none"))).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
});

test("collapses the sidebar and keeps it so; marks the area, also on a page of none [R4.18, R9.5]", async () => {
  await openConsole({ plants: [plant] });
  const sidebar = page.getByRole("navigation", { name: text("frame.pages") });
  const collapse = sidebar.getByRole("button", { name: text("frame.collapse") });
  await collapse.click();
  expect(localStorage.getItem("sidebarStatus")).toBe("closed");
  await reopenConsole();
  await expect.element(collapse).toHaveAttribute("aria-expanded", "false");
  await collapse.click();
  go("/401");
  const area = page
    .getByRole("navigation", { name: text("frame.areas") })
    .getByRole("link", { name: text("menu.home") });
  await expect.element(area).toHaveAttribute("aria-current", "true");
  expect(localStorage.getItem("activeTopMenuPath")).toBe("/home");
});
