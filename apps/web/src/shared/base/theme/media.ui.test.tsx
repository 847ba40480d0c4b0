// Its types declare what `cdp()` can send.
import type {} from "@vitest/browser-playwright";
import { afterEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { watchMedia } from "./media.ts";

const showTheme = (value: string) =>
  cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value },
      { name: "prefers-reduced-motion", value: "reduce" },
    ],
  });
afterEach(() => showTheme(""));

test("follows each change of the system's theme, however often the value is read meanwhile", async () => {
  await showTheme("light");
  const dark = watchMedia("(prefers-color-scheme: dark)");
  const changes: boolean[] = [];
  dark.onChange(() => changes.push(dark.matches));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    void dark.matches;
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  const expected: boolean[] = [];
  for (const theme of ["dark", "light", "dark", "light", "dark", "light", "dark", "light"]) {
    await showTheme(theme);
    expected.push(theme === "dark");
    await expect.poll(() => changes).toEqual(expected);
  }
  port1.close();
});
