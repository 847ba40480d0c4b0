import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { at, plant } from "../../../test/ui/safety-page.ts";
import { noEvidence } from "../../../test/ui/samples.ts";
import { queryClient } from "../../shared/api/queries.ts";

test("lists the plants that are not in normal operation with their holders", async () => {
  await openConsole({
    at: "/shutdowns",
    prepare: (server) =>
      server.reply(endpoints.safety.holds, {
        rows: [
          {
            ...{ stationId: plant.stationId, name: "Old barn", number: "HG-7", timeZone: "UTC" },
            ...{ state: "partly-shut-down", byName: "Ada", isMine: true, acceptedAt: at },
            ...{ units: 5, proven: 3, dark: 1, marks: 2 },
            evidence: {
              ...{ age: "old", recent: 0, oldestAt: at, recentForMs: null },
              offlineGateways: ["1", "2", "3", "4"].map((end) => ({ sn: `GW-${end}`, units: 8 })),
            },
          },
          {
            ...{ stationId: crypto.randomUUID(), name: "Mill", number: "HG-8", timeZone: "UTC" },
            ...{ state: "released", byName: "Ada", isMine: true, acceptedAt: at },
            ...{ units: 5, proven: 3, dark: 1, marks: 0, evidence: noEvidence },
          },
        ],
        total: 2,
        switchedPlants: { rows: [], total: 0 },
      }),
  });
  const ended = page.getByRole("row").filter({ hasText: "Mill" });
  await expect.element(ended).toMatchTextContent(/Released, not reset ?No one/);
  await expect.element(ended.getByText("Ada")).not.toBeInTheDocument();
  const row = page.getByRole("row").filter({ hasText: "Old barn" });
  for (const text of [
    "Ada (you)",
    "3/5 · 1 dark",
    "Gateway GW-3 is offline: 8 units",
    "1 more gateway is offline.",
  ])
    await expect.element(row.getByText(text)).toBeVisible();
  await expect.element(row.getByText(/^Partly shut down, 3 of 5 proven at .*10:00$/)).toBeVisible();
  await expect.element(row.getByText("GW-4")).not.toBeInTheDocument();
  await expect.element(row.getByRole("link")).toHaveAttribute("href", `#/station/${plant.stationId}/safety`);
});

test("lists the plants in operation with devices that were switched separately", async () => {
  const shown = { timeZone: "UTC", opened: 0, drills: 0, closing: 0, since: at };
  const server = await openConsole({
    at: "/shutdowns",
    prepare: (prepared) =>
      prepared.reply(endpoints.safety.holds, {
        ...{ rows: [], total: 0 },
        switchedPlants: {
          rows: [
            { ...shown, stationId: plant.stationId, name: "Old barn", number: "HG-7", opened: 2, drills: 1 },
            { ...shown, stationId: crypto.randomUUID(), name: "New barn", number: "HG-8", closing: 1 },
          ],
          total: 502,
        },
      }),
  });
  const separate = page.getByRole("region", { name: "Switched separately" });
  const row = separate.getByRole("row").filter({ hasText: "Old barn" });
  await expect.element(row.getByText("In operation, 2 devices opened separately")).toBeVisible();
  await expect.element(row.getByRole("link")).toHaveAttribute("href", `#/station/${plant.stationId}/safety`);
  await expect.element(separate.getByText("In operation, 1 device not confirmed closed")).toBeVisible();
  await expect.element(separate.getByText(/^500 more plants are not listed/)).toBeVisible();
  await expect.element(page.getByText("No plant is shut down")).toBeVisible();
  await expect.element(page.getByText(/^A plant appears here/)).not.toBeInTheDocument();
  server.reply(endpoints.safety.holds, { rows: [], total: 0, switchedPlants: { rows: [], total: 0 } });
  await queryClient.refetchQueries();
  await expect.element(page.getByText(/^A plant appears here/)).toBeVisible();
  await expect.element(separate).not.toBeInTheDocument();
});
