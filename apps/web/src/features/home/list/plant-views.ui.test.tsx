import type { PlantView } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { makePlantRow } from "../../../../test/ui/samples.ts";

const plants = [makePlantRow({ name: "Roof", tags: ["Lease"] })];
const makeView = (change: Partial<PlantView> = {}): PlantView => ({
  viewId: crypto.randomUUID(),
  name: "Large ones",
  kind: "table",
  query: { minCapacityKwp: 2.5, sort: "powerW", order: "desc" },
  columns: { tags: true, number: false },
  isDefault: false,
  ...change,
});

/** Keeps the views as the server does. */
function keepViews(server: FakeServer, views: PlantView[]): void {
  server.reply(endpoints.plantView.list, () => ({ rows: views, total: views.length }));
  server.reply(endpoints.plantView.save, ({ body }) => {
    const viewId = body.viewId ?? crypto.randomUUID();
    const at = views.findIndex((view) => view.viewId === viewId);
    views.splice(at < 0 ? views.length : at, 1, { ...body, viewId });
    return { viewId };
  });
  server.reply(endpoints.plantView.delete, ({ body }) => {
    views.splice(
      views.findIndex(({ viewId }) => viewId === body.viewId),
      1,
    );
    return null;
  });
}

const views = page.getByRole("button", { name: "Views", exact: true });
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.station.list).at(-1)?.query;
const columnHead = (name: string) => page.getByRole("columnheader", { name, exact: true });

test("saves what the list shows under a name, and a used name replaces its view", async () => {
  const old = makeView();
  const server = await openConsole({
    at: "/home?tag=Lease&sort=powerW&view=cards",
    plants,
    prepare: (fake) => keepViews(fake, [old]),
  });
  await views.click();
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabelText("Name of the view").fill("Large ones");
  await expect.element(dialog.getByText("Replaces the view with this name.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Open first" }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByText("View “Large ones” saved.")).toBeVisible();
  expect(server.listCalls(endpoints.plantView.save)[0]?.body).toEqual({
    viewId: old.viewId,
    name: "Large ones",
    kind: "cards",
    query: { tag: "Lease", sort: "powerW", order: "asc" },
    columns: {},
    isDefault: true,
  });
});

test("opens a view with its filters, order and columns", async () => {
  const server = await openConsole({
    at: "/home?search=roof",
    plants,
    prepare: (fake) => keepViews(fake, [makeView()]),
  });
  await expect.element(columnHead("Number")).toBeVisible();
  await views.click();
  await page.getByRole("button", { name: "Large ones" }).click();
  await expect
    .poll(() => lastQuery(server))
    .toMatchObject({ minCapacityKwp: 2.5, sort: "powerW", order: "desc" });
  expect(lastQuery(server)).not.toHaveProperty("search");
  await expect.element(columnHead("Tags")).toBeVisible();
  expect(columnHead("Number").elements()).toEqual([]);
  await expect.element(page.getByRole("button", { name: "From 2.5 kWp" })).toBeVisible();
});

test("opens the default view first, but not over an address that says what to show", async () => {
  const prepare = (fake: FakeServer) => keepViews(fake, [makeView({ isDefault: true, kind: "cards" })]);
  const asked = await openConsole({ at: "/home?tag=Lease", plants, prepare });
  await expect.element(views).toBeVisible();
  await expect.poll(() => lastQuery(asked)).toMatchObject({ tag: "Lease" });
  expect(lastQuery(asked)).not.toHaveProperty("minCapacityKwp");
});

test("opens the default view where the address says nothing", async () => {
  const server = await openConsole({
    plants,
    prepare: (fake) => keepViews(fake, [makeView({ isDefault: true, kind: "cards" })]),
  });
  await expect.poll(() => lastQuery(server)).toMatchObject({ minCapacityKwp: 2.5 });
  await expect.element(page.getByRole("radio", { name: "Cards" })).toBeChecked();
  expect(location.hash).toContain("view=cards");
});

test("renames and deletes views and chooses the default", async () => {
  const view = makeView();
  const server = await openConsole({ plants, prepare: (fake) => keepViews(fake, [view]) });
  await views.click();
  await page.getByRole("button", { name: "Manage views" }).click();
  const dialog = page.getByRole("dialog", { name: "Manage views" });
  await dialog.getByRole("checkbox", { name: "Open Large ones first" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.plantView.save)[0]?.body)
    .toEqual({ ...view, isDefault: true });
  await expect.element(dialog.getByRole("checkbox", { name: "Open Large ones first" })).toBeChecked();
  await dialog.getByRole("button", { name: "Rename view Large ones" }).click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Big ones");
  await page
    .getByRole("dialog", { name: "Rename view Large ones" })
    .getByRole("button", { name: "OK" })
    .click();
  await expect.element(dialog.getByText("Big ones")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete view Big ones" }).click();
  await page
    .getByRole("dialog", { name: "Delete view Big ones?" })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await expect.element(page.getByText("No saved views")).toBeVisible();
  expect(server.listCalls(endpoints.plantView.delete)).toHaveLength(1);
});
