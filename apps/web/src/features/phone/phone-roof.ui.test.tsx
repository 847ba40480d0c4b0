// Its types declare what `cdp()` can send.

import type { AlarmRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type {} from "@vitest/browser-playwright";
import { expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { openConsole } from "../../../test/ui/console.tsx";
import { createDayFile, sampleLayout } from "../../../test/ui/layout-samples.ts";
import { usePhone } from "../../../test/ui/phone.ts";
import { colorsOf, hasColor, makePhotograph, photographPlace } from "../../../test/ui/photograph.ts";
import { makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Phone Roof", timeZone: "UTC" });
const address = `/mobile/station/layout?stationId=${plant.stationId}`;
const roof = page.getByRole("application", { name: /^Roof with 6 modules/ });
const hash = (name: string) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(name);

interface Shown {
  readonly at?: string;
  readonly shown?: typeof plant;
  readonly layout?: typeof sampleLayout;
  readonly photograph?: Blob;
  readonly alarms?: readonly AlarmRow[];
}

async function open({
  at = address,
  shown = plant,
  layout = sampleLayout,
  photograph,
  alarms = [],
}: Shown = {}) {
  const file = await createDayFile(plant.today);
  return await openConsole({
    at,
    plants: [shown],
    prepare(server) {
      server.reply(endpoints.layout.get, layout);
      server.reply(endpoints.layout.day, file);
      replyWithAlarms(server, alarms);
      if (photograph !== undefined) server.reply(endpoints.layout.picture, photograph);
    },
  });
}

/** Two fingers at the same height in the middle of the roof that move apart. */
async function pinch(from: number, to: number): Promise<void> {
  const { left, top, width, height } = roof.element().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const [x, y] = [(frame?.left ?? 0) + left + width / 2, (frame?.top ?? 0) + top + height / 2];
  const touchPoints = (distance: number) =>
    [-1, 1].map((side, id) => ({ id, x: x + (side * distance) / 2, y }));
  await cdp().send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: touchPoints(from) });
  for (const share of [0.5, 1])
    await cdp().send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: touchPoints(from + (to - from) * share),
    });
  await cdp().send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a phone shows the roof with its values; a tap opens the panel of a module, two fingers zoom", async () => {
  await usePhone();
  await open();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  const { width, height } = roof.element().getBoundingClientRect();
  await roof.click({ position: { x: width / 2, y: height * 0.4 } });
  const panel = page.getByRole("region", { name: "A1-2" });
  await expect.element(panel).toMatchTextContent(/A1-2SN-0002 · GW-1 · Producing.*Power200 W.*30\.0 °C/);
  await expect.element(panel.getByRole("img", { name: /^Power of the selected units/ })).toBeVisible();
  expect(hash("units")).toBe("2");
  await page.getByRole("combobox", { name: "Value" }).selectOptions("Voltage");
  await expect.element(panel.getByRole("img", { name: /^Voltage/ })).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  const fit = page.getByRole("button", { name: "Show all" });
  await expect.element(fit).not.toBeInTheDocument();
  await pinch(60, 180);
  await expect.poll(() => Number(hash("zoom")?.split(",")[2])).toBeGreaterThan(60);
  await expect.element(fit).toBeVisible();
  // It covers nothing of the drawing.
  const canvasTop = roof.element().getBoundingClientRect().top;
  expect(fit.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(canvasTop);
  await fit.click();
  await expect.poll(() => hash("zoom")).toBeNull();
  expect(document.documentElement.scrollWidth).toBe(360);
});

test("a link to the roof opens it on the whole screen of a phone at the same moment", async () => {
  await usePhone();
  await open({ at: `${address}&roof=full&minute=480&value=energy&units=4` });
  const dialog = page.getByRole("dialog", { name: "Phone Roof" });
  await expect.element(dialog.getByRole("region", { name: "A1-4" })).toBeVisible();
  await expect.element(dialog.getByRole("combobox", { name: "Value" })).toHaveValue("energy");
  await expect.element(dialog.getByRole("slider", { name: "Time of day" })).toHaveValue("96");
});

