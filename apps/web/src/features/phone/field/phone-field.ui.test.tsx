import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { showLabel } from "../../../../test/ui/label-camera.ts";
import { usePhone } from "../../../../test/ui/phone.ts";
import { makeDevice, makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const plant = makePlant({ name: "Roof", mayEdit: true });
const address = `/mobile/station/devices?stationId=${plant.stationId}`;
const old = makeDevice({ stationId: plant.stationId, sn: "OP-OLD-1" });
const code = "ABCDEFGHIJKLMNOP";
const region = (name: "add" | "replace") =>
  page.getByRole("region", { name: text(`phoneField.${name}`), exact: true });

test("adds one device after the other on a phone, from the camera or typed", async () => {
  await usePhone();
  showLabel(`SN:OP-NEW-1;RC:${code}`);
  const server = await openConsole({ at: address, plants: [plant] });
  server.reply(endpoints.device.add, { deviceId: crypto.randomUUID() });
  const add = region("add");
  await add.getByRole("button", { name: text("phoneField.add") }).click();
  await expect.element(add.getByText(text("device.snNeeded"))).toBeVisible();
  const scan = add.getByRole("button", { name: text("device.scan") });
  // Scanning comes first, typing after it.
  await expect.element(scan).toHaveAttribute("data-kind", "primary");
  expect(scan.element().compareDocumentPosition(add.getByLabelText(text("device.sn")).element())).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(page.getByText(text("phoneField.noScan")).elements()).toHaveLength(0);
  await scan.click();
  await expect.element(add.getByLabelText(text("device.sn"))).toHaveValue("OP-NEW-1");
  await expect.element(add.getByLabelText(text("device.code"))).toHaveValue(code);
  expect(document.documentElement.scrollWidth).toBe(360);
  await add.getByRole("button", { name: text("phoneField.add") }).click();
  await expect.element(add.getByRole("status")).toHaveTextContent("OP-NEW-1 has been added.");
  await expect.element(add.getByLabelText(text("device.sn"))).toHaveValue("");
  await add.getByLabelText(text("device.sn")).fill(" op-new-2 ");
  await add.getByLabelText(text("device.code")).fill("abcd efgh ijkl mnop");
  await add.getByRole("button", { name: text("phoneField.add") }).click();
  await expect.element(add.getByRole("status")).toHaveTextContent("OP-NEW-2 has been added.");
  expect(server.listCalls(endpoints.device.add).map(({ body }) => body)).toMatchObject([
    { stationId: plant.stationId, sn: "OP-NEW-1", registrationCode: code },
    { stationId: plant.stationId, sn: "OP-NEW-2", registrationCode: code },
  ]);
});

test("who types the numbers of a device goes on with the next one", async () => {
  await usePhone();
  const server = await openConsole({ at: address, plants: [plant] });
  server.reply(endpoints.device.add, { deviceId: crypto.randomUUID() });
  const add = region("add");
  await expect.element(add.getByLabelText(text("device.sn"))).not.toHaveFocus();
  await add.getByLabelText(text("device.sn")).fill("OP-NEW-1");
  await add.getByLabelText(text("device.code")).fill(code);
  await add.getByRole("button", { name: text("phoneField.add") }).click();
  await expect.element(add.getByRole("status")).toHaveTextContent("OP-NEW-1 has been added.");
  await expect.element(add.getByLabelText(text("device.sn"))).toHaveFocus();
});

test("scans the label of the device that leaves and of the one that comes, each into its field", async () => {
  await usePhone();
  showLabel("SN:OP-OLD-1");
  await openConsole({ at: address, plants: [plant] });
  const replace = region("replace");
  await replace.getByRole("button", { name: text("phoneField.scanOld") }).click();
  await expect.element(replace.getByLabelText(text("phoneField.old"))).toHaveValue("OP-OLD-1");
  const next = replace.getByRole("button", { name: text("phoneField.scanNew") });
  await expect.element(next).toHaveAttribute("data-kind", "primary");
  showLabel(`SN:OP-NEW-1;RC:${code}`);
  await next.click();
  await expect.element(replace.getByLabelText(text("phoneField.new"))).toHaveValue("OP-NEW-1");
  await expect.element(replace.getByLabelText(text("device.code"))).toHaveValue(code);
  await expect
    .element(replace.getByRole("button", { name: text("phoneField.check") }))
    .toHaveAttribute("data-kind", "primary");
});

test("replaces a device on a phone: shows what it does first, and says when the old one is not there", async () => {
  await usePhone();
  const server = await openConsole({ at: address, plants: [plant] });
  server.reply(endpoints.device.list, { rows: [old], total: 1, isTotalCapped: false });
  const change = {
    state: "checked" as const,
    revision: "0".repeat(32),
    fromAt: "2026-05-04T09:00:04Z",
    shownDeviceId: crypto.randomUUID(),
    stationId: plant.stationId,
    stationName: "Roof",
    timeZone: "UTC",
    devices: { rows: [], total: 0 },
    energyWh: 0,
    alarmCount: 2,
    notes: [],
  };
  server.reply(endpoints.deviceMoves.replace, ({ body }) => ({
    ...change,
    state: body.mode === "apply" ? ("applied" as const) : ("checked" as const),
  }));
  const replace = region("replace");
  // This browser reads no bar codes, and says so once.
  await expect.element(page.getByText(text("phoneField.noScan"))).toBeVisible();
  expect(page.getByRole("button", { name: /scan/i }).elements()).toHaveLength(0);
  const typed = replace.getByLabelText(text("phoneField.old"));
  const check = replace.getByRole("button", { name: text("phoneField.check") });
  await typed.fill("OP-OLD-9");
  await replace.getByLabelText(text("phoneField.new")).fill("OP-NEW-1");
  await check.click();
  await expect.element(replace.getByText(text("phoneField.oldMissing"))).toBeVisible();
  await typed.fill("op-old-1");
  await check.click();
  const confirm = replace.getByRole("button", { name: text("deviceMoves.replace.confirm") });
  await expect.element(confirm).toBeVisible();
  const summary = document.querySelector(".place-change") as HTMLElement;
  const isWithin = (part: Element) =>
    part.getBoundingClientRect().right <= summary.getBoundingClientRect().right;
  expect([summary.scrollWidth - summary.clientWidth, [...summary.children].every(isWithin)]).toEqual([
    0,
    true,
  ]);
  server.refuse(endpoints.deviceMoves.replace, "A0440", messages.en["code.A0440"]);
  await confirm.click();
  await expect.element(replace.getByRole("alert")).toHaveTextContent(messages.en["code.A0440"]);
  server.reply(endpoints.deviceMoves.replace, { ...change, state: "applied" });
  await confirm.click();
  await expect.element(replace.getByRole("status")).toHaveTextContent("OP-OLD-1 has been replaced.");
  expect(server.listCalls(endpoints.deviceMoves.replace).at(-1)?.body).toMatchObject({
    deviceId: old.deviceId,
    sn: "OP-NEW-1",
    mode: "apply",
    revision: change.revision,
    fromAt: change.fromAt,
  });
});
