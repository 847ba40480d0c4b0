import { endpoints } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { reopenConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import type { Editor } from "../../../../test/ui/layout-editor.ts";
import { button, editor, lastSaved, openEditor, savedAt, west } from "../../../../test/ui/layout-editor.ts";
import { makePhotograph } from "../../../../test/ui/photograph.ts";

test("adds a group, changes it by numbers, undoes, assigns a unit, and publishes after showing what changes", async () => {
  const server = await openEditor();
  // Also where no page with a roof was open before.
  const width = (selector: string) => document.querySelector(selector)?.clientWidth;
  await expect.poll(() => width(".editor-frame")).toBeGreaterThan(300);
  await expect.poll(() => width(".editor-canvas")).toBe(width(".editor-frame"));
  await button("Add group").click();
  await page.getByRole("textbox", { name: "Rows" }).fill("x");
  await button("Add").click();
  await expect.element(page.getByText("Format error")).toBeVisible();
  await page.getByRole("textbox", { name: "Rows" }).fill("2");
  await page.getByRole("textbox", { name: "Columns" }).fill("2");
  await button("Add").click();
  await expect.element(page.getByRole("checkbox", { name: "Group" })).toBeChecked();
  const rotation = page.getByRole("textbox", { name: "Rotation (°)" });
  await rotation.fill("37,5");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lastSaved(server)?.layout.groups[1]?.rotationDeg).toBe(37.5);
  expect(lastSaved(server)?.layout.groups[1]?.cells).toHaveLength(4);
  await button("Undo").click();
  await expect.element(rotation).toHaveValue("0");
  await page.getByRole("radio", { name: "Modules" }).click({ force: true });
  await page.getByRole("textbox", { name: "Column" }).fill("3");
  await userEvent.keyboard("{Enter}");
  await button("Assign SN-0003").click();
  await expect.element(page.getByText("All units of the plant are placed.")).toBeVisible();
  await expect.poll(() => lastSaved(server)?.layout.groups[0]?.cells[2]?.unit).toBe(3);
  await button("Publish").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Groups added: Group")).toBeVisible();
  await expect.element(dialog.getByText("Units placed (1): A1-3")).toBeVisible();
  await expect.element(dialog.getByText("Modules without a unit: 4.", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect.poll(() => location.hash).toMatch(/layout$/);
  const saves = server.listCalls(endpoints.layout.saveDraft).length;
  expect(server.listCalls(endpoints.layout.publish).at(-1)?.body).toMatchObject({ revision: saves });
});

test("moves and turns the selected groups by keys, and by dragging", async () => {
  const server = await openEditor();
  const roof = page.getByRole("application");
  await expect.element(roof).toHaveAccessibleName(/1 groups and 3 modules/);
  await page.getByRole("checkbox", { name: "West" }).click();
  (roof.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}]");
  await expect.poll(() => lastSaved(server)?.layout.groups[0]).toMatchObject({ rotationDeg: 15 });
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect
    .poll(() => lastSaved(server)?.layout.groups[0])
    .toMatchObject({ rotationDeg: 0, xM: 0.1, yM: 0 });
  const { left, top, width, height } = roof.element().getBoundingClientRect();
  const send = (type: string, x: number, y: number) =>
    roof.element().dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, pointerId: 1, isPrimary: true, button: 0 },
        ...{ clientX: left + x, clientY: top + y },
      }),
    );
  (roof.element() as HTMLElement).setPointerCapture = () => undefined;
  const before = lastSaved(server)!.layout.groups[0]!;
  send("pointerdown", width / 2, height / 2);
  send("pointermove", width / 2 + 60, height / 2);
  send("pointerup", width / 2 + 60, height / 2);
  await expect.poll(() => lastSaved(server)?.layout.groups[0]?.xM).toBeGreaterThan(before.xM + 0.2);
  expect(lastSaved(server)?.layout.groups[0]?.yM).toBe(before.yM);
});