test("a roof without values today has neither scale nor moments on a phone, and leads to the day before", async () => {
  await usePhone();
  const [empty, full] = [await createDayFile(plant.today, 0, true), await createDayFile("2026-05-02")];
  await openConsole({
    at: address,
    plants: [makePlant({ ...plant, firstDay: "2026-01-01" })],
    prepare(server) {
      server.reply(endpoints.layout.get, sampleLayout);
      server.reply(endpoints.layout.day, ({ query }) => (query.day === plant.today ? empty : full));
    },
  });
  const yesterday = page.getByRole("button", { name: "Show yesterday" });
  await expect.element(yesterday).toBeVisible();
  const slider = page.getByRole("slider", { name: "Time of day" });
  for (const hidden of [slider, page.getByText(/^Producing/), page.getByRole("combobox", { name: "Value" })])
    await expect.element(hidden).not.toBeInTheDocument();
  await yesterday.click();
  await expect.element(slider).toBeVisible();
  await expect.element(page.getByText("Producing 5")).toBeVisible();
});

test("at night a phone shows the energy of the day that has ended on the roof, and its power when asked for", async () => {
  await usePhone();
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sun = { sunriseAt: inHours(3), sunsetAt: inHours(12), nextSunriseAt: inHours(27) };
  const night = makePlant({ ...plant, today: "2026-05-04", firstDay: "2026-05-01", sun, powerW: 0 });
  const server = await open({ shown: night });
  const name = page.getByText("Energy of 03/05/2026", { exact: true });
  await expect.element(name).toBeVisible();
  const value = page.getByRole("combobox", { name: "Value" });
  await expect.element(value).toHaveValue("energy");
  await expect.element(page.getByText("No data 1")).toBeVisible();
  await expect.element(page.getByText(/^Producing/)).not.toBeVisible();
  await value.selectOptions("Power");
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  const days = server.listCalls(endpoints.layout.day).map(({ query }) => query?.day);
  expect([...new Set(days)]).toEqual(["2026-05-03"]);
});

test("modules with an unresolved alarm are marked on a phone's roof and named beside it", async () => {
  await usePhone();
  const { stationId } = plant;
  const alarm = makeAlarm({ stationId, sn: "SN-0002", slotLabel: "A1-2" });
  await open({ alarms: [alarm, makeAlarm({ stationId, sn: "elsewhere" })] });
  const alarms = page.getByRole("region", { name: "Unresolved alarms" });
  const named = alarms.getByRole("button");
  await expect.element(named).toMatchTextContent(/^A1-2 · Fault$/);
  expect(named.element().querySelector("[data-variant]")).toHaveAttribute("data-variant", "fault");
  const fault = getComputedStyle(document.documentElement).getPropertyValue("--fault");
  const rgb = [1, 3, 5].map((at) => Number.parseInt(fault.slice(at, at + 2), 16));
  await expect.poll(() => hasColor(roof, rgb)).toBe(true);
  await named.click();
  const panel = page.getByRole("region", { name: "A1-2" });
  await expect.element(panel.getByText(/A1-2: Internal fault since/)).toBeVisible();
  expect(hash("units")).toBe("2");
});

test("a plant that hides its layout does not ask for it on a phone", async () => {
  await usePhone();
  const server = await open({ shown: makePlant({ ...plant, hiddenParts: ["layout"] }) });
  await expect.element(page.getByRole("heading", { level: 1, name: "Phone Roof" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Devices" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Roof", exact: true })).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.layout.get)).toHaveLength(0);
});

test("a phone shows the photograph under the modules", async () => {
  await usePhone();
  const photograph = await makePhotograph("#a05028");
  await open({ layout: { ...sampleLayout, background: photographPlace }, photograph });
  await expect.element(page.getByText("Producing 5")).toBeVisible();
  await expect.poll(() => colorsOf(roof, [[0, 0]])).toEqual([[160, 80, 40]]);
  // It ends between the second and the third column, and is behind the modules.
  for (const color of colorsOf(roof, [
    [1, 0],
    [0.3, 0.4],
  ]))
    expect(color).not.toEqual([160, 80, 40]);
});
