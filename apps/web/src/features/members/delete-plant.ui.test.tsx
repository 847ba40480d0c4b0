import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makePlant } from "../../../test/ui/samples.ts";
import { toastStore } from "../../shared/base/toast.ts";

const plant = makePlant({ name: "Old barn" });
const button = page.getByRole("button", { name: "Delete plant" });
const dialog = page.getByRole("dialog", { name: "Delete Old barn?" });

const listTabs = () =>
  page
    .getByRole("navigation", { name: "Open pages" })
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);

function replyMembers(server: FakeServer): void {
  server.reply(endpoints.sharing.members, {
    rows: [],
    total: 0,
    transfer: null,
    giving: { administrators: true, latestEndsAt: null },
  });
  server.reply(endpoints.log.ofPlant, { rows: [], total: 0 });
}

const open = (prepare: (server: FakeServer) => void = () => undefined) =>
  openConsole({
    at: `/station/${plant.stationId}/members`,
    plants: [plant],
    prepare(server) {
      replyMembers(server);
      prepare(server);
    },
  });

test("a plant is deleted once its name is typed; a wrong name is refused beside the field before anything is sent", async () => {
  const server = await open();
  await button.click();
  await expect.element(dialog.getByText("its devices become free")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete plant" }).click();
  expect(server.listCalls(endpoints.station.delete)).toHaveLength(0);
  const message = "Does not match the name of the plant.";
  server.reply(endpoints.station.delete, null);
  await dialog.getByRole("textbox", { name: "Name of the plant" }).fill("Old bar");
  await dialog.getByRole("button", { name: "Delete plant" }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  expect(server.listCalls(endpoints.station.delete)).toHaveLength(0);
  await dialog.getByRole("textbox", { name: "Name of the plant" }).fill(" Old barn ");
  await dialog.getByRole("button", { name: "Delete plant" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
  expect(server.listCalls(endpoints.station.delete).at(-1)?.body).toEqual({
    stationId: plant.stationId,
    name: "Old barn",
  });
});

test("a deleted plant closes its tab with all of its pages, without an error", async () => {
  const server = await open();
  await expect.element(button).toBeVisible();
  go(`/station/${plant.stationId}`);
  await expect.element(page.getByRole("region", { name: "Power now" })).toBeVisible();
  go(`/station/${plant.stationId}/members`);
  server.reply(endpoints.station.delete, () => {
    for (const endpoint of [endpoints.station.get, endpoints.sharing.members])
      server.refuse(endpoint, "A0404", "Not found");
    // While this one is on its way, the page has the others' refusals.
    server.reply(endpoints.log.ofPlant, () => new Promise<never>(() => undefined));
    return null;
  });
  await button.click();
  await dialog.getByRole("textbox", { name: "Name of the plant" }).fill("Old barn");
  let hasSaidMissing = false;
  const observer = new MutationObserver(() => {
    hasSaidMissing ||= document.body.textContent.includes("Plant not found");
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await dialog.getByRole("button", { name: "Delete plant" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
  await expect.poll(listTabs).toEqual(["Home"]);
  observer.disconnect();
  expect(hasSaidMissing).toBe(false);
  expect(document.querySelectorAll("main")).toHaveLength(1);
  expect(toastStore.read()).toEqual([]);
});

test("who may not delete a plant is not offered to", async () => {
  await open((server) =>
    server.reply(endpoints.permission.checkStationOp, {
      ...Object.fromEntries(
        ["stop", "reset", "open", "close", "delete"].map((op) => [op, { allowed: false }]),
      ),
      edit: { allowed: true },
      share: { allowed: true },
      transfer: { allowed: false },
    } as never),
  );
  await expect.element(page.getByRole("button", { name: "Plant settings" })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});
