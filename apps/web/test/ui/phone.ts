// Its types declare what `cdp()` can send.
import type {} from "@vitest/browser-playwright";
import { onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";

const send = (enabled: boolean): Promise<unknown> =>
  cdp().send("Emulation.setTouchEmulationEnabled", { enabled });

/** Makes the browser a phone of 360 × 720 px with a touch screen, until the test ends. */
export async function usePhone(): Promise<void> {
  onTestFinished(async () => {
    await send(false);
  });
  await page.viewport(360, 720);
  await send(true);
}
