import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeDevice } from "../../../test/ui/samples.ts";

test("a device that is not normal names the alarm that decides its status", async () => {
  const alarm = {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: new Date().toISOString(),
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  };
  const stationId = crypto.randomUUID();
  const rows = [
    makeDevice({ sn: "OP-1", stationId, stationName: "Roof", status: "fault", alarm }),
    makeDevice({ sn: "OP-2", stationId, stationName: "Roof" }),
  ];
  await openConsole({
    at: "/control/list",
    prepare: (server) => server.reply(endpoints.device.list, { rows, total: rows.length }),
  });
  const reason = page.getByRole("link", { name: /^Internal fault since/ });
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  expect(reason.element().getAttribute("href")).toContain(`/alarms/${alarm.alarmId}`);
});
