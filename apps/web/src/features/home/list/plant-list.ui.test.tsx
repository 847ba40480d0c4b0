import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import { makePlantRow } from "../../../../test/ui/samples.ts";

const companyId = crypto.randomUUID();
const north = makePlantRow({ name: "North", tags: ["Lease"], openAlarms: 3, specificYieldKwhPerKwp: 2.5 });
const south = makePlantRow({ name: "South", earningsToday: null, openAlarms: null });
const plants = [north, south];

const prepare = (server: FakeServer) =>
  server.reply(endpoints.station.choices, {
    companies: [
      { companyId, companyName: "Sun Ltd" },
      { companyId: crypto.randomUUID(), companyName: "Wind Ltd" },
    ],
    installers: ["Ann & Sons"],
    countries: ["BR", "DE"],
    tags: ["Lease", "West"],
    currencies: ["EUR", "CNY"],
  });
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.station.list).at(-1)?.query;
const selectPlant = async (name: string) =>
  await page.getByRole("checkbox", { name: `Select ${name}` }).click();

test("filters by company, installer, country, tag, currency, data gap and capacity are in the address, and a link opens the same list", async () => {
  const server = await openConsole({ plants, prepare });
  await page.getByLabelText("Company").selectOptions("Sun Ltd");
  await page.getByLabelText("Installer").selectOptions("Ann & Sons");
  await page.getByLabelText("Country").selectOptions("Germany");
  await page.getByLabelText("Tag", { exact: true }).selectOptions("Lease");
  await page.getByLabelText("Currency").selectOptions("CNY");
  await page.getByLabelText("Data gap", { exact: true }).selectOptions("Without coordinates");
  await page.getByRole("button", { name: "Capacity: all" }).click();
  await page.getByLabelText("From (kWp)").fill("1,50,0");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.element(page.getByText("Enter a number from 0 to 10,000,000.")).toBeVisible();
  await page.getByLabelText("From (kWp)").fill("1,500");
  await page.getByLabelText("To (kWp)").fill("2.5");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.element(page.getByRole("button", { name: "2.5–1,500 kWp" })).toBeVisible();
  const filters = {
    companyId,
    installer: "Ann & Sons",
    country: "DE",
    tag: "Lease",
    currency: "CNY",
    gap: "coordinates",
    minCapacityKwp: 2.5,
    maxCapacityKwp: 1500,
  };
  await expect.poll(() => lastQuery(server)).toMatchObject(filters);
  await reopenConsole();
  await expect.element(page.getByRole("button", { name: "2.5–1,500 kWp" })).toBeVisible();
  await expect.element(page.getByLabelText("Tag", { exact: true })).toHaveValue("Lease");
  expect(lastQuery(server)).toMatchObject(filters);
  server.reply(endpoints.station.export, { jobId: crypto.randomUUID() });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "CSV file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  await expect.poll(() => server.listCalls(endpoints.station.export)[0]?.body).toMatchObject(filters);
  await page.getByRole("button", { name: "Remove filter: Country" }).click();
  await expect.poll(() => lastQuery(server)).not.toHaveProperty("country");
  expect(lastQuery(server)).toMatchObject({ currency: "CNY", gap: "coordinates" });
});

test("a filter value that is not valid is left out", async () => {
  const server = await openConsole({ at: "/home?minCapacityKwp=ten&companyId=1&tag=West", plants, prepare });
  await expect.poll(() => lastQuery(server)).toMatchObject({ tag: "West" });
  expect(lastQuery(server)).not.toMatchObject({ companyId: "1" });
  await expect.element(page.getByRole("button", { name: "Capacity: all" })).toBeVisible();
});

