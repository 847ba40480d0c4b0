import type { MaintenanceRow } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { Refusal } from "../../../../test/ui/fake-server.ts";

const row: MaintenanceRow = {
  maintenanceId: crypto.randomUUID(),
  version: 1,
  name: "Move of the servers",
  kind: "app",
  previewAt: "2099-05-01T08:00:00.000Z",
  serviceStopAt: "2099-05-01T20:00:00.000Z",
  serviceRestartAt: "2099-05-01T22:00:00.000Z",
  isOn: false,
  phase: "off",
  lastOperatorName: "ROOT",
  updatedAt: "2026-05-04T09:00:00.000Z",
};
const dialog = page.getByRole("dialog");

async function openTab() {
  const server = await openConsole({
    at: "/system/setup/maintenance",
    prepare: (made) => made.reply(endpoints.maintenance.list, { rows: [row], total: 1 }),
  });
  await expect.element(page.getByRole("row").filter({ hasText: row.name })).toBeVisible();
  return server;
}

/** Makes the browser one of Bangkok, seven hours ahead of UTC. */
function moveToBangkok(): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: "Asia/Bangkok" };
  });
}

test("shows the sentences of a pop-up in four languages, with its own times in the viewer's zone [R3.18, R4.15]", async () => {
  moveToBangkok();
  await openTab();
  expect(document.title).toBe("Maintenance notices");
  await page.getByRole("button", { name: `Preview notices of ${row.name}` }).click();
  await expect.element(dialog).toMatchTextContent("the service stops at 02/05/2099 03:00");
  for (const [language, sentence] of [
    ["简体中文", "系统维护公告：服务将于2099/05/02 03:00停止"],
    ["Português", "Manutenção: o serviço para em 02/05/2099 03:00"],
    ["ไทย", "ประกาศปิดปรับปรุงระบบ: หยุดให้บริการ 02/05/2099"],
  ] as const) {
    await dialog.getByText(language).click();
    await expect.element(dialog).toMatchTextContent(sentence);
  }
});

test("keeps what was typed where someone else was faster, and refuses a restart before the stop", async () => {
  const server = await openTab();
  server.refuse(endpoints.maintenance.update, "A0440", messages.en["code.A0440"]);
  await page.getByRole("button", { name: `Edit ${row.name}` }).click();
  const name = dialog.getByLabelText("Name", { exact: false }).first();
  await name.fill("Mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Someone else has changed this in the meantime.")).toBeVisible();
  await expect.element(name).toHaveValue("Mine");
  expect(server.listCalls(endpoints.maintenance.update)[0]?.body).toMatchObject({
    maintenanceId: row.maintenanceId,
    version: 1,
  });
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  server.reply(endpoints.maintenance.update, () => {
    const path = "serviceRestartAt";
    const message = messages.en["field.restartBeforeStop"];
    throw new Refusal("A0400", message, { fields: [{ path, message }] });
  });
  await page.getByRole("button", { name: `Edit ${row.name}` }).click();
  await dialog.getByLabelText("Service restarts").fill("01/05/2099 19:00");
  await userEvent.keyboard("{Enter}");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("The restart must be after the stop.")).toBeVisible();
});

test("deletes a pop-up after asking, and says that none is left", async () => {
  const server = await openTab();
  server.reply(endpoints.maintenance.delete, () => {
    server.reply(endpoints.maintenance.list, { rows: [], total: 0 });
    return null;
  });
  await page.getByRole("button", { name: `Delete ${row.name}` }).click();
  expect(server.listCalls(endpoints.maintenance.delete)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(page.getByText("No maintenance scheduled")).toBeVisible();
  expect(server.listCalls(endpoints.maintenance.delete)[0]?.body).toEqual({
    maintenanceId: row.maintenanceId,
    version: 1,
  });
});
