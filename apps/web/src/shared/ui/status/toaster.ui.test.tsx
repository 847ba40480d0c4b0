import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useClock } from "../../../../test/ui/clock.ts";
import { openConsole } from "../../../../test/ui/console.tsx";
import { makePlantRow } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";
import { toast } from "../../base/toast.ts";

const line = () => document.querySelector(".toaster .toast");

test("shows a toast over an open dialog, announces it there, and removes it after three seconds [R4.17]", async () => {
  const clock = useClock();
  await openConsole();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: text("account.signOut") }).click();
  const dialog = page.getByRole("dialog", { name: text("account.signOutTitle") });
  await expect.element(dialog).toBeVisible();
  toast("success", "plants.csv has been exported.");
  const said = dialog.getByRole("status").getByText("has been exported");
  await expect.element(said).toBeVisible();
  expect(describeLayer(said.element())).toEqual({ isOnTop: true, offsetPx: 16, zIndex: 2100 });
  await clock.pass(3_000);
  await expect.poll(line).toBeNull();
  await dialog.getByRole("button", { name: text("action.cancel") }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("places a toast 16 px below the edge at every page width and closes it after 3000 ms [R4.17]", async () => {
  const clock = useClock();
  await openConsole();
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const width of [1520, 1920, 2560, 360]) {
    await page.viewport(width, 1010);
    await clock.pass(301);
    toast("success", `${width} px`);
    await expect.poll(line).not.toBeNull();
    expect(document.querySelector(".toaster")?.getBoundingClientRect().y, `${width} px`).toBe(16);
    await clock.pass(3_000);
    await expect.poll(line).toBeNull();
  }
});

test("opens a calendar over the dialog it belongs to [R4.17]", async () => {
  const plant = makePlantRow();
  await openConsole({ plants: [plant], at: `/station/${plant.stationId}/devices?add=gateway` });
  const dialog = page.getByRole("dialog");
  await dialog.getByLabelText(text("device.installedOn")).click();
  await expect.poll(() => document.querySelector(".ant-picker-cell-in-view")?.checkVisibility()).toBe(true);
  const day = document.querySelector(".ant-picker-cell-in-view") as Element;
  // The calendar is rendered outside of the window and then moved to its field.
  await expect.poll(() => describeLayer(day)).toMatchObject({ isOnTop: true, zIndex: 2050 });
  expect(getComputedStyle(dialog.element()).zIndex).toBe("2000");
});

/** Whether a point of the element is covered by nothing, and how its layer is placed. */
function describeLayer(element: Element) {
  const layer = element.closest(".toaster, .ant-picker-dropdown") as Element;
  const box = element.getBoundingClientRect();
  // What takes no clicks is not found by a point; then nothing of the page may be above it but its dialog's backdrop.
  const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const style = getComputedStyle(layer);
  return {
    isOnTop: element.contains(found) || found?.contains(element),
    offsetPx: Number.parseFloat(style.top),
    zIndex: Number(style.zIndex),
  };
}
