import type { DataOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { text } from "../../../../test/ui/text.ts";

type Brake = DataOf<typeof endpoints.fleetBrake.list>["rows"][number];

const stopped: Brake = {
  ...{ brakeId: crypto.randomUUID(), accountId: crypto.randomUUID(), byName: "Ada", companyName: "Roofs" },
  ...{ stoppedAt: "2026-06-11T10:00:00.000Z", plantCount: 6, state: "open", mayDecide: true },
  ...{ decidedByName: null, decidedAt: null },
};
const own: Brake = { ...stopped, brakeId: crypto.randomUUID(), byName: "Me", mayDecide: false };

const open = (rows: Brake[]) =>
  openConsole({
    at: "/system/setup/confirmations",
    prepare(server) {
      server.reply(endpoints.fleetBrake.list, { rows, total: rows.length });
      server.reply(endpoints.fleetBrake.decide, ({ body: { isConfirmed } }) => {
        const state = isConfirmed ? "confirmed" : "refused";
        const decided = { ...stopped, state, mayDecide: !isConfirmed, decidedByName: "Grace" } as const;
        server.reply(endpoints.fleetBrake.list, { rows: [decided], total: 1 });
        return null;
      });
    },
  });

const rowOf = (name: string) => page.getByRole("row", { name });

test("confirms acts on many plants of another user after one question", async () => {
  const server = await open([stopped, own]);
  await expect.element(rowOf("Me")).toBeVisible();
  expect(
    rowOf("Me")
      .getByRole("button", { name: text("confirmations.confirm") })
      .query(),
  ).toBeNull();
  await rowOf("Ada")
    .getByRole("button", { name: text("confirmations.confirm") })
    .click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(text("confirmations.questionText", { name: "Ada" }))).toBeVisible();
  expect(server.listCalls(endpoints.fleetBrake.decide)).toEqual([]);
  await dialog.getByRole("button", { name: text("confirmations.confirm") }).click();
  await expect.element(rowOf("Ada").getByText(text("confirmations.state.confirmed"))).toBeVisible();
  expect(server.listCalls(endpoints.fleetBrake.decide)[0]?.body).toEqual({
    accountId: stopped.accountId,
    isConfirmed: true,
  });
});

test("refuses acts on many plants, shows who has decided, and confirms them later", async () => {
  const server = await open([stopped]);
  await rowOf("Ada")
    .getByRole("button", { name: text("confirmations.refuse") })
    .click();
  await expect.element(rowOf("Ada").getByText(text("confirmations.state.refused"))).toBeVisible();
  await expect.element(rowOf("Ada").getByText("Grace")).toBeVisible();
  expect(server.listCalls(endpoints.fleetBrake.decide)[0]?.body).toMatchObject({ isConfirmed: false });
  expect(
    rowOf("Ada")
      .getByRole("button", { name: text("confirmations.refuse") })
      .query(),
  ).toBeNull();
  await rowOf("Ada")
    .getByRole("button", { name: text("confirmations.confirm") })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("confirmations.confirm") })
    .click();
  await expect.element(rowOf("Ada").getByText(text("confirmations.state.confirmed"))).toBeVisible();
});

test("says what will appear on the page while nothing was stopped", async () => {
  await open([]);
  await expect.element(page.getByText(text("confirmations.none"))).toBeVisible();
});
