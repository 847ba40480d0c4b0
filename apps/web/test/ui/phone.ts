// Its types declare what `cdp()` can send.
import type {} from "@vitest/browser-playwright";
import { onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";

const send = (enabled: boolean): Promise<unknown> =>
  cdp().send("Emulation.setTouchEmulationEnabled", { enabled });

/** Makes the browser a phone with a touch screen, 720 px high, until the test ends. */
export async function usePhone(width = 360): Promise<void> {
  onTestFinished(async () => {
    await send(false);
  });
  await page.viewport(width, 720);
  await send(true);
}
