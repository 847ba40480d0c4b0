import { endpoints } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { usePhone } from "../../../test/ui/phone.ts";
import { allow, normal, operation, partly, yes } from "../../../test/ui/safety-page.ts";
import { makePlant } from "../../../test/ui/samples.ts";

/** Counts taps until the test ends. */
function watchTaps(): { readonly count: () => number } {
  let count = 0;
  const add = () => {
    count += 1;
  };
  document.addEventListener("click", add, { capture: true });
  onTestFinished(() => document.removeEventListener("click", add, { capture: true }));
  return { count: () => count };
}

test("a phone that is signed in shuts a plant down with three taps, without typing", async () => {
  await usePhone();
  const taps = watchTaps();
  const plant = makePlant({ name: "Old barn" });
  const server = await openConsole({
    // What the installed app opens.
    at: "/home",
    plants: [plant],
    prepare: (prepared) => {
      prepared.reply(endpoints.safety.get, normal);
      allow(prepared, { stop: yes, reset: yes });
      prepared.reply(endpoints.safety.stop, () => {
        prepared.reply(endpoints.safety.get, { ...partly, state: "shutting-down" });
        return {
          ...{ operationId: operation.operationId, state: "shutting-down" as const },
          ...{ isRecorded: true, rightsAt: null },
        };
      });
    },
  });
  await page.getByRole("main").getByRole("listitem").getByRole("link").click();
  const panel = page.getByRole("region", { name: "Rapid shutdown" });
  const button = panel.getByRole("button", { name: "Shut down" });
  await expect.element(button).toBeVisible();
  // It is on the screen without scrolling.
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: "Shut down now" }).click();
  await expect.element(panel.getByText("Shutting down, 1 of 5 proven")).toBeVisible();
  expect(taps.count()).toBe(3);
  expect(server.listCalls(endpoints.safety.stop)).toHaveLength(1);
});
