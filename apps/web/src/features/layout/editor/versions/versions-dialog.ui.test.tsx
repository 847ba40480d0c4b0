import type { BodyOf, DataInputOf, LayoutDraft } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../../test/ui/fake-server.ts";
import { Refusal } from "../../../../../test/ui/fake-server.ts";
import { makePlant } from "../../../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const at = `/station/${plant.stationId}/layout/edit`;

const roofOf = (name: string, ...units: (number | null)[]): LayoutDraft => ({
  groups: [
    {
      ...{ groupKey: "0a8b2c66-3a51-4f0f-9c61-54f0a53e5b01", name, rows: 1, columns: 3, tiltDeg: 30 },
      ...{ azimuthDeg: 270, rotationDeg: 0, xM: 0, yM: 0, moduleWidthM: 1.15, moduleHeightM: 1.78 },
      cells: units.map((unit, column) => ({ row: 0, column, unit, pole: null })),
    },
  ],
});
/** What the versions have, from the first one; unit 4 has left the plant. */
const roofs = [roofOf("West", 4, 2, null), roofOf("West", 2, null, 1), roofOf("South", 1, 2, null)];
const authors = [null, "Ben", "Ana"];
const headOf = (number: number) => ({
  number,
  publishedAt: `2026-05-0${number}T08:00:00.000Z`,
  publishedBy: authors[number - 1]!,
});
const nameOf = (key: number) => ({ sn: `SN-000${key}`, label: `A1-${key}` });

type Versions = DataInputOf<typeof endpoints.layout.versions>;

async function open(versions: (before?: number) => Versions) {
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.layout.editor, {
      ...{ version: 3, layout: roofs[2]!, draft: null },
      units: [1, 2, 3].map((key) => ({ key, type: "OPT" as const, ...nameOf(key), parentSn: null })),
    });
    let revision = 0;
    server.reply(endpoints.layout.saveDraft, () => ({
      revision: ++revision,
      savedAt: "2026-05-09T08:00:00.000Z",
    }));
    server.reply(endpoints.layout.versions, ({ query }) => versions(query.before));
    server.reply(endpoints.layout.version, ({ query: { version } }) => {
      const layout = roofs[version - 1];
      if (layout === undefined) throw new Refusal("A0404", "Not found.");
      const keys = layout.groups[0]!.cells.flatMap(({ unit }) => (unit === null ? [] : [unit]));
      const units = keys.map((key) => ({ key, ...nameOf(key), isInPlant: key !== 4 }));
      return { ...headOf(version), layout, units };
    });
  };
  const server = await openConsole({ at, plants: [plant], prepare });
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  return server;
}

type Saved = BodyOf<typeof endpoints.layout.saveDraft>;
const lastSaved = (server: FakeServer): LayoutDraft | undefined =>
  (server.listCalls(endpoints.layout.saveDraft).at(-1)?.body as Saved | undefined)?.layout;
const dialog = page.getByRole("dialog", { name: "Versions of the layout" });
const changes = dialog.getByRole("region", { name: "Changes" });
const restore = dialog.getByRole("button", { name: "Restore to draft" });

test("compares versions with the draft and with each other, and restores one in a step that undo reverses", async () => {
  const server = await open(() => ({ rows: [3, 2, 1].map(headOf), next: null }));
  const versions = dialog.getByRole("radiogroup", { name: "Published versions" });
  await expect.element(versions).toMatchTextContent(/Version 3\s*Current.*Ana.*Version 2.*Ben.*Version 1/);
  await expect.element(versions).toMatchTextContent(/Author not known/);
  await expect.element(changes.getByText("No changes, Version 3 → Draft.")).toBeVisible();
  await expect.element(restore).toBeDisabled();

  // By keys alone.
  await expect.element(versions.getByRole("radio").first()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(changes.getByText("Changes, Version 2 → Draft:")).toBeVisible();
  await expect.element(changes.getByText("Groups changed: South")).toBeVisible();
  await expect.element(changes.getByText("Units moved (2): A1-1, A1-2")).toBeVisible();
  await expect.element(dialog.getByRole("application")).toHaveAccessibleName(/^Version 2 with 3 modules/);
  await userEvent.keyboard("{ArrowDown}");
  await dialog.getByRole("combobox", { name: "Compare Version 1 with" }).selectOptions("2");
  await expect.element(changes.getByText("Changes, Version 1 → Version 2:")).toBeVisible();
  await expect.element(changes.getByText("Units placed (1): A1-1")).toBeVisible();
  await expect.element(changes.getByText("Units removed from the layout (1): A1-4")).toBeVisible();
  await expect
    .element(dialog.getByText("No longer in this plant (1): A1-4.", { exact: false }))
    .toBeVisible();

  await restore.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("The draft now has the content of version 1.")).toBeVisible();
  await expect.poll(() => lastSaved(server)).toEqual(roofOf("West", null, 2, null));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => lastSaved(server)).toEqual(roofs[2]);
  expect(server.listCalls(endpoints.layout.publish)).toEqual([]);
});

test("says that nothing was published yet, and gives the focus back when it closes", async () => {
  await open(() => ({ rows: [], next: null }));
  await expect.element(dialog.getByText("No published version yet")).toBeVisible();
  await expect.element(restore).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Versions", exact: true })).toHaveFocus();
});

test("loads earlier versions in parts, and says when only one was published", async () => {
  const server = await open((before) =>
    before === undefined ? { rows: [headOf(3)], next: 3 } : { rows: [headOf(2), headOf(1)], next: null },
  );
  await expect.element(dialog.getByRole("radio")).toBeVisible();
  await dialog.getByRole("button", { name: "Show earlier versions" }).click();
  await dialog.getByRole("radio", { name: /^Version 1/ }).click();
  await expect.element(changes.getByText("Changes, Version 1 → Draft:")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Show earlier versions" })).not.toBeInTheDocument();
  server.reply(endpoints.layout.versions, { rows: [headOf(3)], next: null });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await expect
    .element(dialog.getByText("Only one version has been published.", { exact: false }))
    .toBeVisible();
});