test("copies and pastes groups by buttons and keys, and aligns, distributes and deletes them", async () => {
  const server = await openEditor();
  const roof = page.getByRole("application");
  await page.getByRole("checkbox", { name: "West" }).click();
  await expect.element(button("Paste")).toBeDisabled();
  await button("Copy").click();
  await button("Paste").click();
  await expect.element(page.getByRole("checkbox", { name: "West 2" })).toBeChecked();
  (roof.element() as HTMLElement).focus();
  await userEvent.keyboard("{Control>}c{/Control}{Control>}v{/Control}");
  const names = () => lastSaved(server)?.layout.groups.map(({ name }) => name);
  await expect.poll(names).toEqual(["West", "West 2", "West 3"]);
  const { groups } = lastSaved(server)!.layout;
  expect(groups.map(({ xM, yM }) => [xM, yM])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  expect(groups.map(({ cells }) => cells.map(({ unit }) => unit))).toEqual([
    [1, 2, null],
    [null, null, null],
    [null, null, null],
  ]);

  await userEvent.keyboard("{Control>}a{/Control}");
  await button("Align left").click();
  await expect.poll(() => lastSaved(server)?.layout.groups.map(({ xM }) => xM)).toEqual([0, 0, 0]);
  await page.getByRole("checkbox", { name: "West 2" }).click();
  await page.getByRole("checkbox", { name: "West 3" }).click();
  await page.getByRole("textbox", { name: "From top (m)" }).fill("0.5");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("checkbox", { name: "West 2" }).click();
  await page.getByRole("checkbox", { name: "West 3" }).click();
  await button("Distribute vertically").click();
  await expect
    .poll(() =>
      lastSaved(server)
        ?.layout.groups.map(({ yM }) => yM)
        .toSorted(),
    )
    .toEqual([0.5, 1.25, 2]);
  await button("Delete").click();
  await expect.poll(names).toEqual([]);
  await button("Undo").click();
  await expect.poll(names).toEqual(["West", "West 2", "West 3"]);
});

test("a unit dragged from the list is assigned to the module under the pointer, and to none beside it", async () => {
  const server = await openEditor();
  await page.getByRole("radio", { name: "Modules" }).click({ force: true });
  const roof = page.getByRole("application");
  const unit = page.getByRole("listitem").filter({ hasText: "SN-0003" });
  const { width, height } = roof.element().getBoundingClientRect();
  await userEvent.dragAndDrop(unit, roof, { targetPosition: { x: 10, y: 10 } });
  await expect.element(unit).toBeVisible();
  // The module in the middle: its unit goes back to the list.
  await userEvent.dragAndDrop(unit, roof, { targetPosition: { x: width / 2, y: height / 2 } });
  await expect
    .poll(() => lastSaved(server)?.layout.groups[0]?.cells.map(({ unit: key }) => key))
    .toEqual([1, 3, null]);
  expect(server.listCalls(endpoints.layout.saveDraft)).toHaveLength(1);
  await expect.element(page.getByRole("listitem").filter({ hasText: "SN-0002" })).toBeVisible();
  await expect.element(unit).not.toBeInTheDocument();
});

test("sets each of the nine positions of a unit on its module, and none again", async () => {
  const server = await openEditor();
  await page.getByRole("radio", { name: "Modules" }).click({ force: true });
  (page.getByRole("application").element() as HTMLElement).focus();
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(page.getByRole("region", { name: "Modules selected: 3" })).toBeVisible();
  const positions = page.getByRole("group", { name: "Position of the unit on the module" });
  await expect.poll(() => positions.getByRole("button").elements()).toHaveLength(9);
  const saved = () => lastSaved(server)?.layout.groups[0]?.cells.map(({ pole }) => pole);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await positions.getByRole("button", { name: `Position ${number}` }).click();
    await expect
      .element(positions.getByRole("button", { name: `Position ${number}` }))
      .toHaveAttribute("aria-pressed", "true");
    expect(positions.element().querySelectorAll('[aria-pressed="true"]')).toHaveLength(1);
  }
  await expect.poll(saved).toEqual([9, 9, 9]);
  await page.getByRole("textbox", { name: "Column" }).fill("2");
  await userEvent.keyboard("{Enter}");
  await positions.getByRole("button", { name: "Position 9" }).click();
  await expect.poll(saved).toEqual([9, null, 9]);
});

