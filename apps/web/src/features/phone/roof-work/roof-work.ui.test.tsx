import type { BodyOf, DataInputOf } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { showLabel } from "../../../../test/ui/label-camera.ts";
import { usePhone } from "../../../../test/ui/phone.ts";
import { colorsOf, makePhotograph, photographPlace } from "../../../../test/ui/photograph.ts";
import { makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

type Editor = DataInputOf<typeof endpoints.layout.editor>;

const plant = makePlant({ name: "Roof", timeZone: "UTC", level: "installer" });
const at = `/mobile/station/roof?stationId=${plant.stationId}`;
const west = {
  ...{ groupKey: "0a8b2c66-3a51-4f0f-9c61-54f0a53e5b01", name: "West", rows: 1, columns: 4, tiltDeg: 30 },
  ...{ azimuthDeg: 270, rotationDeg: 0, xM: 0, yM: 0, moduleWidthM: 1.15, moduleHeightM: 1.78 },
  cells: [1, null, null, null].map((unit, column) => ({ row: 0, column, unit, pole: null })),
};
const editor: Editor = {
  version: 3,
  layout: { groups: [west] },
  draft: null,
  units: [1, 2, 3, 4].map((key) => ({
    ...{ key, type: "OPT" as const, sn: `SN-000${key}`, label: `A1-${key}`, parentSn: null },
  })),
};

async function open(shown: Editor = editor, photograph?: Blob): Promise<FakeServer> {
  let revision = 0;
  return await openConsole({
    at,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.layout.editor, () => shown);
      if (photograph !== undefined) server.reply(endpoints.layout.picture, photograph);
      server.reply(endpoints.layout.saveDraft, () => {
        revision += 1;
        return { revision, savedAt: "2026-05-01T08:00:00.000Z" };
      });
    },
  });
}

type Saved = BodyOf<typeof endpoints.layout.saveDraft>;
const savedUnits = (server: FakeServer): readonly (number | null)[] | undefined =>
  (
    server.listCalls(endpoints.layout.saveDraft).at(-1)?.body as Saved | undefined
  )?.layout.groups[0]?.cells.map(({ unit }) => unit);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const place = (column: number) =>
  page.getByRole("region", {
    name: text("layoutEditor.mapping.place", { group: "West", row: 1, column }),
    exact: true,
  });
const typed = () => page.getByLabelText(text("layoutEditor.phone.sn"));

