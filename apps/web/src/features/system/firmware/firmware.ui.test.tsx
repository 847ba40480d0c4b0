import type { Firmware } from "@heliograph/contract";
import { endpoints, FIRMWARE_PART_BYTES, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { Refusal } from "../../../../test/ui/fake-server.ts";

const row: Firmware = {
  firmwareId: crypto.randomUUID(),
  name: "MCON_MC200_HW1.2_V2.4.1.bin",
  version: "2.4.1",
  type: "MCON",
  model: "MC200",
  hardware: "1.2",
  sizeBytes: 1_703_936,
  publisher: "Ada Lovelace",
  uploadedAt: "2026-05-04T09:00:00.000Z",
  permission: "internal",
  releaseNotes: "Faster reconnect.",
  sha256: "a1".repeat(32),
  signature: `${"B".repeat(86)}==`,
  signedBy: "Example Ltd",
  revision: 3,
};
const name = "OPT_MX600_HW1.2_V3.1.0.bin";
const dialog = page.getByRole("dialog");
const { firmware } = endpoints;

function openTab(options: Parameters<typeof openConsole>[0] = {}) {
  const { prepare, ...rest } = options;
  return openConsole({
    at: "/system/setup/firmware",
    ...rest,
    prepare: (server) => {
      server.reply(firmware.list, { rows: [row], total: 1 });
      prepare?.(server);
    },
  });
}

async function chooseFiles(...files: File[]): Promise<void> {
  await page.getByRole("button", { name: "Upload firmware" }).click();
  await userEvent.upload(dialog.getByLabelText("Select files"), files);
}

test("lists every field of a firmware, and shows hash, signature and release notes of one [R3.12]", async () => {
  await openTab();
  const line = page.getByRole("row").filter({ hasText: row.name });
  for (const text of ["2.4.1", "MCON", "1.63 MB", "Ada Lovelace", "Internal", "04/05/2026"])
    await expect.element(line).toMatchTextContent(text);
  await page.getByRole("button", { name: `Show details of ${row.name}` }).click();
  for (const text of ["1,703,936", row.sha256, row.signature, "Example Ltd", "Faster reconnect."])
    await expect.element(dialog).toMatchTextContent(text);
});

test("uploads a file in parts with its signature file, and publishes it as its name says [R1.6]", async () => {
  const fileId = crypto.randomUUID();
  const server = await openTab({
    prepare: (made) => {
      made.reply(firmware.upload, {
        fileId,
        parts: 3,
        partBytes: FIRMWARE_PART_BYTES,
        type: "OPT",
        version: "3.1.0",
      });
      made.reply(firmware.uploadPart, null);
      made.reply(firmware.publish, { firmwareId: row.firmwareId });
    },
  });
  const sizeBytes = 2 * FIRMWARE_PART_BYTES + 7;
  await chooseFiles(new File([new Uint8Array(sizeBytes)], name), new File(["signed"], `${name}.sig`));
  await expect.element(dialog.getByRole("heading", { name: `Publish ${name}` })).toBeVisible();
  expect(server.listCalls(firmware.upload)[0]?.body).toEqual({ fileName: name, sizeBytes });
  const parts = server.listCalls(firmware.uploadPart);
  expect(parts.map(({ query }) => query)).toEqual([0, 1, 2].map((part) => ({ fileId, part })));
  expect(parts.map(({ body }) => (body as unknown as Blob).size)).toEqual([
    FIRMWARE_PART_BYTES,
    FIRMWARE_PART_BYTES,
    7,
  ]);
  await dialog.getByLabelText("Release notes").fill("Faster.");
  await dialog.getByText("Internal", { exact: true }).click();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(firmware.publish)[0]?.body).toEqual({
    fileId,
    type: "OPT",
    version: "3.1.0",
    permission: "internal",
    releaseNotes: "Faster.",
    signature: "signed",
  });
});

test("says beside the file why it is refused [R5.9], and continues an interrupted upload with the part that failed", async () => {
  let isDown = true;
  const server = await openTab({
    prepare: (made) => {
      made.refuse(firmware.upload, "A0710", messages.en["code.A0710"]);
      made.reply(firmware.uploadPart, ({ query }) => {
        if (isDown && query.part === 1) throw new Refusal("A0700", messages.en["file.firmwarePart"]);
        return null;
      });
    },
  });
  await chooseFiles(new File(["x"], `${name}.sig`));
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent(`${name}.sig: This is a signature file. Select it together with the firmware file.`);
  expect(server.listCalls(firmware.upload)).toHaveLength(0);
  await userEvent.upload(dialog.getByLabelText("Select files"), [new File(["x"], "firmware.bin")]);
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent("firmware.bin: The firmware name does not follow the naming standard");
  await expect.element(dialog.getByLabelText("Select files")).toHaveFocus();
  const fileId = crypto.randomUUID();
  server.reply(firmware.upload, {
    fileId,
    parts: 2,
    partBytes: FIRMWARE_PART_BYTES,
    type: "OPT",
    version: "3.1.0",
  });
  await userEvent.upload(
    dialog.getByLabelText("Select files"),
    new File([new Uint8Array(FIRMWARE_PART_BYTES + 1)], name),
  );
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("did not arrive completely");
  isDown = false;
  await dialog.getByRole("button", { name: "Continue upload" }).click();
  await expect.element(dialog.getByRole("heading", { name: `Publish ${name}` })).toBeVisible();
  expect(server.listCalls(firmware.uploadPart).map(({ query }) => query.part)).toEqual([0, 1, 1]);
  expect(server.listCalls(firmware.upload)).toHaveLength(2);
});

test("shows the server's refusal beside the signature and keeps what was typed", async () => {
  const sentence = messages.en["field.firmwareModified"];
  await openTab({
    prepare: (made) => {
      made.reply(firmware.upload, {
        fileId: crypto.randomUUID(),
        parts: 1,
        partBytes: FIRMWARE_PART_BYTES,
        type: "OPT",
        version: "3.1.0",
      });
      made.reply(firmware.uploadPart, null);
      made.reply(firmware.publish, () => {
        throw new Refusal("A0700", sentence, { fields: [{ path: "signature", message: sentence }] });
      });
    },
  });
  await chooseFiles(new File(["x"], name));
  const signature = dialog.getByLabelText("Signature", { exact: true });
  await signature.fill("pasted");
  await dialog.getByLabelText("Release notes").fill("Faster.");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await expect.element(signature).toHaveAttribute("aria-invalid", "true");
  await expect.element(dialog.getByLabelText("Release notes")).toHaveValue("Faster.");
});

test("offers changes only with the permission for them, and internal firmware only with its own [R6.2]", async () => {
  await openTab({ withheld: ["firmware:upload", "firmware:internal"] });
  await expect.element(page.getByRole("row").filter({ hasText: row.name })).toBeVisible();
  await expect.element(page.getByRole("button", { name: `Download ${row.name}` })).toBeVisible();
  for (const label of ["Upload firmware", `Edit ${row.name}`, `Delete ${row.name}`])
    await expect.element(page.getByRole("button", { name: label })).not.toBeInTheDocument();
  await expect.element(page.getByText("All permissions")).not.toBeInTheDocument();
});

test("deletes a firmware only once confirmed [R1.6]", async () => {
  const server = await openTab({ prepare: (made) => made.reply(firmware.delete, null) });
  const remove = page.getByRole("button", { name: `Delete ${row.name}` });
  await remove.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(server.listCalls(firmware.delete)).toEqual([]);
  await remove.click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => server.listCalls(firmware.delete)[0]?.body).toEqual({ firmwareId: row.firmwareId });
});
