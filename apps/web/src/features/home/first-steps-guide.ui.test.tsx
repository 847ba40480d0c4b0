import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeOverview, makePlant } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";
import { queryClient } from "../../shared/api/queries.ts";

// Texts are known once the console is open.
const guide = () => page.getByRole("region", { name: text("guide.title") });
const link = (name: string) => guide().getByRole("link", { name, exact: true });
/** The step whose turn it is. */
const current = () => document.querySelector(".steps [aria-current=step] h3")?.textContent;

/** Home of an account whose plants have never reported. */
async function openHome(plants: readonly ReturnType<typeof makePlant>[], withheld: readonly string[] = []) {
  return await openConsole({
    at: "/home",
    plants,
    withheld,
    prepare: (server) =>
      server.reply(endpoints.home.getOverview, { ...makeOverview(plants), updatedAt: null }),
  });
}

test("leads a new account to its first plant, without empty figures below", async () => {
  await openHome([]);
  await expect.poll(current).toBe(text("guide.addPlant"));
  await expect.element(link(text("home.addPlant"))).toHaveAttribute("href", "#/add-power-station");
  expect(page.getByRole("region", { name: text("home.totals") }).elements()).toEqual([]);
});

test("leads from a plant without a gateway to its first gateway", async () => {
  const plant = makePlant({ name: "Roof", gatewayCount: 0 });
  await openHome([plant]);
  await expect.poll(current).toBe(text("guide.addGateway"));
  await expect.element(guide().getByText(text("guide.addGatewayTo", { name: "Roof" }))).toBeVisible();
  await expect
    .element(link(text("guide.addGateway")))
    .toHaveAttribute("href", `#/station/${plant.stationId}/devices?add=gateway`);
  await expect.element(guide().getByRole("heading", { name: "Add a plant done" })).toBeVisible();
});

test("leads from a plant with a gateway to its first report", async () => {
  const plant = makePlant({ gatewayCount: 1 });
  await openHome([plant]);
  await expect.poll(current).toBe(text("guide.firstReport"));
  await expect.element(link(text("guide.watch"))).toHaveAttribute("href", `#/station/${plant.stationId}`);
});

test.each([
  ["that others have shared", { level: "participant" }, []],
  ["whose devices the account may not add", { level: "owner" }, ["device:add"]],
] as const)("leads nowhere from a plant %s", async (_, change, withheld) => {
  const server = await openHome([makePlant({ name: "Shared", gatewayCount: 0, ...change })], withheld);
  await expect.element(page.getByRole("link", { name: "Shared" }).first()).toBeVisible();
  await expect.poll(() => server.listCalls(endpoints.station.get).length).toBeGreaterThan(0);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(guide()).not.toBeInTheDocument();
});
