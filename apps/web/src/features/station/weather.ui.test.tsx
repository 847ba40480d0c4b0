import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { closeConsole, openConsole } from "../../../test/ui/console.tsx";
import { makeCurve, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant();
const power = page.getByRole("region", { name: "Power today" });
const chart = power.getByRole("img", { name: /^Irradiance and air temperature on / });

async function openPlant(weather: ReturnType<typeof makeCurve>["weather"]) {
  await openConsole({
    at: `/station/${plant.stationId}`,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.station.curve, ({ query }) => ({ ...makeCurve(query.day), weather })),
  });
  await expect.element(power.getByRole("img", { name: /^Power on / })).toBeVisible();
}

test("irradiance and air temperature of the day are below its power, as far as they were measured", async () => {
  const at = `${plant.today}T12:00:00.000Z`;
  await openPlant([{ at, irradianceWm2: 912.4, ambientC: 21.25 }]);
  await expect.element(chart).toBeVisible();
  await expect.element(power.getByText("up to 912 W/m²")).toBeVisible();
  await expect.element(power.getByText("up to 21.3 °C")).toBeVisible();
  await closeConsole();

  await openPlant([{ at, irradianceWm2: null, ambientC: -3 }]);
  await expect.element(power.getByText("up to -3.0 °C")).toBeVisible();
  await expect.element(power.getByText("Irradiance", { exact: true })).not.toBeInTheDocument();
  await closeConsole();

  await openPlant([]);
  await expect.element(chart).not.toBeInTheDocument();
});