test("adds the modules that a group has lost", async () => {
  const server = await openEditor();
  await page.getByRole("radio", { name: "Modules" }).click({ force: true });
  await expect.element(page.getByRole("textbox", { name: "Column" })).not.toHaveAttribute("placeholder");
  await page.getByRole("textbox", { name: "Column" }).fill("2");
  await userEvent.keyboard("{Enter}");
  await button("Delete modules").click();
  const units = () => lastSaved(server)?.layout.groups[0]?.cells.map(({ unit }) => unit);
  await expect.poll(units).toEqual([1, null]);
  await page.getByRole("radio", { name: "Groups" }).click({ force: true });
  await page.getByRole("checkbox", { name: "West" }).click();
  await button("Add missing modules: 1").click();
  await expect.poll(units).toEqual([1, null, null]);
  await expect.element(button("Add missing modules: 1")).not.toBeInTheDocument();
});

test("adds no missing modules beyond the largest layout", async () => {
  const cells = Array.from({ length: 11_998 }, (_, index) => ({
    ...{ row: Math.floor(index / 120), column: index % 120, unit: null, pole: null },
  }));
  const field = {
    ...{ ...west, groupKey: "0a8b2c66-3a51-4f0f-9c61-54f0a53e5b02", name: "Field", xM: 20 },
    ...{ rows: 100, columns: 120, cells },
  };
  const groups = [{ ...west, cells: west.cells.slice(0, 2) }, field];
  const server = await openEditor({ shown: { ...editor, layout: { groups } } });
  await page.getByRole("checkbox", { name: "West" }).click();
  await button("Add missing modules: 1").click();
  await expect.element(page.getByText(/A layout has at most 12,?000 modules/)).toBeVisible();
  await expect.element(button("Add missing modules: 1")).toBeVisible();
  expect(server.listCalls(endpoints.layout.saveDraft)).toEqual([]);
});

