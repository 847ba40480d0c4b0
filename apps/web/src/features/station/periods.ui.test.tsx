import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { makeEnergy, makePlant, makePlantRow } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

test("selects periods by name, by kind and by step, in the plant's own days", async () => {
  const plant = makePlantRow();
  const { today } = makePlant();
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}`,
    // Energy of the plant's day, in each period that contains it.
    prepare: (server) => server.reply(endpoints.station.energy, makeEnergy(today)),
  });
  const curve = page.getByRole("region", { name: /^Power (today|on )/ });
  const energy = page.getByRole("region", { name: "Energy", exact: true });
  const period = (name: string) => ({ name: `Period: ${name}` });
  const address = () => expect.poll(() => location.hash);
  await curve.getByRole("button", period("Today")).click();
  await curve.getByRole("button", { name: "Yesterday" }).click();
  await address().toMatch(/day=\d{4}-\d{2}-\d{2}/);
  await expect.element(curve.getByRole("button", period("Yesterday"))).toBeVisible();

  // What is said of a typed day ends when another one is shown.
  const day = curve.getByRole("textbox");
  const readDay = () => (day.element() as HTMLInputElement).value;
  const shown = readDay();
  await day.fill("abc");
  await userEvent.keyboard("{Tab}");
  const alert = curve.getByRole("alert");
  await expect.element(alert).toBeVisible();
  expect(alert.element().textContent).toContain("“abc” is not a date.");
  (curve.getByRole("button", { name: text("range.later.day") }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(() => /^\d{2}\/\d{2}\/\d{4}$/.test(readDay()) && readDay() !== shown).toBe(true);
  await address().not.toMatch(/day=/);

  await energy.getByRole("button", period("This month")).click();
  await energy.getByRole("button", { name: "Last 7 days" }).click();
  await address().toMatch(/period=\d{4}-\d{2}-\d{2}(~|%7E)\d{4}-\d{2}-\d{2}/);
  await expect.element(energy.getByRole("img", { name: /^Energy in this period: [1-9]/ })).toBeVisible();
  await energy.getByRole("button", period("Last 7 days")).click();
  await energy.getByRole("button", { name: "Week", exact: true }).click();
  await address().toMatch(/period=\d{4}-W\d{2}/);
  await expect.element(energy.getByRole("button", { name: text("range.later.week") })).toBeDisabled();
  go(`/station/${plant.stationId}?period=2099-01&day=tomorrow`);
  await expect.element(energy.getByRole("button", period("This month"))).toBeVisible();
  await expect.element(curve.getByRole("button", period("Today"))).toBeVisible();
});
