import { makeDevice } from "./support/api.ts";
import { expect, signIn, test } from "./support/console.ts";
import { startGateway } from "./support/gateway.ts";

// Runs first, because it needs the console as it is on the first day.
test("the empty console leads from the plant over the gateway to the first report on screen [R2.7, R3.8, R3.10]", async ({
  page,
}) => {
  await signIn(page);
  const guide = page.getByRole("region", { name: "Three steps to the first report" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0 plants");
  await expect(guide.getByRole("listitem").nth(0)).toHaveAttribute("aria-current", "step");
  await guide.getByRole("link", { name: "Add plant" }).click();

  const form = page.getByRole("main");
  await form.getByRole("button", { name: "Add plant" }).click();
  const prompts = ["Enter a name", "Enter the installed capacity", "Enter the grid connection date"];
  const others = ["Enter the person in charge", "Enter the phone number"];
  const choices = ["Select a currency.", "Select a pricing method."];
  for (const sentence of [...prompts, ...others, ...choices])
    await expect(form.getByText(sentence, { exact: true })).toBeVisible();
  await expect(form.getByLabel("Name")).toBeFocused();

  await form.getByLabel("Name").fill("PV 1");
  await form.getByLabel("Installed capacity").fill("0");
  await form.getByRole("button", { name: "Add plant" }).click();
  await expect(form.getByText("Enter a number above 0, up to 10,000,000")).toBeVisible();
  await expect(form.getByText("Enter a name", { exact: true })).toHaveCount(0);

  // Half-filled, it is kept while another page is looked at, and asks before it is closed.
  await form.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0 plants");
  const tabs = page.getByRole("navigation", { name: "Open pages" });
  await tabs.getByRole("link", { name: "Add plant" }).click();
  await tabs.getByRole("button", { name: "Close Add plant" }).click();
  const leaving = page.getByRole("dialog", { name: "Close “Add plant”?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(leaving).toBeHidden();
  const connected = form.getByLabel("Grid connection date");
  await connected.fill("31/02/2026");
  await connected.blur();
  await expect(form.getByRole("alert").filter({ hasText: "is not a date" })).toHaveText(
    "“31/02/2026” is not a date. Use the format 22/11/2026 or 2026-11-22.",
  );
  await connected.fill("2026-01-15");
  await connected.blur();
  await expect(connected).toHaveValue("15/01/2026");
  await expect(form.getByText("is not a date")).toHaveCount(0);
  await form.getByLabel("Time zone").fill("são");
  await expect(page.locator(".ant-select-item-option").first()).toHaveText("America/Sao_Paulo");
  await page.keyboard.press("Escape");
  await form.getByLabel("Currency").fill("EUR");
  await page.locator(".ant-select-item-option").filter({ hasText: /^EUR /, visible: true }).click();
  await form.getByRole("radiogroup", { name: "Pricing method" }).getByText("Fixed").click();
  await form.getByRole("textbox", { name: "Price" }).fill("0.31");
  await form.getByLabel("Person in charge").fill("Ada Lin");
  await form.getByLabel("Phone").fill("+49 30 123456");
  await form.getByRole("button", { name: "Add plant" }).click();
  const capacity = form.getByLabel("Installed capacity");
  await expect(capacity).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Name")).toHaveValue("PV 1");
  await capacity.fill("1.2");

  // An invalid date is not submitted as the previous valid one.
  const sent: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/powerStation/add")) sent.push(request.postData());
  });
  await connected.fill("31/02/2026");
  await connected.press("Tab");
  await form.getByRole("button", { name: "Add plant" }).click();
  await expect(connected).toBeFocused();
  await expect(form.getByText("“31/02/2026” is not a date.")).toBeVisible();
  await connected.fill("2026-01-16");
  await connected.press("Tab");
  await form.getByRole("button", { name: "Add plant" }).click();

  await expect(page).toHaveURL(/#\/station\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("PV 1");
  expect(sent).toEqual([expect.stringContaining("2026-01-16")]);
  await expect(page.getByRole("main").getByText("Waiting for gateway").first()).toBeVisible();
  const steps = page.getByRole("region", { name: "Three steps to the first report" });
  await expect(steps.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "step");
  await steps.getByRole("link", { name: "Add a gateway" }).click();

  const device = makeDevice();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog.getByText("Enter the serial number")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Serial number" }).fill(device.sn);
  await dialog.getByLabel("Registration code").fill(device.code);
  await dialog.getByText("This serial number is not registered yet").click();
  await dialog.getByLabel("Model").fill("DC-500");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog).toBeHidden();
  await expect(steps.getByText("Waiting for the first report…")).toBeVisible();

  const gateway = await startGateway(device, 3);
  await gateway.report(
    [1, 2, 3].map((unit) => ({
      voltageV: 30,
      currentA: 10,
      tempC: 30,
      energyWh: 1000 * unit,
      signalDbm: -60,
    })),
  );
  await expect(steps).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: device.sn.replace("DC", "OP") })).toHaveCount(3);
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page.getByRole("region", { name: "Power now" })).toContainText("900W");
  await gateway.close();
});