test("a second editor is noticed, and the user's version is kept or left", async () => {
  let isTaken = true;
  const theirs = { groups: [{ ...west, name: "Theirs" }] };
  const shown: Editor = {
    ...editor,
    draft: { revision: 7, savedAt, savedBy: "Ana", isOwn: false, layout: theirs },
  };
  const server = await openEditor({
    shown,
    save: () => {
      if (isTaken) throw new Refusal("A0440", "Someone else has changed this in the meantime.");
      return 8;
    },
  });
  await expect.element(page.getByText("last saved by Ana", { exact: false })).toBeVisible();
  const edit = async (name: string) => {
    await page.getByRole("checkbox", { name: "Theirs" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await userEvent.keyboard("{Enter}");
  };
  await edit("Mine");
  await button("Load their version").click();
  await expect.element(page.getByRole("checkbox", { name: "Theirs" })).toBeVisible();
  await button("Undo").click();
  await expect.element(page.getByRole("checkbox", { name: "Mine" })).toBeVisible();
  isTaken = false;
  await expect
    .poll(() => lastSaved(server))
    .toMatchObject({ revision: 7, layout: { groups: [{ name: "Mine" }] } });
});

test("keeps changes on the device while the server cannot be reached, and offers them after a reload", async () => {
  const server = await openEditor();
  await page.getByRole("checkbox", { name: "West" }).click();
  server.setOffline(true);
  await page.getByRole("textbox", { name: "Name" }).fill("North");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Changes are kept on this device.", { exact: false })).toBeVisible();
  server.setOffline(false);
  await reopenConsole();
  await button("Restore").click();
  await expect.element(page.getByRole("checkbox", { name: "North" })).toBeVisible();
  await expect.poll(() => lastSaved(server)?.layout.groups[0]?.name).toBe("North");
});

test("a save whose reply was lost is the user's own, and what was changed since follows it", async () => {
  const server = await openEditor();
  let draft: Editor["draft"] = null;
  server.reply(endpoints.layout.editor, () => ({ ...editor, draft }));
  server.reply(endpoints.layout.saveDraft, ({ body: { revision, layout } }) => {
    if (revision !== (draft?.revision ?? null)) throw new Refusal("A0440", "Someone else has changed this.");
    draft = { revision: (revision ?? 0) + 1, savedAt, savedBy: "Me", isOwn: true, layout };
    return { revision: draft.revision, savedAt };
  });
  let isLost = true;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const response = await server.fetch(...request);
    if (isLost && String(request[0]).includes(endpoints.layout.saveDraft.path))
      throw new TypeError("Failed to fetch");
    return response;
  });
  const rename = async (name: string) => {
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await userEvent.keyboard("{Enter}");
  };
  const isKept = () =>
    expect.element(page.getByText("Changes are kept on this device.", { exact: false })).toBeVisible();
  await page.getByRole("checkbox", { name: "West" }).click();
  await rename("North");
  await isKept();
  isLost = false;
  await button("Try again").click();
  await expect.element(page.getByText("Draft saved", { exact: false })).toBeVisible();
  expect(draft).toMatchObject({ revision: 1, layout: { groups: [{ name: "North" }] } });
  isLost = true;
  await rename("East");
  await isKept();
  isLost = false;
  await rename("South");
  await expect.poll(() => draft).toMatchObject({ revision: 3, layout: { groups: [{ name: "South" }] } });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a pasted list names row and column of what it cannot read, and assigns when it can", async () => {
  const server = await openEditor();
  await button("Assign serial numbers").click();
  // Nothing is selected: in the order of all modules without a unit.
  await expect.element(page.getByText("for 1 modules, row by row", { exact: false })).toBeVisible();
  await page.getByText("Group, row and column").click();
  const list = page.getByRole("textbox", { name: "Serial numbers" });
  await list.fill("West;;3;SN-0003\nWest;1;z;SN-0003");
  await button("Assign").click();
  await expect
    .element(page.getByText("Row 1, column 2: No coordinate data", { exact: false }))
    .toMatchTextContent(/Row 2, column 3: Format error \(z\)/);
  await list.fill("West;1;3;SN-0003");
  await button("Assign").click();
  await expect.poll(() => lastSaved(server)?.layout.groups[0]?.cells[2]?.unit).toBe(3);
});

