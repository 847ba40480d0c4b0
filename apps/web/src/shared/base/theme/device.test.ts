import { afterEach, beforeEach, expect, it, vi } from "vitest";

const screen = Object.assign(new EventTarget(), { matches: false });

function turn(isTouch: boolean): void {
  screen.matches = isTouch;
  screen.dispatchEvent(Object.assign(new Event("change"), { matches: isTouch }));
}

/** A visit: the console is loaded again in this browser. */
async function visit() {
  vi.resetModules();
  const device = await import("./device.ts");
  device.startDeviceMode();
  return device;
}

beforeEach(() => {
  screen.matches = false;
  const values = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  });
  vi.stubGlobal("matchMedia", () => screen);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("keeps a chosen device mode when the screen is turned, and at the next visit", async () => {
  const { readDeviceMode, setDeviceMode } = await visit();
  setDeviceMode("desktop");
  turn(true);
  expect([readDeviceMode(), localStorage.getItem("device")]).toEqual(["desktop", "desktop"]);
  const next = await visit();
  turn(false);
  turn(true);
  expect(next.readDeviceMode()).toBe("desktop");
});

it("follows the screen until a mode is chosen, and keeps the mode in use", async () => {
  const { readDeviceMode } = await visit();
  expect([readDeviceMode(), localStorage.getItem("device")]).toEqual(["desktop", "desktop"]);
  turn(true);
  expect([readDeviceMode(), localStorage.getItem("device")]).toEqual(["mobile", "mobile"]);
  expect(localStorage.getItem("prefs")).toBeNull();
});
