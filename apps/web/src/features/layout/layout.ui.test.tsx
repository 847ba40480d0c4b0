import type { DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { encodeDayFile } from "@heliograph/contract/layout-day";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makePlant } from "../../../test/ui/samples.ts";

type Layout = DataInputOf<typeof endpoints.layout.get>;

const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const at = `/station/${plant.stationId}/layout`;
const steps = 288;

/** Two rows of three modules: 1 to 5 give 100 to 500 W at noon, module 6 has no data. */
const layout: Layout = {
  arrangement: "published",
  version: { number: 3, publishedAt: "2026-05-01T08:00:00.000Z", publishedBy: "Ana" },
  groups: [
    {
      ...{ name: "South", rows: 2, columns: 3, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
      ...{ moduleWidthM: 1.15, moduleHeightM: 1.78 },
    },
  ],
  units: [
    { key: 90, type: "DCON", deviceId: null, sn: "GW-1", label: "", ratedPowerW: null, parent: null },
    ...[1, 2, 3, 4, 5, 6].map((key) => ({
      ...{ key, type: "OPT" as const, deviceId: null, sn: `SN-000${key}`, label: `A1-${key}` },
      ...{ ratedPowerW: 400, parent: 0 },
    })),
  ],
  cells: {
    group: Array(6).fill(0),
    row: [0, 0, 0, 1, 1, 1],
    column: [0, 1, 2, 0, 1, 2],
    unit: [1, 2, 3, 4, 5, 6],
  },
};

async function createFile(day: string): Promise<Blob> {
  const fromAt = Date.parse(`${day}T00:00:00Z`);
  const units = [1, 2, 3, 4, 5];
  const plane = (count: (unit: number) => number): Uint16Array =>
    Uint16Array.from({ length: units.length * steps }, (_, index) =>
      index % steps >= 72 && index % steps <= 144 ? count(units[Math.floor(index / steps)]!) : 0,
    );
  const file: DayPlanes = {
    header: {
      ...{
        day,
        timeZone: "UTC",
        fromAt,
        toAt: fromAt + 86_400_000,
        stepS: 300,
        steps,
        source: "samples",
        units,
      },
      ...{ powerScales: units.map(() => 0.5), open: {}, dark: [] },
    },
    planes: {
      powerW: plane((unit) => unit * 200 + 1),
      voltageV: plane(() => 381),
      currentA: plane(() => 501),
      temperatureC: plane(() => 261),
    },
  };
  const body = new Blob([encodeDayFile(file) as BlobPart])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return await new Response(body).blob();
}

async function open(address = at, shown: Layout = layout) {
  const files = new Map<string, Blob>();
  for (const day of [plant.today, "2026-05-03"]) files.set(day, await createFile(day));
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.layout.get, shown);
    server.reply(endpoints.layout.day, ({ query }) => files.get(query.day)!);
  };
  return await openConsole({ at: address, plants: [plant], prepare });
}

const roof = page.getByRole("application");
const list = page.getByText("Units as a list, lowest values first");
const rows = () =>
  page
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text.startsWith("A1-"));
const hash = (name: string) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(name);

test("the roof is drawn with the latest values, and a list has the same", async () => {
  await open();
  await expect.element(roof).toHaveAccessibleName(/Roof with 6 modules/);
  await expect.element(page.getByText("Layout 3, published", { exact: false })).toMatchTextContent(/by Ana/);
  await list.click();
  await expect
    .poll(rows)
    .toEqual([
      expect.stringMatching(/A1-6SN-0006No data–/),
      expect.stringMatching(/A1-1SN-0001Producing100 W/),
      ...[2, 3, 4, 5].map((unit) => expect.stringContaining(`${unit * 100} W`)),
    ]);
  await expect.element(page.getByText("No data 1")).toBeVisible();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
});

test("a click on a module shows its curve, Ctrl adds another; the address holds the selection", async () => {
  await open();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  // The roof is fitted anew when the panel takes part of its width.
  const at = (share: number) => {
    const { width, height } = roof.element().getBoundingClientRect();
    return { x: width / 2, y: height * share };
  };
  await roof.click({ position: at(0.4) });
  await expect.element(page.getByRole("heading", { name: "A1-2" })).toBeVisible();
  await expect.poll(() => hash("units")).toBe("2");
  await roof.click({ position: at(0.6), modifiers: ["Control"] });
  await expect.element(page.getByRole("heading", { name: "2 units selected" })).toBeVisible();
  await page.getByRole("button", { name: "Remove A1-2 from the selection" }).click();
  await expect.element(page.getByRole("heading", { name: "A1-5" })).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.poll(() => hash("units")).toBeNull();
});

test("a link opens the same day, moment, value and selection", async () => {
  const server = await open(`${at}?day=2026-05-03&minute=720&value=temperature&units=4`);
  await expect.element(page.getByRole("heading", { name: "A1-4" })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Temperature" })).toBeChecked();
  await expect.element(page.getByRole("slider", { name: "Moment of the day" })).toHaveValue("144");
  await expect.element(page.getByText("30.0 °C").first()).toBeVisible();
  expect(server.listCalls(endpoints.layout.day).at(-1)?.query.day).toBe("2026-05-03");
});

test("keys move and zoom the roof, and the address follows", async () => {
  await open();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  (roof.element() as HTMLElement).focus();
  await userEvent.keyboard("+{ArrowRight}");
  await expect.poll(() => hash("zoom")).toMatch(/^\d/);
  await userEvent.keyboard("0");
  await expect.poll(() => hash("zoom")).toBeNull();
  // The frame on the minimap is shown while a part of the roof is.
  const frame = document.querySelector<HTMLElement>(".roof-minimap-frame")!;
  expect(frame.hidden).toBe(true);
  location.hash = `${at}?zoom=1,1,90`;
  await expect.poll(() => frame.hidden).toBe(false);
});

test("the logical view shows the same selection as lanes of units in series, with their sum", async () => {
  await open(`${at}?minute=720&units=3`);
  await page.getByRole("radio", { name: "Logical" }).click({ force: true });
  const lane = page.getByRole("region", { name: "GW-1" });
  await expect.element(lane.getByText("Units 1.50 kW")).toBeVisible();
  await expect.element(lane.getByText("1 without data")).toBeVisible();
  await expect
    .element(lane.getByRole("button", { name: /^A1-3 300 Producing/ }))
    .toHaveAttribute("aria-pressed", "true");
  await lane.getByRole("button", { name: /^A1-5/ }).click();
  await expect.poll(() => hash("units")).toBe("5");
});

test("says that an automatic arrangement is none of the roof's, and that a plant has no modules", async () => {
  const automatic: Layout = { ...layout, arrangement: "automatic", version: null };
  await open(at, automatic);
  await expect
    .element(page.getByText("Automatic arrangement: each row is a string.", { exact: false }))
    .toBeVisible();
});

test("a plant without modules has an empty state", async () => {
  await open(at, { ...layout, groups: [], units: [], cells: { group: [], row: [], column: [], unit: [] } });
  await expect.element(page.getByText("No layout yet")).toBeVisible();
});
