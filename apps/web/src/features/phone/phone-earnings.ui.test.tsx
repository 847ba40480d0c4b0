import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { usePhone } from "../../../test/ui/phone.ts";
import { makeEarnings, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Phone Roof" });
const address = `/mobile/station/layout?stationId=${plant.stationId}`;

test("a phone page shows the earnings of today and of the month, and energy without a price beside them", async () => {
  await usePhone();
  const month = makeEarnings(plant.today.slice(0, 7));
  const bars = [{ ...month.bars[0]!, period: plant.today, amount: "1.5" }];
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare: (fake) => fake.reply(endpoints.station.earnings, { ...month, bars }),
  });
  const earnings = page.getByRole("region", { name: "Earnings" });
  await expect
    .element(earnings)
    .toMatchTextContent(/Today ?€1\.50This month ?€2\.95 ?estimated\s*Not priced: 1\.30 kWh/);
  const period = plant.today.slice(0, 7);
  expect(server.listCalls(endpoints.station.earnings)[0]).toMatchObject({ query: { by: "day", period } });
});

test("a phone page asks for no earnings that the plant hides", async () => {
  const hidden = makePlant({ ...plant, hiddenParts: ["earnings"] });
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare: (fake) => fake.reply(endpoints.station.get, hidden),
  });
  await expect.element(page.getByRole("region", { name: "Energy" })).toBeVisible();
  expect(server.listCalls(endpoints.station.earnings)).toHaveLength(0);
});

test("a phone page of a stranger's public plant requests its energy only", async () => {
  const stranger = makePlant({ ...plant, level: "public" });
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare: (fake) => fake.reply(endpoints.station.get, stranger),
  });
  await expect.element(page.getByRole("region", { name: "Energy" })).toBeVisible();
  await expect.element(page.getByText("You do not have permission to view the devices")).toBeVisible();
  for (const endpoint of [endpoints.station.earnings, endpoints.device.list, endpoints.alarm.list])
    expect(server.listCalls(endpoint)).toEqual([]);
});