test("a file replaces the layout in one step; what is wrong in it is named by row and column [R5.14]", async () => {
  const server = await openEditor();
  const files = watchDownloads();
  await button("Import or export").click();
  const dialog = page.getByRole("dialog", { name: "Import or export the layout" });
  server.reply(endpoints.layout.export, () => new Blob(["exported"]));
  await dialog.getByRole("button", { name: "CSV (list of modules)" }).click();
  await expect.poll(() => files.names()).toEqual(["Roof.csv"]);
  expect(server.listCalls(endpoints.layout.export).at(-1)?.query).toMatchObject({ format: "csv" });

  const select = (name: string) =>
    dialog.getByLabelText("File (.json, .csv, .xlsx)").upload(new File(["x"], name));
  await select("roof.pdf");
  await expect.element(dialog.getByText("Only .json, .csv and .xlsx files are accepted.")).toBeVisible();
  const isRead = Promise.withResolvers<void>();
  server.reply(endpoints.layout.read, async () => {
    await isRead.promise;
    return {
      ...{ layout: null, unknown: [] },
      problems: [
        { row: 3, column: "x_m", text: "No coordinate data: row 3, column x_m." },
        { row: 4, column: "row", text: "Format error: row 4, column row: x" },
      ],
    };
  });
  const field = dialog.getByLabelText("File (.json, .csv, .xlsx)");
  (field.element() as HTMLElement).focus();
  await select("roof.csv");
  // A field that is disabled meanwhile would lose the focus.
  await expect.element(field).toHaveAttribute("aria-disabled", "true");
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  isRead.resolve();
  await expect.element(dialog.getByText("No coordinate data: row 3, column x_m.")).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(dialog.getByText("Format error: row 4, column row: x")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Replace layout" })).not.toBeInTheDocument();
  server.reply(endpoints.layout.read, {
    ...{ layout: { groups: [{ ...west, name: "From a file" }] }, unknown: ["SN-9999"], problems: [] },
  });
  await select("roof.xlsx");
  await expect.element(dialog.getByText("Groups: 1. Modules: 3, with a unit: 2.")).toBeVisible();
  await expect.element(dialog.getByText("Not in this plant (1): SN-9999", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Replace layout" }).click();
  await expect.element(page.getByRole("checkbox", { name: "From a file" })).toBeVisible();
  await expect.poll(() => lastSaved(server)?.layout.groups[0]?.name).toBe("From a file");
  await button("Undo").click();
  await expect.element(page.getByRole("checkbox", { name: "West" })).toBeVisible();
});

test("a photograph is added, scaled by two points, seen through and saved with the draft", async () => {
  const server = await openEditor();
  const pictureId = "7d0f7a30-5d0c-4b1e-9f0e-2f5a1c9d8e77";
  server.reply(endpoints.layout.uploadPicture, { pictureId, width: 80, height: 40 });
  const photograph = await makePhotograph("#a05028");
  server.reply(endpoints.layout.picture, photograph);
  await expect.element(button("Undo")).toBeVisible();
  const input = document.querySelector<HTMLInputElement>(".editor-background input[type=file]")!;
  const panel = page.getByRole("region", { name: "Background photograph" });
  await userEvent.upload(input, new File(["no picture"], "roof.png", { type: "image/png" }));
  await expect.element(panel.getByText(/not a picture that this browser can open/)).toBeVisible();
  await userEvent.upload(input, new File([photograph], "roof.png", { type: "image/png" }));
  await expect
    .poll(() => lastSaved(server)?.layout.background)
    .toMatchObject({ pictureKey: pictureId, widthM: 10, heightM: 5 });
  await panel.getByRole("button", { name: "Set scale by two points" }).click();
  const roof = page.getByRole("application");
  const { width, height } = roof.element().getBoundingClientRect();
  await roof.click({ position: { x: width * 0.4, y: height * 0.9 } });
  await roof.click({ position: { x: width * 0.6, y: height * 0.9 } });
  const distance = panel.getByRole("textbox", { name: "Distance (m)" });
  await expect.element(distance).not.toHaveAttribute("placeholder");
  await distance.fill("7");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lastSaved(server)?.layout.background?.widthM).not.toBe(10);
  const { widthM, heightM } = lastSaved(server)!.layout.background!;
  expect(widthM / heightM).toBeCloseTo(2, 2);
  await panel.getByRole("textbox", { name: "Photograph width (m)" }).fill("24");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lastSaved(server)?.layout.background?.widthM).toBe(24);
  expect(lastSaved(server)?.layout.background?.heightM).toBeCloseTo(12, 2);
  await button("Publish").click();
  await expect.element(page.getByRole("dialog").getByText("Background photograph changed")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await panel.getByRole("button", { name: "Remove photograph" }).click();
  await expect.poll(() => lastSaved(server)?.layout.background).toBeUndefined();
  await button("Undo").click();
  await expect.poll(() => lastSaved(server)?.layout.background?.widthM).toBe(24);
});
