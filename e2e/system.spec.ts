import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { signInApi } from "./support/api.ts";
import { expect, open, signInAt, test } from "./support/console.ts";
import { picture } from "./support/picture.ts";
import { findViolations } from "./support/violations.ts";

// Contacts are the whole server's: the specs after this one find them as this one did.
let api: Api;

test.beforeAll(async () => {
  api = await signInApi();
});
test.afterEach(async () => {
  for (const { providerId } of (await api.call(endpoints.provider.list)).rows)
    await api.call(endpoints.provider.delete, { body: { providerId } });
});

async function addProvider(countryOrRegion: string, serviceEmail: string): Promise<void> {
  await api.call(endpoints.provider.add, { body: { countryOrRegion, serviceEmail } });
}

async function openProviderForm(page: Page, region: string, serviceEmail: string): Promise<void> {
  await page.getByRole("button", { name: "Add service contact" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Country or region").fill(region);
  await page.locator(".ant-select-item-option").filter({ hasText: region, visible: true }).first().click();
  await dialog.getByLabel("Service email").fill(serviceEmail);
}

async function chooseFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByRole("dialog").locator('input[type="file"]').setInputFiles(file);
}

test("a contact with its QR code is shown on the sign-in page and in the console in the chosen order; wrong files are refused with the reason [R1.11, R3.16, R5.24]", async ({
  page,
}) => {
  const dialog = page.getByRole("dialog");
  await open(page, "/login");
  await expect(page.getByRole("button", { name: /^Language/ })).toBeVisible();
  // There are no contacts yet.
  await expect(page.getByRole("button", { name: "Service contacts" })).toBeHidden();
  await addProvider("BR", "brasil@example.org");
  await addProvider("035", "sea@example.org");
  await signInAt(page, "/system/setup/providers");
  await expect(page.getByRole("heading", { level: 1, name: "Service contacts" })).toBeVisible();
  await openProviderForm(page, "Germany", "de@example.org");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [file, sentence] of [
    [{ name: "a.png", mimeType: "image/png", buffer: svg }, "Only PNG, JPEG and WebP pictures are accepted."],
    [
      { name: "a.svg", mimeType: "image/svg+xml", buffer: svg },
      "Only PNG, JPEG and WebP pictures are accepted.",
    ],
    [{ name: "unknown", mimeType: "", buffer: svg }, "Only PNG, JPEG and WebP pictures are accepted."],
    [
      { name: "half.png", mimeType: "image/png", buffer: picture.subarray(0, 60) },
      "The picture cannot be read. It may be damaged.",
    ],
    [
      { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      "The file is larger than 5 MB.",
    ],
    [{ name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) }, "The file is empty."],
  ] as const) {
    await chooseFile(page, file);
    await expect(dialog.getByRole("alert")).toHaveText(sentence);
    await expect(dialog.getByRole("img", { name: "QR code" })).toHaveCount(0);
  }
  await chooseFile(page, { name: "right.png", mimeType: "image/png", buffer: picture });
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  expect(await findViolations(page, "dialog[open]")).toEqual([]);
  await dialog.getByLabel("Text").fill("Mon-Fri\n+49 30 1234");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  // Closing, it gives the focus back to where it was opened.
  await expect(dialog).toHaveCount(0);

  // By keyboard alone: the row goes up and the focus goes with it.
  await page.getByRole("button", { name: "Move Germany up" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Germany is now number 2 of 3")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Germany up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Germany is now number 1 of 3")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Germany down" })).toBeFocused();
  await expect(page.locator(".provider-region")).toHaveText(["Germany", "Brazil", "Southeast Asia"]);

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Service contacts", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).toHaveText([
    "Germany",
    "Brazil",
    "Southeast Asia",
  ]);
  expect(await findViolations(page, "dialog[open]")).toEqual([]);

  await page.evaluate(() => sessionStorage.clear());
  await open(page, "/login", "zh-cn");
  await page.reload();
  await page.getByRole("button", { name: "服务联系方式" }).click();
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText(["德国", "巴西", "东南亚"]);
  await expect(dialog.getByRole("link", { name: "de@example.org" })).toHaveAttribute(
    "href",
    "mailto:de@example.org",
  );
  const code = dialog.getByRole("img", { name: "二维码：德国" });
  await expect
    .poll(() => code.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(32);
});
