import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../../test/ui/console.tsx";
import { configuration, makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const form = page.getByRole("main");
const search = () => form.getByLabelText(text("plantEditor.search"));
const latitude = () => form.getByRole("textbox", { name: text("form.latitude"), exact: true });
const longitude = () => form.getByRole("textbox", { name: text("form.longitude"), exact: true });
const button = (name: string) => form.getByRole("button", { name, exact: true });
const marker = () => form.getByRole("button", { name: /^Location / });
const land = () => document.querySelector(".location-map .map-land") as SVGElement;

/** The editor of a plant with or without coordinates. */
async function openEditor(
  change: Parameters<typeof makePlant>[0] = {},
  settings: Partial<typeof configuration> = {},
) {
  const plant = makePlant({ revision: "17", mayEdit: true, latitude: null, longitude: null, ...change });
  const server = await openConsole({
    plants: [plant],
    at: `/edit-power-station/${plant.stationId}`,
    prepare(made) {
      made.reply(endpoints.configuration.get, { ...configuration, ...settings });
      made.reply(endpoints.station.get, plant);
      made.reply(endpoints.station.tariffs, { rows: [], total: 0 });
      made.reply(endpoints.station.update, { stationId: plant.stationId, revision: "18" });
    },
  });
  await expect.element(search()).toBeVisible();
  await expect.poll(() => land()).not.toBeNull();
  return { server, plant };
}

/** Presses, moves and releases the pointer on an element, in pixels from its centre. */
function drag(element: Element, [right, down]: readonly [number, number]): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  element.setPointerCapture = () => undefined;
  const send = (type: string, clientX: number, clientY: number) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY, pointerId: 1 }));
  send("pointerdown", x, y);
  if (right !== 0 || down !== 0) send("pointermove", x + right, y + down);
  send("pointerup", x + right, y + down);
}

test("a link to the location brings it into view, with its search in focus", async () => {
  const { plant } = await openEditor();
  await expect.element(search()).not.toBeInViewport();
  go(`/edit-power-station/${plant.stationId}?at=location`);
  await expect.element(search()).toHaveFocus();
  await expect.element(search()).toBeInViewport();
});

test("fills in latitude and longitude from one text, and sends them", async () => {
  const { server, plant } = await openEditor();
  await search().fill("31°12′N, 121°30′E");
  await userEvent.keyboard("{Enter}");
  await expect.element(latitude()).toHaveValue("31.2");
  await expect.element(longitude()).toHaveValue("121.5");
  await expect.element(search()).toHaveValue("");
  await expect.element(marker()).toHaveAccessibleName("Location 31.2, 121.5");
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toEqual([{ stationId: plant.stationId, revision: "17", latitude: 31.2, longitude: 121.5 }]);
});

test("says beside the search what is no place, keeps it, and saves nothing meanwhile [R5.14]", async () => {
  const { server } = await openEditor({ latitude: 52.5, longitude: 13.4 });
  await button(text("plantEditor.apply")).click();
  await expect.element(search()).toHaveAccessibleDescription("No coordinate data");
  await search().fill("121.5, 31.2");
  await button(text("plantEditor.apply")).click();
  await expect
    .element(search())
    .toHaveAccessibleDescription("Format error. Enter the latitude first, such as 31.2, 121.5.");
  await search().fill("somewhere");
  await button(text("form.saveChanges")).click();
  await expect
    .element(search())
    .toHaveAccessibleDescription("Format error. Enter latitude and longitude, such as 31.2, 121.5.");
  await expect.element(search()).toHaveAttribute("aria-invalid", "true");
  await expect.element(search()).toHaveValue("somewhere");
  await expect.element(latitude()).toHaveValue("52.5");
  expect(server.listCalls(endpoints.station.update)).toEqual([]);
});

test("says beside latitude and longitude what is wrong and what is missing [R5.14]", async () => {
  const { server } = await openEditor({ latitude: 52.5, longitude: 13.4 });
  await latitude().fill("95");
  await longitude().fill("");
  await button(text("form.saveChanges")).click();
  await expect.element(latitude()).toHaveAccessibleDescription("Format error. Enter a number from -90 to 90");
  await expect
    .element(longitude())
    .toHaveAccessibleDescription("No coordinate data. Enter both latitude and longitude, or neither");
  expect(server.listCalls(endpoints.station.update)).toEqual([]);
});