test("assigns units on a phone: from the camera, typed and from the list, each time going on to the next module", async () => {
  showLabel("SN:SN-0002;RC:ABCDEFGHIJKLMNOP");
  await usePhone();
  const server = await open();
  await expect.element(page.getByText("1 of 4 modules have a unit")).toBeVisible();
  await expect.element(place(2)).toBeVisible();
  await button(text("device.scan")).click();
  await expect.element(page.getByText("A1-2 is assigned to West, row 1, column 2.")).toBeVisible();
  await expect.element(place(3)).toBeVisible();
  await typed().fill(" sn-0003 ");
  await userEvent.keyboard("{Enter}");
  await expect.element(place(4)).toBeVisible();
  await button("Assign SN-0004").click();
  await expect.element(page.getByText("4 of 4 modules have a unit")).toBeVisible();
  await expect.element(page.getByText(text("layoutEditor.allPlaced"))).toBeVisible();
  await expect.poll(() => savedUnits(server)).toEqual([1, 2, 3, 4]);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test("says what it does not know, moves a unit that was elsewhere, takes one away, and undoes", async () => {
  await usePhone();
  const server = await open();
  const assign = button(text("layoutEditor.assign"));
  await assign.click();
  await expect.element(page.getByText(text("layoutEditor.phone.snNeeded"))).toBeVisible();
  await typed().fill("sn-9999");
  await assign.click();
  await expect.element(page.getByText("No unit with serial number SN-9999 is in this plant.")).toBeVisible();
  // The sentence has moved the button down; the foot does not cover it.
  const foot = button(text("layoutEditor.publish")).element().parentElement!;
  await expect
    .poll(() => foot.getBoundingClientRect().top - assign.element().getBoundingClientRect().bottom)
    .toBeGreaterThanOrEqual(0);
  await expect
    .element(page.getByRole("link", { name: text("phoneField.add") }))
    .toHaveAttribute("href", `#/mobile/station/devices?stationId=${plant.stationId}`);
  await typed().fill("SN-0001");
  await assign.click();
  await expect
    .element(page.getByText("A1-1 is assigned to West, row 1, column 2, no longer to West, row 1, column 1."))
    .toBeVisible();
  await expect.poll(() => savedUnits(server)).toEqual([null, 1, null, null]);
  await button(text("layoutEditor.phone.previous")).click();
  await button(text("layoutEditor.unassign")).click();
  await expect.poll(() => savedUnits(server)).toEqual([null, null, null, null]);
  await button(text("layoutEditor.undo")).click();
  await button(text("layoutEditor.undo")).click();
  await expect.poll(() => savedUnits(server)).toEqual([1, null, null, null]);
});

test("publishes after showing what changes, and shows a refusal", async () => {
  await usePhone();
  const server = await open();
  await button("Assign SN-0002").click();
  await button(text("layoutEditor.publish")).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Units placed (1): A1-2")).toBeVisible();
  server.refuse(endpoints.layout.publish, "A0440", messages.en["code.A0440"]);
  const publish = dialog.getByRole("button", { name: text("layoutEditor.publish"), exact: true });
  await publish.click();
  await expect.element(dialog.getByText(messages.en["code.A0440"])).toBeVisible();
  server.reply(endpoints.layout.publish, { version: 4, emptied: 0 });
  await publish.click();
  await expect.element(page.getByText(text("layoutEditor.published", { number: 4 }))).toBeVisible();
  await expect.poll(() => location.hash).toContain("/mobile/station/layout?");
});

test("begins anew with another plant, whose layout it is", async () => {
  await usePhone();
  const other = makePlant({ name: "Barn", timeZone: "UTC", level: "installer" });
  const barn: Editor = { ...editor, layout: { groups: [{ ...west, name: "Barn roof" }] } };
  const server = await openConsole({
    at,
    plants: [plant, other],
    prepare(fake) {
      fake.reply(endpoints.layout.editor, ({ query }) =>
        query.stationId === other.stationId ? barn : editor,
      );
      fake.reply(endpoints.layout.saveDraft, { revision: 1, savedAt: "2026-05-01T08:00:00.000Z" });
    },
  });
  await expect.element(place(2)).toBeVisible();
  go(`/mobile/station/roof?stationId=${other.stationId}`);
  await expect.element(page.getByText("Barn roof, row 1, column 2")).toBeVisible();
  await button("Assign SN-0002").click();
  await expect
    .poll(() => server.listCalls(endpoints.layout.saveDraft).at(-1)?.body)
    .toMatchObject({
      stationId: other.stationId,
      layout: { groups: [{ name: "Barn roof" }] },
    });
  // Its data are known by now, so that nothing is shown between the two plants.
  go(at);
  await expect.element(page.getByText("West, row 1, column 2")).toBeVisible();
});

test("says where to draw the modules of a layout without any", async () => {
  await usePhone();
  await open({ ...editor, version: null, layout: { groups: [] } });
  await expect.element(page.getByText(text("layoutEditor.phone.noModules"))).toBeVisible();
});

test("is refused to those who may not edit the layout", async () => {
  await usePhone();
  await openConsole({ at, plants: [makePlant({ ...plant, level: "participant" })] });
  await expect.element(page.getByText(text("layoutEditor.phone.refused")).first()).toBeVisible();
});

test("shows the photograph under the modules while units are assigned", async () => {
  await usePhone();
  const layout = { groups: [west], background: photographPlace };
  await open({ ...editor, layout }, await makePhotograph("#a05028"));
  const roof = page.getByRole("application", {
    name: text("layoutEditor.phone.roofLabel", { count: 4 }),
  });
  await expect.poll(() => colorsOf(roof, [[0, 0]])).toEqual([[160, 80, 40]]);
  // It ends in the second column of four, and is behind the modules.
  for (const color of colorsOf(roof, [
    [1, 0],
    [0.3, 0.5],
  ]))
    expect(color).not.toEqual([160, 80, 40]);
});
