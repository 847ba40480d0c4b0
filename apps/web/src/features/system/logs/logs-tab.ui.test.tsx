import type { LogRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";

const stationId = crypto.randomUUID();
const formula = '=HYPERLINK("x")';
const row: LogRow = {
  logId: crypto.randomUUID(),
  at: "2026-05-04T09:00:00.000Z",
  kind: "operation",
  type: "station.update",
  actorId: null,
  actorName: null,
  objectType: "plant",
  objectId: stationId,
  objectName: formula,
  stationId,
  stationName: formula,
  original: { name: "Barn" },
  new: { name: formula },
  names: {},
  method: "password",
  address: "127.0.0.1",
  number: 1,
};

test("the log is written to a file, formulas quoted", async () => {
  const downloads = watchDownloads();
  await openConsole({
    at: "/system/setup/logs",
    prepare(server) {
      server.reply(endpoints.log.list, { rows: [row], total: 1 });
      server.reply(endpoints.log.verification, {
        last: null,
        isRunning: false,
        sealedNumber: 1,
        waiting: 0,
      });
    },
  });
  await page.getByRole("region", { name: "Operations" }).getByRole("button", { name: "Export" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /export/i })
    .last()
    .click();
  const lines = await downloads.readLines();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Plant changed");
  expect(lines[1]).toContain("'=HYPERLINK");
});

test("a security alarm is explained in the user's language", async () => {
  const alarm: LogRow = { ...row, kind: "security", type: "device.session-fight", original: null, new: null };
  await openConsole({
    at: "/system/setup/logs?log=security",
    language: "th",
    prepare(server) {
      server.reply(endpoints.log.list, { rows: [alarm], total: 1 });
      server.reply(endpoints.log.verification, {
        last: null,
        isRunning: false,
        sealedNumber: 1,
        waiting: 0,
      });
    },
  });
  await page.getByRole("row").last().click();
  const guide = page.getByRole("dialog").getByRole("region", { name: "ตัวตนของเกตเวย์ซ้ำกัน" });
  await expect.element(guide.getByText("หาเครื่องที่สองแล้วปิด")).toBeVisible();
});

test("the device log says what a device did in words, and is narrowed by type, device type and device on the server [R3.14]", async () => {
  const deviceId = crypto.randomUUID();
  const ended: LogRow = {
    ...row,
    kind: "device",
    type: "device.command",
    actorName: "Ana",
    actorId: crypto.randomUUID(),
    objectType: "device",
    objectId: deviceId,
    objectName: "DC-0001",
    original: { state: "delivered" },
    new: { state: "failed", op: "param.set", code: "E_LOCKED" },
    method: "link",
  };
  const server = await openConsole({
    at: "/system/setup/logs",
    language: "pt",
    prepare(made) {
      made.reply(endpoints.log.list, { rows: [ended], total: 1 });
      made.reply(endpoints.log.verification, { last: null, isRunning: false, sealedNumber: 1, waiting: 0 });
    },
  });
  const lastQuery = () => server.listCalls(endpoints.log.list).at(-1)?.query;
  await page
    .getByRole("navigation", { name: "Tipo de registro" })
    .getByRole("link", { name: "Dispositivos" })
    .click();
  await expect.poll(lastQuery).toMatchObject({ kind: "device" });
  const shown = page.getByRole("row").last();
  for (const text of [
    "Comando concluído",
    "DC-0001",
    "Enviado → Falhou",
    "Comando: definir parâmetros",
    "Ana",
  ])
    await expect.element(shown).toMatchTextContent(text);
  const type = page.getByRole("combobox", { name: "Tipo de operação" });
  await expect.element(type.getByRole("option", { name: "Senha confirmada" })).not.toBeInTheDocument();
  await type.selectOptions("Gateway desconectado");
  await page.getByRole("combobox", { name: "Tipo de dispositivo" }).selectOptions("MCON");
  await expect
    .poll(lastQuery)
    .toMatchObject({ kind: "device", type: "device.disconnect", deviceType: "MCON" });
  await shown.click();
  await expect.element(page.getByRole("dialog").getByText("bloqueado")).toBeVisible();
  await page.getByRole("button", { name: "Só este dispositivo" }).click();
  await expect.poll(lastQuery).toMatchObject({ kind: "device", deviceId });
  await page.getByRole("button", { name: "Mostrar todos os dispositivos" }).click();
  await expect.poll(lastQuery).not.toHaveProperty("deviceId");
});
