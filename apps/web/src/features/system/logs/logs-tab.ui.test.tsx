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
