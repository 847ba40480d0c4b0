import { endpoints } from "@heliograph/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import type { SampleLayout } from "../../../test/ui/layout-samples.ts";
import { createDayFile, sampleLayout } from "../../../test/ui/layout-samples.ts";
import { makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const at = `/station/${plant.stationId}/layout`;

async function open(
  address = at,
  shown: SampleLayout = sampleLayout,
  change: (server: FakeServer) => void = () => undefined,
) {
  const files = new Map<string, Blob>();
  for (const day of [plant.today, "2026-05-03"]) files.set(day, await createDayFile(day));
  files.set("2026-05-02", await createDayFile("2026-05-02", 40));
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.layout.get, shown);
    server.reply(endpoints.layout.day, ({ query }) => files.get(query.day)!);
    server.reply(endpoints.layout.expected, {
      ...{ from: "clear-sky", fromAt: Date.parse("2026-05-03"), stepS: 300, groups: [0] },
      planes: [Array(288).fill(500)],
    });
    change(server);
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
/** Draws an area around all modules. */
async function drawAround(): Promise<void> {
  const { left, top, right, bottom } = roof.element().getBoundingClientRect();
  const fire = (type: string, clientX: number, clientY: number) =>
    roof
      .element()
      .dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, button: 0, bubbles: true }));
  fire("pointerdown", left + 5, top + 5);
  for (const [x, y] of [
    [right - 5, top + 5],
    [right - 5, bottom - 5],
    [left + 5, bottom - 5],
  ] as const)
    fire("pointermove", x, y);
  fire("pointerup", left + 5, bottom - 5);
}
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

