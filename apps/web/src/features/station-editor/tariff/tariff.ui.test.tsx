import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { Refusal } from "../../../../test/ui/fake-server.ts";
import { makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const form = page.getByRole("main");
const prices = () => form.getByRole("textbox", { name: text("form.price") });
const button = (name: string) => form.getByRole("button", { name, exact: true });
const says = (words: string) => expect.element(form.getByText(words)).toBeVisible();

type Tariff = NonNullable<ReturnType<typeof makePlant>["tariff"]>;

async function openEditor(tariff: Tariff, today = "2026-06-22") {
  const plant = makePlant({ revision: "17", mayEdit: true, currency: "EUR", tariff, today });
  const server = await openConsole({
    plants: [plant],
    at: `/edit-power-station/${plant.stationId}`,
    prepare(made) {
      made.reply(endpoints.station.get, plant);
      made.reply(endpoints.station.tariffs, {
        rows: [
          { validFrom: "2026-08-01", tariff: { method: "fixed", price: "0.3" }, isInForce: false },
          { validFrom: "2024-05-01", tariff, isInForce: true },
        ],
        total: 2,
      });
      made.reply(endpoints.station.update, { stationId: plant.stationId, revision: "18" });
    },
  });
  await expect.element(prices().first()).toBeVisible();
  return { server, plant };
}

const byTime = (...periods: [start: string, end: string, price: string][]): Tariff => ({
  method: "time",
  periods: periods.map(([start, end, price]) => ({ start, end, price })),
});

test("shows gaps and overlaps of the day while periods are typed, over midnight too [R5.6]", async () => {
  const { server } = await openEditor(byTime(["22:15", "06:00", "0.1"], ["06:00", "12:00", "0.4"]));
  await says("Not priced: 12:00–22:15");
  await button(text("form.addPeriod")).click();
  await says(text("plantEditor.covered"));
  await prices().nth(2).fill("0.2");
  const ends = form.getByRole("combobox", { name: text("form.end") });
  await ends.nth(2).click();
  await ends.nth(2).fill("23:45");
  await page.getByTitle("23:45").last().click();
  await says("Overlap: 22:15–23:45");
  await button(text("form.saveChanges")).click();
  await says(text("plantEditor.overlap"));
  expect(server.listCalls(endpoints.station.update)).toEqual([]);
  await button(text("form.removePeriod", { number: 3 })).click();
  await says("Not priced: 12:00–22:15");
});

test("previews what a changed price changes and until when, and says that the past keeps its prices", async () => {
  const { server, plant } = await openEditor(byTime(["22:00", "06:00", "0.1"], ["06:00", "22:00", "0.4"]));
  await expect.element(form.getByText(text("plantEditor.previewTitle"))).not.toBeInTheDocument();
  await prices().first().fill("-0,05");
  await says("From 22/06/2026 until the next price starts on 01/08/2026:");
  await expect
    .poll(() => [...document.querySelectorAll(".tariff-change li")].map((item) => item.textContent))
    .toEqual(["00:00–06:00 0.10 → -0.05 EUR/kWh", "22:00–24:00 0.10 → -0.05 EUR/kWh"]);
  await says("Days before 22/06/2026 keep their prices. Past earnings are not recalculated.");
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([
      {
        stationId: plant.stationId,
        revision: "17",
        tariff: byTime(["22:00", "06:00", "-0.05"], ["06:00", "22:00", "0.4"]),
      },
    ]);
});

test("accepts a price of 0, and says when a price changes nothing", async () => {
  const { server } = await openEditor({ method: "fixed", price: "0.65" });
  await prices().fill("0");
  await expect
    .poll(() => [...document.querySelectorAll(".tariff-change li")].map((item) => item.textContent))
    .toEqual(["00:00–24:00 0.65 → 0.00 EUR/kWh"]);
  await prices().fill("0.650");
  await says("This price already applies on 22/06/2026. Nothing changes.");
  await prices().fill("0");
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toMatchObject([{ tariff: { method: "fixed", price: "0" } }]);
});

test("a past day shows what past earnings would be, and is sent only where they are to be recalculated", async () => {
  const earned = { energyWh: 2_000_000, unpricedWh: 0 };
  const { server, plant } = await openEditor({ method: "fixed", price: "0.25" });
  const message = "Select today or a later day, or choose to recalculate past earnings.";
  server.reply(endpoints.station.previewTariff, {
    currency: "EUR",
    fromDay: "2026-03-01",
    toDay: "2026-06-22",
    before: { ...earned, amount: "500" },
    after: { ...earned, amount: "620.5", unpricedWh: 1000 },
    isEstimated: true,
  });
  server.reply(endpoints.station.update, ({ body }) => {
    if (body.revaluesPast !== true)
      throw new Refusal("A0400", message, { fields: [{ path: "tariffFrom", message }] });
    return { stationId: plant.stationId, revision: "18" };
  });
  await prices().fill("0.3");
  await says("Days before 22/06/2026 keep their prices. Past earnings are not recalculated.");
  const asks = form.getByRole("checkbox", { name: text("plantEditor.revaluesPast") });
  await expect.element(asks).not.toBeInTheDocument();

  await form.getByLabelText(text("form.tariffFrom")).fill("01/03/2026");
  await userEvent.keyboard("{Enter}");
  await says("Days before 01/03/2026 keep their prices.");
  await expect
    .poll(() => document.querySelector(".tariff-change")?.textContent)
    .toContain("Earnings from 01/03/2026 to 22/06/2026: €500.00 → €620.50 (+€120.50, estimated)");
  await expect
    .poll(() => document.querySelector(".tariff-change")?.textContent)
    .toContain("Energy that is not priced: 0 Wh → 1.00 kWh");
  expect(server.listCalls(endpoints.station.previewTariff).at(-1)?.query).toEqual({
    stationId: plant.stationId,
    tariff: { method: "fixed", price: "0.3" },
    tariffFrom: "2026-03-01",
  });

  await button(text("form.saveChanges")).click();
  await says(message);
  await asks.click();
  await button(text("form.saveChanges")).click();
  const change = { stationId: plant.stationId, revision: "17", tariff: { method: "fixed", price: "0.3" } };
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([
      { ...change, tariffFrom: "2026-03-01" },
      { ...change, tariffFrom: "2026-03-01", revaluesPast: true },
    ]);
});
