import { endpoints } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { at, normal, openSafety, yes } from "../../../test/ui/safety-page.ts";

test("the page for responders is off until the owner turns it on; its link can be renewed and revoked", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes });
  const card = page.getByRole("region", { name: "Page for responders" });
  const token = "t".repeat(43);
  server.reply(endpoints.responder.save, () => {
    const settings = { token, switchPlaces: "", contacts: [], createdAt: at };
    server.reply(endpoints.responder.settings, settings);
    return null;
  });
  await card.getByRole("button", { name: "Turn on" }).click();
  const link = card.getByRole("link", { name: "Open the page" });
  await expect.element(link).toHaveAttribute("href", expect.stringContaining(`responder/page.html#${token}`));
  // The label is on the page only while it is printed.
  const label = () => document.querySelector("body > .responder-label");
  const printed = vi.spyOn(window, "print").mockImplementation(() => {
    drawnWhenPrinted = label()?.querySelector("svg path") !== null;
  });
  let drawnWhenPrinted = false;
  await card.getByRole("button", { name: "Print label" }).click();
  await expect.poll(() => printed.mock.calls.length).toBeGreaterThan(0);
  expect(drawnWhenPrinted).toBe(true);
  expect(label()?.textContent).toContain("Old barn");
  dispatchEvent(new Event("afterprint"));
  await expect.poll(label).toBeNull();
  await card.getByRole("button", { name: "Edit switches and contacts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabelText("Where the switches are").fill("Cellar, left wall");
  await dialog.getByRole("button", { name: "Add contact" }).click();
  await dialog.getByLabelText("Name").fill("Hotline");
  await dialog.getByLabelText("Phone").fill("by the door");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(/valid phone number/)).toBeVisible();
  await dialog.getByLabelText("Phone").fill("+49 30 123456");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.responder.save).at(-1)?.body)
    .toMatchObject({
      switchPlaces: "Cellar, left wall",
      contacts: [{ name: "Hotline", phone: "+49 30 123456" }],
    });
  await expect.element(dialog).not.toBeInTheDocument();
  for (const [button, endpoint] of [
    ["Renew link", endpoints.responder.renew],
    ["Turn off", endpoints.responder.close],
  ] as const) {
    server.reply(endpoint, null);
    await card.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect.poll(() => server.listCalls(endpoint)).toHaveLength(1);
  }
});
