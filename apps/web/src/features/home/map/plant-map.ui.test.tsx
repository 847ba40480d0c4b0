import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";

const points = [
  { name: "Shenzhen", latitude: 22.5, longitude: 114.1 },
  { name: "Dongguan", latitude: 23, longitude: 113.8 },
].map((point) => ({ ...point, stationId: crypto.randomUUID(), status: "normal" as const }));

/** Turns the wheel towards the map over an element; returns whether the page is kept from scrolling. */
function turnWheel(element: Element, init: WheelEventInit = {}): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const pointer = { clientX: left + width / 2, clientY: top + height / 2 };
  const event = new WheelEvent("wheel", {
    bubbles: true,
    cancelable: true,
    deltaY: -400,
    ...pointer,
    ...init,
  });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

test("the list of a place closes when the map shows all plants again", async () => {
  const [first] = points;
  const same = { ...first!, stationId: crypto.randomUUID(), name: "Shenzhen 2" };
  const far = {
    ...first!,
    stationId: crypto.randomUUID(),
    name: "Valencia",
    latitude: 39.5,
    longitude: -0.4,
  };
  await openConsole({
    prepare: (fake) => fake.reply(endpoints.home.map, { points: [far, first!, same], missingCount: 0 }),
  });
  const map = page.getByRole("region", { name: "Map of plants" });
  const list = map.getByRole("button", { name: "Close list" });
  const cluster = map.getByRole("button", { name: /^2 plants here/ });
  // To their place, then their list.
  await cluster.click();
  await expect.element(map.getByRole("button", { name: "All plants" })).toBeVisible();
  await cluster.click();
  await expect.element(list).toBeVisible();
  await map.getByRole("button", { name: "All plants" }).click();
  await expect.element(list).not.toBeInTheDocument();
});

test("the wheel zooms with Ctrl, or once the map was pressed, and scrolls the page otherwise", async () => {
  await openConsole({
    prepare: (fake) =>
      fake.reply(endpoints.home.map, {
        points: [
          {
            stationId: crypto.randomUUID(),
            status: "normal",
            name: "Valencia",
            latitude: 39.5,
            longitude: -0.4,
          },
          ...points,
        ],
        missingCount: 0,
      }),
  });
  const map = page.getByRole("region", { name: "Map of plants" });
  const cluster = map.getByRole("button", { name: /^2 plants here/ });
  await expect.element(cluster).toBeVisible();
  expect(turnWheel(cluster.element())).toBe(false);
  await expect
    .poll(() => {
      const [mark] = cluster.elements();
      if (mark !== undefined) expect(turnWheel(mark, { ctrlKey: true })).toBe(true);
      return map.getByRole("link", { name: "Dongguan" }).elements().length;
    })
    .toBe(1);

  const mark = map.getByRole("link", { name: "Dongguan" }).element();
  expect(turnWheel(mark)).toBe(false);
  mark.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  expect(turnWheel(mark)).toBe(true);
});