test("a roof without values today says until when its units sleep, and leads to the day before", async () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sun = { sunriseAt: inHours(3), sunsetAt: inHours(12), nextSunriseAt: inHours(27) };
  const [empty, full] = [await createDayFile(plant.today, 0, true), await createDayFile("2026-05-02")];
  await open(at, sampleLayout, (server) => {
    server.reply(endpoints.station.get, { ...plant, sun, firstDay: "2026-01-01" });
    server.reply(endpoints.layout.day, ({ query }) => (query.day === plant.today ? empty : full));
  });
  const note = page.getByText(`Units are asleep until sunrise at ${sun.sunriseAt.slice(11, 16)}.`);
  await expect.element(note).toBeVisible();
  await page.getByRole("button", { name: "Show yesterday" }).click();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

test("a day file that cannot be read is requested again", async () => {
  const file = await createDayFile(plant.today);
  let sent = new Blob(["cut off"]);
  await open(at, sampleLayout, (server) => server.reply(endpoints.layout.day, () => sent));
  const again = page.getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();
  sent = file;
  await again.click();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

test("a day file of a newer server asks for a newer page", async () => {
  const file = await createDayFile(plant.today);
  const content = await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).bytes();
  content.set(new TextEncoder().encode("HGDAY999"));
  const compressed = new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  const newer = await new Response(compressed).blob();
  await open(at, sampleLayout, (server) => server.reply(endpoints.layout.day, newer));
  await expect.element(page.getByText("The console was updated")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
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
  await expect.element(page.getByRole("heading", { name: "Selected units: 2" })).toBeVisible();
  await page.getByRole("button", { name: "Remove A1-2 from the selection" }).click();
  await expect.element(page.getByRole("heading", { name: "A1-5" })).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.poll(() => hash("units")).toBeNull();
});

test("a link opens the same day, moment, value, zoom and selection", async () => {
  const server = await open(`${at}?day=2026-05-03&minute=720&value=temperature&zoom=1,1,90&units=4`);
  const frame = () => document.querySelector<HTMLElement>(".roof-minimap-frame");
  await expect.poll(() => frame()?.hidden).toBe(false);
  await expect.element(page.getByRole("heading", { name: "A1-4" })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Temperature" })).toBeChecked();
  await expect.element(page.getByRole("slider", { name: "Time of day" })).toHaveValue("144");
  await expect.element(page.getByText("30.0 °C").first()).toBeVisible();
  expect(server.listCalls(endpoints.layout.day).at(-1)?.query.day).toBe("2026-05-03");
});

test("colours follow what is expected of the sky, and power and energy only have that scale", async () => {
  const server = await open(`${at}?day=2026-05-03&minute=720`);
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  expect(server.listCalls(endpoints.layout.expected)).toEqual([]);
  await page.getByRole("radio", { name: "Relative to expected" }).click({ force: true });
  await expect.element(page.getByText("Expected under a clear sky")).toBeVisible();
  await expect.element(page.getByText("120%")).toBeVisible();
  expect(server.listCalls(endpoints.layout.expected).at(-1)?.query.day).toBe("2026-05-03");
  expect(hash("scale")).toBe("expected");
  const { width, height } = roof.element().getBoundingClientRect();
  await roof.hover({ position: { x: width / 2, y: height * 0.4 } });
  // Module 2: 200 W of 400 W of rated power under half of the light of a standard test.
  await expect.element(page.getByText("Of expected100%")).toBeVisible();
  await page.getByRole("radio", { name: "Signal" }).click({ force: true });
  await expect.element(page.getByText("-95 dBm")).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Relative to expected" })).not.toBeInTheDocument();
});

test("compares a day with another one, in the list, the address and a link", async () => {
  await open(`${at}?day=2026-05-03&minute=720`);
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect.poll(() => hash("compare")).toBe("2026-05-02");
  await list.click();
  await expect
    .poll(rows)
    .toEqual([
      expect.stringContaining("A1-6"),
      ...[1, 2, 3, 4, 5].map((unit) => expect.stringMatching(new RegExp(`A1-${unit}.*\\+40 W`))),
    ]);
  await expect.element(page.getByText("Compared 5")).toBeVisible();
  await expect.element(page.getByText("-250 W")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect.poll(() => hash("compare")).toBeNull();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
});

test("a day is played from its first light, and stops when its moment is chosen", async () => {
  const night = Array.from({ length: 72 }, (_, step) => step);
  const day = await createDayFile(plant.today, 0, false, night);
  await open(at, sampleLayout, (server) => server.reply(endpoints.layout.day, day));
  const moment = page.getByRole("slider", { name: "Time of day" });
  const step = () => (moment.element() as HTMLInputElement).valueAsNumber;
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  const last = step();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(step).toBeLessThan(last);
  expect(step()).toBeGreaterThanOrEqual(72);
  await moment.fill("100");
  await expect.element(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(step()).toBe(100);
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

test("an area with more units than can be compared says how many it has and which are compared", async () => {
  const units = Array.from({ length: 24 }, (_, index) => index + 1);
  await open(at, {
    ...sampleLayout,
    groups: [{ ...sampleLayout.groups[0]!, rows: 4, columns: 6 }],
    units: [
      sampleLayout.units[0]!,
      ...units.map((key) => ({ ...sampleLayout.units[1]!, key, sn: `SN-${key}`, label: `A1-${key}` })),
    ],
    cells: {
      group: units.map(() => 0),
      row: units.map((unit) => Math.floor((unit - 1) / 6)),
      column: units.map((unit) => (unit - 1) % 6),
      unit: units,
    },
  });
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await page.getByRole("button", { name: "Select an area" }).click();
  await drawAround();
  await expect.element(page.getByRole("heading", { name: "Selected units: 20" })).toBeVisible();
  const notice = page.getByText("Units in the area: 24. The 20 whose power differs most", { exact: false });
  await expect.element(notice).toHaveAttribute("role", "status");
  await list.click();
  await page.getByRole("checkbox", { name: "A1-24" }).click();
  await expect.element(page.getByText("Remove one to add another", { exact: false })).toBeVisible();
  expect(hash("units")?.split(",")).toHaveLength(20);
  await page.getByRole("button", { name: "Remove A1-1 from the selection" }).click();
  await expect.element(page.getByText("Remove one to add another", { exact: false })).not.toBeInTheDocument();
});

test("an area is added to the comparison, and its curves have a line each", async () => {
  await open(`${at}?units=6`);
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await page.getByRole("button", { name: "Select an area" }).click();
  await drawAround();
  const panel = page.getByRole("region", { name: "Selected units: 6" });
  await expect
    .element(panel.getByRole("img", { name: "Power of the selected units over the day" }))
    .toBeVisible();
  expect(panel.getByRole("listitem").elements()).toHaveLength(6);
});

test("the panel of one module has its curve beside those of the modules around it", async () => {
  await open(`${at}?units=5`);
  const panel = page.getByRole("region", { name: "A1-5" });
  await expect
    .element(panel.getByRole("img", { name: "Power of the selected units over the day" }))
    .toBeVisible();
  const around = panel.getByText("Dashed:", { exact: false });
  await expect.element(around).toMatchTextContent(/A1-[46], A1-[46], A1-2, A1-[13]$/);
});

test("the roof fills the screen and returns to the page", async () => {
  await open();
  const button = page.getByRole("button", { name: "Full screen" });
  await button.click();
  await expect.poll(() => document.fullscreenElement?.contains(roof.element())).toBe(true);
  await button.click();
  await expect.poll(() => document.fullscreenElement).toBeNull();
});

test("a day is played at each of the speeds", async () => {
  await open(`${at}?minute=0`);
  await expect.element(page.getByText("No data 6")).toBeVisible();
  // Only the player uses an interval: its clock goes on when the test says so, everything else with the page's.
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const moment = page.getByRole("slider", { name: "Time of day" });
  const step = () => (moment.element() as HTMLInputElement).valueAsNumber;
  /** Time of the player's clock until the next step. */
  const playStep = async (): Promise<number> => {
    const [before, startedAt] = [step(), Date.now()];
    await vi.advanceTimersToNextTimerAsync();
    // A poll would move the player's clock on.
    while (step() === before) await new Promise((done) => setTimeout(done));
    return Date.now() - startedAt;
  };
  const playAt = async (speed: string): Promise<number> => {
    await page.getByRole("radio", { name: speed }).click({ force: true });
    await expect.element(page.getByRole("radio", { name: speed })).toBeChecked();
    await playStep();
    return await playStep();
  };
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const [slow, normal, fast] = [
    await playAt("15 min per second"),
    await playAt("60 min per second"),
    await playAt("180 min per second"),
  ];
  expect(slow / normal).toBeCloseTo(4, 0);
  expect(normal / fast).toBeCloseTo(3, 0);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.element(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("what is selected in one view is selected in the other, and the zoom is kept", async () => {
  await open(`${at}?day=2026-05-03&minute=720&zoom=1,1,90&units=3`);
  await page.getByRole("radio", { name: "Logical" }).click({ force: true });
  await page.getByRole("button", { name: /^A1-3/ }).click();
  await expect.poll(() => hash("units")).toBeNull();
  await page.getByRole("button", { name: /^A1-2/ }).click();
  await page.getByRole("button", { name: /^A1-5/ }).click({ modifiers: ["Control"] });
  await page.getByRole("radio", { name: "Physical" }).click({ force: true });
  await expect.element(page.getByRole("heading", { name: "Selected units: 2" })).toBeVisible();
  await list.click();
  for (const name of ["A1-2", "A1-5"])
    await expect.element(page.getByRole("checkbox", { name })).toBeChecked();
  await expect.element(page.getByRole("checkbox", { name: "A1-3" })).not.toBeChecked();
  expect([hash("units"), hash("minute"), hash("zoom")]).toEqual(["2,5", "720", "1,1,90"]);
});

test("the logical view shows the same selection as lanes of units in series, with their sum", async () => {
  await open(`${at}?minute=720&units=3`);
  await page.getByRole("radio", { name: "Logical" }).click({ force: true });
  const lane = page.getByRole("region", { name: "GW-1" });
  await expect.element(lane.getByText("Units 1.50 kW")).toBeVisible();
  await expect.element(lane.getByText("No data: 1")).toBeVisible();
  await expect
    .element(lane.getByRole("button", { name: /^A1-3 300 Producing/ }))
    .toHaveAttribute("aria-pressed", "true");
  await lane.getByRole("button", { name: /^A1-5/ }).click();
  await expect.poll(() => hash("units")).toBe("5");
});

test("the logical view names missing, silent and mismatched units, and leads to the next mismatch", async () => {
  const empty = { deviceId: null, sn: null, ratedPowerW: null, parent: null };
  await open(`${at}?view=logical&minute=720`, {
    ...sampleLayout,
    units: [...sampleLayout.units, { key: 7, type: null, label: "A1-7", ...empty }],
  });
  const lane = page.getByRole("region", { name: "GW-1" });
  for (const finding of ["Missing: 1", "No data: 1", "Mismatch: 4"])
    await expect.element(lane.getByText(finding)).toBeVisible();
  await expect.element(lane.getByRole("button", { name: "A1-6 No data" })).toBeVisible();
  const weak = lane.getByRole("button", { name: "A1-1 100 Producing Mismatch -67%" });
  await page.getByRole("button", { name: "Next mismatch" }).click();
  await expect.element(weak).toHaveFocus();
  await page.getByRole("button", { name: "Next mismatch" }).click();
  await expect.element(lane.getByRole("button", { name: /^A1-2/ })).toHaveFocus();
  await lane.getByRole("button", { name: "A1-7 Missing" }).click();
  await expect.poll(() => hash("units")).toBe("7");
  await page.getByRole("slider", { name: "Time of day" }).fill("0");
  await expect.element(lane.getByText("No data: 6")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Next mismatch" })).not.toBeInTheDocument();
});

test("says that an automatic arrangement is none of the roof's, and that a plant has no modules", async () => {
  const automatic: SampleLayout = { ...sampleLayout, arrangement: "automatic", version: null };
  await open(at, automatic);
  await expect
    .element(page.getByText("Automatic arrangement: each row is a string.", { exact: false }))
    .toBeVisible();
});

test("a plant without modules has an empty state", async () => {
  await open(at, {
    ...sampleLayout,
    groups: [],
    units: [],
    cells: { group: [], row: [], column: [], unit: [] },
  });
  await expect.element(page.getByText("No layout yet")).toBeVisible();
});

test("saves the roof at the moment on screen as a picture", async () => {
  await open(`${at}?day=2026-05-03&minute=720`);
  const files = watchDownloads();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await page.getByRole("button", { name: "Save as picture" }).click();
  await expect.poll(() => files.names()).toEqual(["Roof 2026-05-03 1200.png"]);
  const { width, height } = await createImageBitmap(files.blobs()[0]!);
  expect([width, height]).toEqual([3200, 2200]);
});
