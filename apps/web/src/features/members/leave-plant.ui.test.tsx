import type { MemberRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Old barn" });
const button = page.getByRole("button", { name: "Leave plant" });
const dialog = page.getByRole("dialog", { name: "Leave Old barn?" });

const row: MemberRow = {
  way: "grant",
  grantId: crypto.randomUUID(),
  name: "Bo",
  level: "participant",
  mayOperate: false,
  accountCount: 1,
  commanderCount: 0,
  sinceAt: "2026-05-01T08:00:00.000Z",
  endsAt: null,
  invitedByName: "Ana",
  isMine: true,
};

const open = (rows: readonly MemberRow[]) =>
  openConsole({
    at: `/station/${plant.stationId}/members`,
    plants: [plant],
    prepare(server) {
      const giving = { administrators: false, latestEndsAt: null };
      server.reply(endpoints.sharing.members, {
        rows: [...rows],
        total: rows.length,
        transfer: null,
        giving,
      });
      server.reply(endpoints.log.ofPlant, { rows: [], total: 0 });
    },
  });

test("a plant that others share is left after a question, and its tab is closed", async () => {
  const server = await open([row]);
  server.reply(endpoints.sharing.shareLeave, null);
  await button.click();
  await expect.element(dialog.getByText("You lose access to this plant immediately.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.sharing.shareLeave)).toHaveLength(0);
  await button.click();
  await dialog.getByRole("button", { name: "Leave plant" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
  expect(server.listCalls(endpoints.sharing.shareLeave).map(({ body }) => body)).toEqual([
    { stationId: plant.stationId },
  ]);
});

test("a plant stays open where leaving it is refused", async () => {
  const server = await open([row]);
  server.refuse(endpoints.sharing.shareLeave, "A0440", "Your access ended meanwhile");
  await button.click();
  await dialog.getByRole("button", { name: "Leave plant" }).click();
  await expect.element(page.getByText("Your access ended meanwhile")).toBeVisible();
  expect(location.hash).toBe(`#/station/${plant.stationId}/members`);
});

test("an owner is not offered to leave the plant", async () => {
  await open([{ ...row, way: "owner", grantId: null, level: "owner" }]);
  await expect.element(page.getByRole("button", { name: "Plant settings" })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});
