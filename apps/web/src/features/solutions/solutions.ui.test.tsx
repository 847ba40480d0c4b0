import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";

const count = (selector: string) => document.querySelectorAll(selector).length;

test("titles: the brand before the kinds, a translation for the leaflet and the manual [R2.4, R2.20]", async () => {
  await openConsole({ isSignedOut: true, language: "pt", at: "/mobile/solutionMRO" });
  const title = () => document.title;
  await expect.poll(title).toBe("Heliograph Nuvem - MCON + RSD + OPT");
  go("/mobile/foldout");
  await expect.poll(title).toBe("Soluções");
  go("/agreement?lang=zh-cn");
  await expect.poll(title).toBe("用户手册与协议");
});

test("each solution shows its own parts, limits with their source, and what the console does not do [R2.20]", async () => {
  await openConsole({ isSignedOut: true, at: "/mobile/Choose" });
  for (const [address, parts] of [
    ["/mobile/solutionR", 6],
    ["/mobile/solutionMR", 7],
    ["/mobile/solutionMRO", 8],
  ] as const) {
    go(address);
    await expect.poll(() => count(".plan-parts > li")).toBe(parts);
    expect(count(".drawing-mark")).toBe(parts);
    await expect.element(page.getByRole("img", { name: /^Block diagram/u })).toBeVisible();
    const limits = [...document.querySelectorAll(".limits dd")].map(({ textContent }) => textContent);
    expect(limits).toEqual(["30s", "30V", "80V"]);
    await expect.element(page.getByText("article 690.12(B)")).toBeVisible();
    await expect.element(page.getByText("It does not start a shutdown or a reset.")).toBeVisible();
  }
});

test("opens and closes the panels of the leaflet by keyboard [R2.20]", async () => {
  await openConsole({ isSignedOut: true, at: "/mobile/foldout" });
  const panel = page.getByRole("button", { name: "Trust" });
  const sentence = page.getByText("A report is acknowledged only after it is stored.");
  await expect.element(panel).toHaveAttribute("aria-expanded", "false");
  await expect.element(sentence).not.toBeVisible();
  (panel.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(sentence).toBeVisible();
  await userEvent.keyboard(" ");
  await expect.element(sentence).not.toBeVisible();
  const openPanels = () => count('.leaflet-panel[data-open="true"]');
  await page.getByRole("button", { name: "Open all" }).click();
  await expect.poll(openPanels).toBe(6);
  await page.getByRole("button", { name: "Close all" }).click();
  await expect.poll(openPanels).toBe(1);
});
