import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";

const picture = page.getByRole("img", { name: "Picture preview" });
const addressOf = (img: string) => `/mobile/preview?img=${encodeURIComponent(img)}`;
const naturalWidth = () => (picture.element() as HTMLImageElement).naturalWidth;

test("a picture of this server is shown, zoomed and moved by keyboard and buttons [R2.16]", async () => {
  await openConsole({ isSignedOut: true, at: addressOf("/pwa/icons/icon-512.png") });
  await expect.element(picture).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect.poll(naturalWidth).toBe(512);
  const scale = () => picture.element().getBoundingClientRect().width;
  const whole = scale();
  (page.getByRole("application").element() as HTMLElement).focus();
  await userEvent.keyboard("+");
  await expect.poll(scale).toBeCloseTo(whole * 1.4, 0);
  await userEvent.keyboard("0");
  await expect.poll(scale).toBeCloseTo(whole, 0);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(scale).toBeCloseTo(whole * 1.4, 0);
  await page.getByRole("application").wheel({ delta: { y: -200 } });
  await expect.poll(scale).toBeGreaterThan(whole * 1.5);
});

test("refuses an address that is no picture of this server, with a sentence and without a request [R2.16]", async () => {
  const refused = [
    "javascript:alert(1)",
    "//evil.example/one.png",
    "/\\evil.example/one.png",
    "https://evil.example/one.png",
    "blob:https://evil.example/1",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html;base64,PGI+",
    "/one.svg",
  ];
  await openConsole({ isSignedOut: true, at: "/mobile/Choose" });
  performance.clearResourceTimings();
  for (const img of refused) {
    go(addressOf("/pwa/icons/icon-192.png"));
    await expect.element(picture).toBeVisible();
    go(addressOf(img));
    await expect.element(page.getByText("This picture cannot be shown")).toBeVisible();
    await expect.element(page.getByRole("main").getByRole("img")).not.toBeInTheDocument();
  }
  const asked = performance.getEntriesByType("resource").map(({ name }) => name);
  expect(asked.filter((name) => !name.startsWith(location.origin) || name.endsWith("one.svg"))).toEqual([]);
});

test("a raster data: picture is shown, and a file that is none is said to be unreadable [R2.16]", async () => {
  const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await openConsole({ isSignedOut: true, at: addressOf(pixel) });
  await expect.element(picture).toBeVisible();
  await expect.poll(naturalWidth).toBe(1);
  go(addressOf("/pwa/offline/page.html"));
  await expect.element(page.getByText("The picture could not be loaded")).toBeVisible();
});
