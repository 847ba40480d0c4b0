import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleLayout } from "../../../test/ui/layout-samples.ts";
import type { Safety } from "../../../test/ui/safety-page.ts";
import { at, openSafety, panel, partly, plant, unit, yes } from "../../../test/ui/safety-page.ts";
import { queryClient } from "../../shared/api/queries.ts";

const provenUnit = (sn: string, evidence: Safety["units"][number]["evidence"]): Safety["units"][number] => ({
  ...{ ...unit, deviceId: crypto.randomUUID(), sn, slotLabel: "", state: "open", evidence },
  ...{ outputV: 0.4, inputV: 45, sampleAt: at },
});
const [firstSn, secondSn] = sampleLayout.units.slice(1, 3).map(({ sn }) => sn as string) as [string, string];
const shutDown: Safety = {
  ...{ ...partly, state: "shut-down", counts: { ...partly.counts, units: 2, proven: 2, dark: 0 } },
  evidence: { age: "recent", recent: 2, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
  units: [provenUnit(firstSn, "recent"), provenUnit(secondSn, "recent")],
  strings: [
    {
      ...{
        stringId: crypto.randomUUID(),
        sn: "MCON-1",
        slotLabel: "",
        gatewaySn: "GW-1",
        units: 2,
        proven: 2,
      },
      ...{ unlinkedUnits: 0, otherHalfV: 0, maxV: 0.8, level: "outside" },
    },
  ],
};

test("evidence that is not recent has its time, also in the head and on the roof, and offline gateways are named", async () => {
  const old: Safety = {
    ...shutDown,
    evidence: {
      ...{ age: "old", recent: 1, oldestAt: at, recentForMs: 600_000 },
      offlineGateways: [{ sn: "GW-2", units: 8 }],
    },
    units: [provenUnit(firstSn, "recent"), provenUnit(secondSn, "offline")],
  };
  const server = await openSafety(old, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.reply(endpoints.layout.get, sampleLayout),
  );
  const headline = page.getByText(/^Shut down, 2 of 2 proven at .*10:00$/);
  await expect.element(panel.getByText("Gateway GW-2 is offline: 8 units")).toBeVisible();
  expect(headline.elements()).toHaveLength(2);
  expect(headline.elements().map((element) => element.getAttribute("data-variant"))).toEqual([
    "alarm",
    "alarm",
  ]);
  await expect.element(panel.getByText("Every unit that can be measured is open.")).not.toBeInTheDocument();
  await expect.element(panel.getByText(/treat the modules as live\. 1 unit is proven now\.$/)).toBeVisible();
  await expect.element(panel.getByText(/^1 string carried at most 30 V at .*10:00$/)).toBeVisible();
  for (const text of ["Open, measured 1", "Proven earlier 1"])
    await expect.element(panel.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect.element(panel.getByRole("application", { name: "1 of 2 proven" })).toBeVisible();
  await panel.getByText("Proven earlier, not now: 1 unit").click();
  await expect
    .element(panel.getByText(/^Proven at .*10:00:00: 0\.4 V .* its gateway is offline$/))
    .toBeVisible();
  const dark: Safety = {
    ...shutDown,
    evidence: { age: "dark", recent: 0, oldestAt: at, recentForMs: null, offlineGateways: [] },
    units: [provenUnit(firstSn, "dark"), provenUnit(secondSn, "dark")],
  };
  server.reply(endpoints.safety.get, dark);
  server.push({ type: "safety", stationId: plant.stationId });
  const darkHeadline = panel.getByText(/^Shut down, 2 of 2 proven at .*10:00, dark since then$/);
  await expect.element(darkHeadline).toHaveAttribute("data-variant", "stopped");
  await expect.element(panel.getByText(/^Proven open at .* before there is light/)).toBeVisible();
  await expect.element(panel.getByText("is offline")).not.toBeInTheDocument();
});

test("what the server called recent is not so any more after the time that it said, whatever does not reach the page", async () => {
  const soon = { ...shutDown, evidence: { ...shutDown.evidence, recentForMs: 3_000 } };
  const server = await openSafety(soon, { stop: yes, reset: yes });
  await expect.element(panel.getByText("Shut down, 2 of 2 proven", { exact: true })).toBeVisible();
  server.setOffline(true);
  const headline = page.getByText(/^Shut down, 2 of 2 proven at .*10:00$/);
  await expect.poll(() => headline.elements().length).toBe(2);
  await expect.element(panel.getByText("Proven earlier, not now: 2 units")).toBeVisible();
  server.setOffline(false);
  server.reply(endpoints.safety.get, shutDown);
  await queryClient.refetchQueries();
  await expect.element(panel.getByText("Shut down, 2 of 2 proven", { exact: true })).toBeVisible();
});
