import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Editor } from "../../../../../test/ui/layout-editor.ts";
import { button, editor, lastSaved, openEditor, plant } from "../../../../../test/ui/layout-editor.ts";
import { makeShadedDayFile, makeShadedRoof } from "../../../../../test/ui/mapping-samples.ts";

/** Opens the search on a roof, with its day files; with recorded strings, on one of shutdown switches in series without shadows. */
async function openMapping(layout: Editor["layout"], stringOf?: (unit: number) => string) {
  const units = Array.from({ length: 32 }, (_, index) => ({
    ...{ key: index + 1, sn: `SN-${1000 + index}`, label: `A${index + 1}` },
    type: stringOf ? ("RSD" as const) : ("OPT" as const),
    parentSn: stringOf?.(index + 1) ?? null,
  }));
  const server = await openEditor({ shown: { ...editor, layout, units } });
  const files = new Map<string, Blob>();
  for (let back = 1; back <= 10; back++) {
    const day = new Date(Date.parse(plant.today) - back * 86_400_000).toISOString().slice(0, 10);
    files.set(day, await makeShadedDayFile(day, stringOf && { isShaded: false, isSeries: true }));
  }
  const replyAll = () => server.reply(endpoints.layout.day, ({ query }) => files.get(query.day)!);
  replyAll();
  const dialog = page.getByRole("dialog", { name: "Misplaced units" });
  return { server, dialog, files, replyAll };
}

/** The same roof with other units in some places; null makes a place free. */
function makeRearranged(changes: ReadonlyMap<number, number | null>): Editor["layout"] {
  const { groups } = makeShadedRoof();
  const changed = (unit: number | null) => (changes.has(unit!) ? changes.get(unit!)! : unit);
  return {
    groups: groups.map((group) => ({
      ...group,
      cells: group.cells.map((cell) => ({ ...cell, unit: changed(cell.unit) })),
    })),
  };
}

test("proposes exchanged units from their curves, and exchanges them in one step that undo takes back", async () => {
  const { server, dialog } = await openMapping(makeShadedRoof([3, 29]));
  await button("Find misplaced units").click();
  await expect
    .element(dialog.getByText("Possible corrections: 1, from the values of 10 days."))
    .toBeVisible();
  await expect.element(dialog.getByText("South, row 1, column 3")).toBeVisible();
  await expect.element(dialog.getByText("South, row 4, column 5")).toBeVisible();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBe(clientWidth);
  await dialog.getByRole("button", { name: /^Apply: A\d+ and A\d+$/ }).click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeShadedRoof());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button("Undo").click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeShadedRoof([3, 29]));
});

test("proposes the free place that a misplaced unit belongs to, with its curve at both, and moves it in one step", async () => {
  const misplaced = new Map([
    [20, null],
    [9, 20],
  ]);
  const { server, dialog } = await openMapping(makeRearranged(misplaced));
  await button("Find misplaced units").click();
  await expect
    .element(dialog.getByRole("heading", { name: "A20 to the free place South, row 3, column 4" }))
    .toBeVisible();
  // At the free place there is no unit yet, at the other one none afterwards.
  for (const place of ["row 2, column 1", "row 3, column 4"])
    await expect
      .element(
        dialog.getByRole("img", {
          name: `Light at South, ${place} over the day: expected from the modules around it, and A20`,
        }),
      )
      .toBeVisible();
  await dialog.getByRole("button", { name: /^Apply: A20/ }).click();
  await expect.element(dialog.getByRole("button", { name: /^Apply: A20/ })).toHaveTextContent("Moved");
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeRearranged(new Map([[9, null]])));
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button("Undo").click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeRearranged(misplaced));
});

test("proposes a ring of three units with the curves of all places, and rotates them in one step", async () => {
  const ring = new Map([
    [4, 21],
    [21, 27],
    [27, 4],
  ]);
  const { server, dialog } = await openMapping(makeRearranged(ring));
  await button("Find misplaced units").click();
  await expect.element(dialog.getByRole("heading", { name: /each to the place of the next$/ })).toBeVisible();
  expect(dialog.getByRole("img").elements()).toHaveLength(3);
  await dialog.getByRole("button", { name: /^Apply: / }).click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeShadedRoof());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button("Undo").click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeRearranged(ring));
});

test("proposes to exchange units that carry the current of each other's string, and then names only the wrong records", async () => {
  const recordedOf = (unit: number): string => {
    const place = new Map([
      [3, 29],
      [29, 3],
    ]).get(unit);
    return (place ?? unit) <= 16 ? "SC-1" : "SC-2";
  };
  const { server, dialog } = await openMapping(makeShadedRoof([3, 29]), recordedOf);
  await button("Find misplaced units").click();
  await expect
    .element(dialog.getByText("Possible corrections: 1, from the values of 10 days."))
    .toBeVisible();
  const currents = ["A3 over the day, with those of string SC-1 and of the recorded string SC-2"].concat(
    "A29 over the day, with those of string SC-2 and of the recorded string SC-1",
  );
  for (const name of currents)
    await expect.element(dialog.getByRole("img", { name: `Current of ${name}` })).toBeVisible();
  await dialog.getByRole("button", { name: /^Apply: A\d+ and A\d+$/ }).click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeShadedRoof());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button("Find misplaced units").click();
  for (const [unit, followed, recorded] of ["A3 SC-1 SC-2", "A29 SC-2 SC-1"].map((each) => each.split(" ")))
    await expect
      .element(
        dialog.getByRole("heading", {
          name: `${unit} carries the current of string ${followed}, not of the recorded string ${recorded}`,
        }),
      )
      .toBeVisible();
  expect(dialog.getByRole("button", { name: /^Apply/ }).elements()).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button("Undo").click();
  await expect.poll(() => lastSaved(server)?.layout).toEqual(makeShadedRoof([3, 29]));
});

test("says that the values of a day did not arrive complete, and searches again on request", async () => {
  const { server, dialog, files, replyAll } = await openMapping(makeShadedRoof([3, 29]));
  server.reply(endpoints.layout.day, ({ query }) => files.get(query.day)!.slice(0, 500));
  await button("Find misplaced units").click();
  await expect.element(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  replyAll();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect
    .element(dialog.getByText("Possible corrections: 1, from the values of 10 days."))
    .toBeVisible();
});
