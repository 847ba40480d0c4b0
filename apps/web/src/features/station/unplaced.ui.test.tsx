import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makePlant } from "../../../test/ui/samples.ts";

test("a plant with rejected or pending reports says so, and its page lists them with their reasons", async () => {
  const plant = makePlant({ name: "Roof" });
  const report = {
    deviceId: crypto.randomUUID(),
    sn: "DC-1",
    receivedAt: "2026-05-04T07:30:00.000Z",
    seq: 7,
    detail: "OP-9",
    unitCount: 2,
    body: "{}",
    isBinary: false,
  };
  const server = await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/devices`,
    prepare: (made) =>
      made.reply(endpoints.unplacedReports.list, {
        rows: [
          { ...report, reportId: "pending-2", state: "pending", topic: "up/data", reason: "unknown-rev" },
          {
            ...report,
            reportId: "pending-1",
            state: "pending",
            topic: "up/data",
            reason: "before-link",
            detail: "",
            unitCount: 0,
          },
          {
            ...report,
            reportId: "rejected-1",
            state: "rejected",
            topic: "v1/DC-1/up/data",
            reason: "other-plant",
          },
        ],
        total: 2,
        counts: [
          { state: "pending", reason: "unknown-rev", total: 1 },
          { state: "rejected", reason: "other-plant", total: 41 },
        ],
        recentTotal: 12,
      }),
  });
  await expect
    .element(page.getByText(/^12 reports were rejected in the last day or are pending/))
    .toBeVisible();
  await page.getByRole("link", { name: "Show reports" }).click();
  const row = (name: RegExp) => page.getByRole("row", { name });
  await expect.element(row(/Unknown inventory.*up\/data.*Pending.*DC-1/)).toBeVisible();
  await expect.element(row(/Belongs to another plant.*OP-9.*Rejected/)).toBeVisible();
  // The other units of such a report are stored.
  await expect.element(row(/Before the installation date.*Pending.*Some/)).toBeVisible();
  await expect.element(page.getByText("Rejected: Belongs to another plant 41")).toBeVisible();
  expect(server.listCalls(endpoints.unplacedReports.list).at(-1)?.query).toMatchObject({
    stationId: plant.stationId,
  });
});

test("a plant without any has no hint", async () => {
  const plant = makePlant({ name: "Roof" });
  const server = await openConsole({ plants: [plant], at: `/station/${plant.stationId}/devices` });
  await expect.poll(() => server.listCalls(endpoints.unplacedReports.list).length).toBeGreaterThan(0);
  await expect.element(page.getByRole("heading", { name: "Gateways" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Show reports" })).not.toBeInTheDocument();
});
