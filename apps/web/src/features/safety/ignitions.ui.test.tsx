import type { Ignition } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makePlant, noEvidence } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const plant = makePlant({ name: "Old barn" });
const at = "2026-06-11T10:00:00.000Z";
const waiting: Ignition = {
  ...{ ignitionId: crypto.randomUUID(), mode: "manual", at, state: "waiting", gatewaySn: "GW-1" },
  ...{ unitsStarted: null, unitsFailed: null, code: null, byName: "Ada" },
};
const partly: Ignition = {
  ...{ ignitionId: crypto.randomUUID(), mode: "auto", at, state: "partly", gatewaySn: "GW-2" },
  ...{ unitsStarted: 7, unitsFailed: 2, code: null, byName: null },
};
const allowed = { allowed: true };

const open = (rows: Ignition[], ignite: { allowed: boolean; reason?: string }) =>
  openConsole({
    at: `/station/${plant.stationId}/safety`,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.safety.get, {
        ...{
          state: "normal",
          operation: null,
          marks: [],
          unitOperations: [],
          evidence: noEvidence,
          gateways: [],
          units: [],
          strings: [],
          mayRelease: false,
          storage: { pressedAt: null, hasWaitingReports: false },
          lastDrill: null,
        },
        counts: { units: 0, sent: 0, acknowledged: 0, proven: 0, dark: 0 },
      });
      server.reply(endpoints.safety.ledger, { rows: [], total: 0, brokenAt: null });
      server.reply(endpoints.safety.records, { rows: [], total: 0, publicKey: "key" });
      server.reply(endpoints.safety.drills, {
        ...{ rows: [], strings: [], everyMonths: 12, dueAt: at, mayChangeInterval: true },
      });
      server.reply(endpoints.responder.settings, null);
      const no = { allowed: false };
      server.reply(endpoints.permission.checkStationOp, {
        ...{ open: no, close: no, edit: no, share: no, transfer: no, delete: no, stop: no, reset: no },
      } as never);
      server.reply(endpoints.ignition.list, { rows, total: rows.length, ignite });
    },
  });

const rowOf = (name: string) => page.getByRole("row", { name });
const ignite = page.getByRole("button", { name: "Ignite", exact: true });

test("lists automatic and manual ignitions with their outcome, and cancels one that was not delivered [R3.17, R4.13]", async () => {
  const server = await open([waiting, partly], allowed);
  await expect.element(rowOf("GW-2").getByText("7 / 9")).toBeVisible();
  await expect.element(rowOf("GW-2").getByText(/\d\d:00:00/)).toBeVisible();
  await expect.element(rowOf("GW-2").getByText(text("safety.ignition.mode.auto"))).toBeVisible();
  const cancel = text("safety.ignition.cancel");
  expect(rowOf("GW-2").getByRole("button", { name: cancel }).query()).toBeNull();
  server.reply(endpoints.ignition.cancel, () => {
    const rows: Ignition[] = [{ ...waiting, state: "cancelled" }];
    server.reply(endpoints.ignition.list, { rows, total: 1, ignite: allowed });
    return null;
  });
  await rowOf("GW-1").getByRole("button", { name: cancel }).click();
  await expect.element(rowOf("GW-1").getByText(text("safety.ignition.state.cancelled"))).toBeVisible();
  expect(server.listCalls(endpoints.ignition.cancel)[0]?.body).toMatchObject({
    ignitionId: waiting.ignitionId,
  });
});

test("names the button of each waiting ignition by its gateway and time", async () => {
  const second: Ignition = { ...waiting, ignitionId: partly.ignitionId, gatewaySn: "GW-3" };
  await open([waiting, second], allowed);
  for (const sn of ["GW-1", "GW-3"]) {
    const name = new RegExp(`^${text("safety.ignition.cancel")}: ${sn}, .*\\d\\d:\\d\\d:\\d\\d`);
    await expect.element(page.getByRole("button", { name })).toBeVisible();
  }
});

test("ignites after one question that names the plant", async () => {
  const server = await open([], allowed);
  server.reply(endpoints.ignition.ignite, { gateways: 1 });
  await ignite.click();
  const dialog = page.getByRole("dialog", { name: text("safety.ignition.question", { name: "Old barn" }) });
  expect(server.listCalls(endpoints.ignition.ignite)).toEqual([]);
  await dialog.getByRole("button", { name: text("safety.ignition.ignite") }).click();
  await expect.poll(() => server.listCalls(endpoints.ignition.ignite)).toHaveLength(1);
});

test("says why the units of a plant cannot be ignited", async () => {
  const reason = "The plant or device is shut down. Reset or close it first.";
  await open([waiting], { allowed: false, reason });
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(ignite).toBeDisabled();
  await expect.element(rowOf("GW-1")).toBeVisible();
  expect(
    rowOf("GW-1")
      .getByRole("button", { name: text("safety.ignition.cancel") })
      .query(),
  ).toBeNull();
});