test("sets, moves and removes the location with the keyboard alone", async () => {
  await openEditor();
  await expect.element(marker()).not.toBeInTheDocument();
  (button(text("plantEditor.setMarker")).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(marker()).toBeVisible();
  const read = () =>
    [latitude(), longitude()].map((each) => Number((each.element() as HTMLInputElement).value));
  const [north = 0, east = 0] = read();
  (marker().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowUp}");
  await expect.poll(() => (read()[1] as number) > east && (read()[0] as number) > north).toBe(true);
  const far = (read()[1] as number) - east;
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await expect.poll(() => east + far - (read()[1] as number)).toBeGreaterThan(0);
  expect(east + far - (read()[1] as number)).toBeLessThan(far / 2);
  await expect.element(marker()).toHaveFocus();
  await button(text("plantEditor.clearLocation")).click();
  await expect.element(marker()).not.toBeInTheDocument();
  await expect.element(latitude()).toHaveValue("");
});

test("sets the location with a click on the map, and moves it by dragging the marker", async () => {
  await openEditor();
  drag(land(), [0, 0]);
  await expect.element(marker()).toBeVisible();
  await expect.element(longitude()).toHaveValue("0");
  drag(land(), [60, 0]);
  // Dragging the land moves the map, not the marker.
  await expect.element(longitude()).toHaveValue("0");
  drag(marker().element(), [60, 0]);
  await expect.poll(() => Number((longitude().element() as HTMLInputElement).value)).toBeGreaterThan(5);
});

/** A picture that the test's own server has, whatever tile it is asked for. */
const tile = `${new URL("../../../../pwa/icons/icon-192.png", import.meta.url).href.split("?")[0]}?tile={z}-{x}-{y}`;
const tiles = () => [...document.querySelectorAll<HTMLImageElement>(".map-tiles img")];
const areLoaded = () => tiles().length > 0 && tiles().every((each) => each.naturalWidth > 0);

test("shows the map tiles that are configured; a click, a drag and zooming in work on them", async () => {
  const berlin = { latitude: 52.52, longitude: 13.405 };
  await openEditor(berlin, { mapTileUrl: tile, mapAttribution: "© OpenStreetMap contributors" });
  await expect.poll(areLoaded).toBe(true);
  // OpenStreetMap's own numbers of Berlin's centre.
  expect(tiles().map(({ src }) => src.split("tile=")[1])).toContain("15-17604-10746");
  await expect.element(form.getByText("© OpenStreetMap contributors")).toBeVisible();
  const wide = marker().element().getBoundingClientRect();
  const [at] = tiles().map((each) => each.getBoundingClientRect());
  drag(land(), [40, 25]);
  await expect.poll(() => marker().element().getBoundingClientRect().left - wide.left).toBeCloseTo(40, 0);
  await expect
    .poll(() => tiles().some((each) => each.getBoundingClientRect().left === (at?.left ?? 0) + 40))
    .toBe(true);
  await button(text("worldMap.zoomIn")).click();
  await button(text("worldMap.zoomIn")).click();
  await expect.poll(() => tiles()[0]?.src.split("tile=")[1]).toMatch(/^17-/);
  drag(land(), [0, 0]);
  const read = () => Number((longitude().element() as HTMLInputElement).value);
  await expect.poll(read).not.toBe(13.405);
  // A click sets the place to a fraction of a street.
  expect(Math.abs(read() - 13.405)).toBeLessThan(0.01);
});

test("shows the drawn land where no tile loads, and the tile server's name without an attribution", async () => {
  await openEditor({}, { mapTileUrl: "http://localhost:1/{z}/{x}/{y}.png" });
  await expect.element(form.getByText("localhost:1")).toBeVisible();
  await expect
    .poll(
      () =>
        tiles().length > 0 && tiles().every((each) => !each.checkVisibility({ visibilityProperty: true })),
    )
    .toBe(true);
  expect(land().querySelector("path")).not.toBeNull();
});

test("warns when coordinates and time zone contradict each other, and offers the right zone", async () => {
  const { server } = await openEditor({ timeZone: "Asia/Shanghai", currency: "CNY", fixedFields: [] });
  await search().fill("-23.55, -46.63");
  await userEvent.keyboard("{Enter}");
  const advice = form.getByText(
    text("plantEditor.otherZone", { zone: "America/Sao_Paulo", timeZone: "Asia/Shanghai" }),
  );
  await expect.element(advice).toBeVisible();
  await button(
    text("plantEditor.useZoneAndCurrency", { zone: "America/Sao_Paulo", currency: "BRL" }),
  ).click();
  await expect.element(advice).not.toBeInTheDocument();
  await button(text("form.saveChanges")).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.update).map(({ body }) => body))
    .toMatchObject([{ timeZone: "America/Sao_Paulo", currency: "BRL", latitude: -23.55 }]);
});

test("offers the currency of the place where its clocks show the same time", async () => {
  await openEditor({ timeZone: "Europe/Berlin", currency: "EUR", fixedFields: [] });
  await search().fill("50.08, 14.43");
  await userEvent.keyboard("{Enter}");
  const advice = form.getByText(text("plantEditor.otherCurrency", { currency: "CZK" }));
  await expect.element(advice).toBeVisible();
  await button(text("plantEditor.useCurrency", { currency: "CZK" })).click();
  await expect.element(advice).not.toBeInTheDocument();
  await search().fill("48.85, 2.35");
  await userEvent.keyboard("{Enter}");
  await expect.element(button(text("plantEditor.useCurrency", { currency: "EUR" }))).toBeVisible();
});

test("offers the right zone alone where the currency can no longer be changed, and asks from when it holds", async () => {
  await openEditor({
    timeZone: "Asia/Shanghai",
    latitude: -23.55,
    longitude: -46.63,
    fixedFields: ["gridConnectionDate", "currency"],
    hasDatedZone: true,
  });
  await button(text("plantEditor.useZone", { zone: "America/Sao_Paulo" })).click();
  await expect.element(form.getByLabelText(text("plantEditor.zoneFrom"))).toBeVisible();
});
