import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const form = page.getByRole("main");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const pictureId = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** A drawing as a file. */
async function drawFile(): Promise<File> {
  const canvas = new OffscreenCanvas(800, 400);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 400);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "roof.png", { type: "image/png" });
}

async function openEditor(
  change: Parameters<typeof makePlant>[0] = {},
  draft: Record<string, unknown> | null = null,
) {
  const plant = makePlant({ revision: "17", mayEdit: true, ...change });
  const saved = await drawFile();
  const server = await openConsole({
    plants: [plant],
    at: `/edit-power-station/${plant.stationId}`,
    prepare(made) {
      made.reply(endpoints.station.get, plant);
      made.reply(endpoints.station.tariffs, { rows: [], total: 0 });
      made.reply(endpoints.station.getPicture, saved);
      made.reply(endpoints.station.uploadPicture, { pictureId, width: 400, height: 300 });
      made.reply(endpoints.station.update, { stationId: plant.stationId, revision: "18" });
      made.reply(
        endpoints.draft.get,
        draft && { body: draft, revision: "17", savedAt: "2026-05-04T08:00:00Z" },
      );
    },
  });
  await expect.element(form.getByText(text("plantEditor.pictureHint"))).toBeVisible();
  return { server, plant };
}

/** Gives the input a file, as choosing one does. */
function choose(file: File): void {
  const input = document.querySelector(".picture-field input[type=file]") as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("crops a chosen picture, uploads it and saves the plant with it alone [R5.7]", async () => {
  const { server, plant } = await openEditor();
  choose(await drawFile());
  const dialog = page.getByRole("dialog", { name: text("plantEditor.cropTitle") });
  await expect.element(dialog.getByRole("slider", { name: text("plantEditor.zoom") })).toBeVisible();
  await dialog.getByRole("slider", { name: text("plantEditor.zoom") }).fill("2");
  await button(text("plantEditor.usePicture")).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.station.uploadPicture)).toHaveLength(1);
  await expect.poll(() => document.querySelectorAll(".picture-field img.plant-picture")).toHaveLength(1);
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([{ stationId: plant.stationId, revision: "17", pictureId }]);
});

test("says in the dialog why the server refuses a picture, and sends it again", async () => {
  const { server } = await openEditor();
  server.refuse(endpoints.station.uploadPicture, "A0400", "The picture cannot be read");
  choose(await drawFile());
  const dialog = page.getByRole("dialog", { name: text("plantEditor.cropTitle") });
  await dialog.getByRole("button", { name: text("plantEditor.usePicture") }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The picture cannot be read");
  // Nowhere else, and nothing of it is in the form.
  expect(page.getByText("The picture cannot be read").elements()).toHaveLength(1);
  expect(document.querySelector(".picture-field img.plant-picture")).toBeNull();
  server.reply(endpoints.station.uploadPicture, { pictureId, width: 400, height: 300 });
  await dialog.getByRole("button", { name: text("plantEditor.usePicture") }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.station.uploadPicture)).toHaveLength(2);
});

test("crops a picture that is dropped on the field", async () => {
  const { server } = await openEditor();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await drawFile());
  const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector(".picture-field")?.dispatchEvent(drop);
  await expect.element(page.getByRole("dialog", { name: text("plantEditor.cropTitle") })).toBeVisible();
  await button(text("plantEditor.usePicture")).click();
  await expect.poll(() => server.listCalls(endpoints.station.uploadPicture)).toHaveLength(1);
});

test("a picture of a draft is saved with the plant, and is said to be kept until then", async () => {
  const { server, plant } = await openEditor({}, { typed: { pictureId }, before: { pictureId: "" } });
  await button(text("typed.take")).click();
  await expect.element(form.getByText(text("plantEditor.keptPicture"))).toBeVisible();
  await expect.element(form.getByText(text("plantEditor.replacePicture"))).toBeVisible();
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([{ stationId: plant.stationId, revision: "17", pictureId }]);
});

test("removes the picture of a plant when it is saved", async () => {
  const { server, plant } = await openEditor({ pictureId });
  await expect.poll(() => document.querySelectorAll(".picture-field img.plant-picture")).toHaveLength(1);
  await button(text("plantEditor.removePicture")).click();
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([{ stationId: plant.stationId, revision: "17", pictureId: null }]);
});

test("says what is wrong with a file, and keeps everything else", async () => {
  const { server } = await openEditor();
  await form.getByLabelText(text("form.name"), { exact: false }).first().fill("Barn");
  choose(new File(["MZ program"], "roof.png", { type: "image/png" }));
  await expect.element(form.getByText(text("plantEditor.notPicture"))).toBeVisible();
  const heic = [new Uint8Array([0, 0, 0, 24]), "ftypheic", new Uint8Array(400)];
  choose(new File(heic, "roof.heic", { type: "image/heic" }));
  await expect.element(form.getByText(text("plantEditor.notPicture"))).toBeVisible();
  choose(new File([new Uint8Array(60 * 1024 * 1024)], "roof.jpg", { type: "image/jpeg" }));
  await expect.element(form.getByText(text("plantEditor.tooLarge", { max: 40 }))).toBeVisible();
  expect(server.listCalls(endpoints.station.uploadPicture)).toEqual([]);
  await expect.element(form.getByLabelText(text("form.name"), { exact: false }).first()).toHaveValue("Barn");
});
