import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, signInAt, test } from "./support/console.ts";
import { addUnitPlant } from "./support/unit-plant.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";

test("opens the layout editor, changes a group, undoes, publishes, and sees the layout in the view", async ({
  page,
}) => {
  const api = await signInApi();
  const plant = await addUnitPlant(api, `Roof ${crypto.randomUUID().slice(0, 6)}`, 3);
  await plant.report([5, 5, 5]);
  const read = () => api.call(endpoints.layout.get, { query: { stationId: plant.stationId } });
  await expect.poll(async () => (await read()).cells.unit.length).toBe(3);

  await signIn(page);
  await go(page, `/station/${plant.stationId}/layout`);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Edit layout" }).click();
  await main.getByRole("checkbox").first().check();
  await main.getByLabel("Name").fill("South roof");
  await main.getByLabel("Name").press("Enter");
  await main.getByLabel("Rotation (°)").fill("30");
  await main.getByLabel("Rotation (°)").press("Enter");
  await main.getByLabel("Tilt (°)").fill("25");
  await main.getByLabel("Tilt (°)").press("Enter");
  await main.getByRole("button", { name: "Undo" }).click();
  await expect(main.getByLabel("Tilt (°)")).toHaveValue("");
  await expect(main.getByText("Draft saved")).toBeVisible();
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  // The draft is on the server: a reload continues with it.
  await page.reload();
  await expect(main.getByRole("checkbox", { name: "South roof" })).toBeVisible();
  await main.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Groups added: South roof")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(main.getByText("Layout 1, published", { exact: false })).toBeVisible();
  const layout = await read();
  expect(layout.groups).toMatchObject([{ name: "South roof", rotationDeg: 30, tiltDeg: null }]);
  expect(layout.cells.unit).toHaveLength(3);
});

/** Kills the process of a tab: the page gets no event, and sends and saves nothing afterwards. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const devtools = await page.context().newCDPSession(page);
  // The killed process does not reply.
  void devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

test("a killed tab, a lost network and a second editor in between lose no change of a layout", async ({
  context,
}) => {
  const api = await signInApi();
  const plant = await addUnitPlant(api, `Roof ${crypto.randomUUID().slice(0, 6)}`, 3);
  await plant.report([5, 5, 5]);
  const { stationId } = plant;
  const read = () => api.call(endpoints.layout.editor, { query: { stationId } });
  const readGroup = async () => (await read()).draft?.layout.groups[0];
  await expect.poll(async () => (await read()).units.length).toBe(3);

  const openEditor = async () => {
    const page = await context.newPage();
    await signInAt(page, `/station/${stationId}/layout/edit`);
    const main = page.getByRole("main");
    return {
      page,
      async enter(label: string, value: string): Promise<void> {
        const group = main.getByRole("checkbox").first();
        await expect(group).toBeVisible();
        await group.check();
        await main.getByLabel(label).fill(value);
        await main.getByLabel(label).press("Enter");
      },
      async restore(): Promise<void> {
        await main.getByRole("button", { name: "Restore" }).click();
        await expect(main.getByText("Draft saved")).toBeVisible();
      },
    };
  };

  // Before the draft was sent to the server.
  let editor = await openEditor();
  await editor.page.route(`**${endpoints.layout.saveDraft.path}`, (route) => route.abort());
  await editor.enter("Name", "South roof");
  await crash(editor.page);
  expect((await read()).draft).toBeNull();
  editor = await openEditor();
  await editor.restore();
  expect(await readGroup()).toMatchObject({ name: "South roof" });

  // Without network, while someone else saves the draft.
  await context.setOffline(true);
  await editor.enter("Tilt (°)", "25");
  await expect(editor.page.getByText("Changes are kept on this device.", { exact: false })).toBeVisible();
  const { draft } = await read();
  const { revision, layout } = draft!;
  const theirs = { groups: layout.groups.map((group) => ({ ...group, name: "North roof" })) };
  await api.call(endpoints.layout.saveDraft, { body: { stationId, revision, layout: theirs } });
  await context.setOffline(false);
  await editor.page.getByRole("button", { name: "Keep my version" }).click();
  await expect.poll(readGroup).toMatchObject({ name: "South roof", tiltDeg: 25 });

  // A tab that is killed without network.
  await expect(editor.page.getByText("Draft saved")).toBeVisible();
  await context.setOffline(true);
  await editor.enter("Rotation (°)", "30");
  await expect(editor.page.getByText("Changes are kept on this device.", { exact: false })).toBeVisible();
  await crash(editor.page);
  await context.setOffline(false);
  editor = await openEditor();
  await editor.restore();
  expect(await readGroup()).toMatchObject({ name: "South roof", tiltDeg: 25, rotationDeg: 30 });
});