test("shows unresolved alarms with their link, a dash where they are hidden, and the yield once its column is chosen", async () => {
  await openConsole({ plants, prepare });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect
    .element(row("North").getByRole("link", { name: "3", exact: true }))
    .toHaveAttribute("href", `#/station/${north.stationId}/alarms`);
  expect(row("South").getByRole("link", { name: "0", exact: true }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Yield today" }).click();
  await expect.element(row("North")).toMatchTextContent(/2\.50/);
});

test("adds tags to selected plants and removes others; what was refused is said for each plant", async () => {
  const server = await openConsole({ plants, prepare });
  server.reply(endpoints.station.changeTags, {
    rows: [
      { stationId: north.stationId, result: "done" },
      { stationId: south.stationId, result: "notAllowed" },
    ],
  });
  await selectPlant("North");
  await selectPlant("South");
  await page.getByRole("button", { name: "Edit tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags of 2 plants" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Enter a tag to add, or select one to remove.")).toBeVisible();
  await dialog.getByLabelText("Tags to add").fill("West, 2026,");
  await dialog.getByRole("checkbox", { name: "Lease" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.changeTags)[0]?.body)
    .toEqual({
      stationIds: [north.stationId, south.stationId],
      add: ["West", "2026"],
      remove: ["Lease"],
    });
  await expect.element(page.getByText("You do not have permission to edit this plant")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect.element(page.getByText("2 selected")).toBeVisible();
  server.reply(endpoints.station.changeTags, {
    rows: plants.map(({ stationId }) => ({ stationId, result: "done" as const })),
  });
  await page.getByRole("button", { name: "Edit tags" }).click();
  await page.getByLabelText("Tags to add").fill("West");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Tags of 2 plants saved.")).toBeVisible();
  await expect.element(page.getByText("2 selected")).not.toBeInTheDocument();
});

const selectPage = async () => await page.getByRole("checkbox", { name: "Select all on this page" }).click();
const makeMany = (count: number) =>
  Array.from({ length: count }, (_, index) => makePlantRow({ name: `Roof ${index}` }));

test("selects all plants that match once those of the page are, and tags them in parts", async () => {
  const many = makeMany(450);
  const server = await openConsole({ plants: [...many, north], prepare, at: "/home?search=Roof" });
  server.reply(endpoints.station.changeTags, ({ body }) => ({
    rows: body.stationIds.map((stationId) => ({ stationId, result: "done" as const })),
  }));
  await selectPlant("Roof 0");
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect.element(page.getByText(/not on this page/)).not.toBeInTheDocument();
  const selectAll = page.getByRole("button", { name: "Select all 450 plants that match" });
  await expect.element(selectAll).not.toBeInTheDocument();
  await selectPage();
  await selectAll.click();
  await expect.element(page.getByText("450 selected")).toBeVisible();
  await expect.element(page.getByText(/^\D*4\d0 not on this page$/)).toBeVisible();
  await expect.element(selectAll).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit tags" }).click();
  await page.getByLabelText("Tags to add").fill("West");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Tags of 450 plants saved.")).toBeVisible();
  const parts = server.listCalls(endpoints.station.changeTags).map(({ body }) => body.stationIds);
  expect(parts.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(new Set(parts.flat())).toEqual(new Set(many.map(({ stationId }) => stationId)));
});

test("selects the first 1,000 plants of more, and says so", async () => {
  await openConsole({ plants: makeMany(1_234), prepare });
  await selectPage();
  await page.getByRole("button", { name: "Select the first 1,000 of 1,234 plants that match" }).click();
  await expect.element(page.getByText("1,000 selected")).toBeVisible();
  await expect
    .element(page.getByText("1,000 of 1,234 plants that match are selected, the maximum at a time."))
    .toBeVisible();
  await page.getByRole("checkbox", { name: "Select Roof 0" }).first().click();
  await expect.element(page.getByText("999 selected")).toBeVisible();
  await selectPage();
  await expect.element(page.getByText(/the maximum at a time/)).toBeVisible();
});

const invite = async (count: string) => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Share ${count} plants` });
  await dialog.getByLabelText("Email or phone").fill("ann@example.org");
  await dialog.getByRole("button", { name: "Invite" }).click();
};
const sharedBy = (server: FakeServer) =>
  server.listCalls(endpoints.sharing.sharePlants).map(({ body }) => body);

test("invites a user to all selected plants by one call, with the result of each plant", async () => {
  const server = await openConsole({ plants, prepare });
  let result: "done" | "alreadyInvited" = "alreadyInvited";
  server.reply(endpoints.sharing.sharePlants, ({ body }) => ({
    rows: body.stationIds.map((stationId) => ({
      stationId,
      result: stationId === south.stationId ? result : ("done" as const),
    })),
  }));
  for (const name of ["North", "South"]) await selectPlant(name);
  await invite("2");
  const outcomes = page.getByRole("dialog").getByRole("row");
  const pending = "This user already has a pending invitation";
  await expect.element(outcomes.filter({ hasText: "South" }).filter({ hasText: pending })).toBeVisible();
  await expect
    .element(outcomes.filter({ hasText: "North" }).filter({ hasText: "Invitation sent" }))
    .toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  result = "done";
  await invite("2");
  await expect.element(page.getByText("Invitation to 2 plants sent.")).toBeVisible();
  const [body] = sharedBy(server);
  expect(body).toMatchObject({ target: "ann@example.org", level: "participant" });
  expect(new Set(body?.stationIds)).toEqual(new Set([north.stationId, south.stationId]));
});

test("invites to more plants than a call may have in parts, and lists those beyond the limit of invitations", async () => {
  const many = makeMany(250);
  const server = await openConsole({ plants: many, prepare });
  const limit = "Too many requests. Try again in an hour.";
  server.reply(endpoints.sharing.sharePlants, ({ body }) => {
    if (body.stationIds.length < 200) throw new Refusal("A0501", limit);
    return { rows: body.stationIds.map((stationId) => ({ stationId, result: "done" as const })) };
  });
  await selectPage();
  await page.getByRole("button", { name: "Select all 250 plants that match" }).click();
  await expect.element(page.getByText("250 selected")).toBeVisible();
  await invite("250");
  const refused = page.getByRole("dialog").getByRole("row").filter({ hasText: limit });
  await expect.poll(() => refused.elements().length).toBe(50);
  const parts = sharedBy(server).map(({ stationIds }) => stationIds);
  expect(parts.map(({ length }) => length)).toEqual([200, 50]);
  expect(new Set(parts.flat())).toEqual(new Set(many.map(({ stationId }) => stationId)));
});

test("without permission to edit or share plants, neither is offered for selected plants", async () => {
  await openConsole({ plants, prepare, withheld: ["station:edit", "station:share"] });
  await selectPlant("North");
  await expect.element(page.getByText("1 selected")).toBeVisible();
  expect(page.getByRole("button", { name: /Edit tags|^Share$/ }).elements()).toEqual([]);
});
