import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { closeConsole, openConsole } from "../../../test/ui/console.tsx";
import { makePlant } from "../../../test/ui/samples.ts";

const note = page.getByRole("note");

async function openPlant(change: Parameters<typeof makePlant>[0]) {
  const plant = makePlant(change);
  await openConsole({ at: `/station/${plant.stationId}`, plants: [plant] });
  await expect.element(page.getByRole("region", { name: "Power today" })).toBeVisible();
  return plant;
}

test("a plant without coordinates says so, and leads those to them who may edit it", async () => {
  const plant = await openPlant({ latitude: null, longitude: null });
  await expect.element(note.getByText(/^No coordinate data/)).toBeVisible();
  const link = note.getByRole("link", { name: "Edit location" });
  await expect.element(link).toHaveAttribute("href", `#/edit-power-station/${plant.stationId}?at=location`);
  await closeConsole();
  await openPlant({ latitude: null, longitude: null, mayEdit: false, level: "participant" });
  await expect.element(note.getByText(/^No coordinate data/)).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test("coordinates and time zone that contradict each other are pointed out with the time of the highest sun and the zone of the place", async () => {
  const sun = {
    sunriseAt: "2026-06-20T09:48:00.000Z",
    sunsetAt: "2026-06-20T20:24:00.000Z",
    nextSunriseAt: "2026-06-21T09:48:00.000Z",
  };
  const place = { latitude: -23.55, longitude: -46.63 };
  const plant = await openPlant({ ...place, timeZone: "Asia/Shanghai", sun });
  await expect.element(note.getByText(/in Asia\/Shanghai the sun is highest at 23:06/)).toBeVisible();
  await expect
    .element(note.getByText(/The time zone at these coordinates is America\/Sao_Paulo\./))
    .toBeVisible();
  await expect
    .element(note.getByRole("link", { name: "Edit location" }))
    .toHaveAttribute("href", `#/edit-power-station/${plant.stationId}?at=location`);
  await closeConsole();
  await openPlant({ ...place, timeZone: "America/Sao_Paulo", sun });
  await expect.element(note).not.toBeInTheDocument();
});
