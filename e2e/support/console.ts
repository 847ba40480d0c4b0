import { setTimeout as wait } from "node:timers/promises";
import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import type { Account } from "./api.ts";
import { createApi, logIn } from "./api.ts";
import { httpUrl, rootAccount } from "./server.ts";

/** A page that does not answer by then is closed as it is. */
const REST_MS = 5_000;

interface Watch {
  /** Requests to another origin, violations of the content security policy, and errors of the page. */
  readonly offences: string[];
}

// Runs in the page, so it is text here.
const reportViolations = `document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error("CSP", violatedDirective, blockedURI, sourceFile));`;

/**
 * Ends what a page is still loading: signing out or coming back online loads it anew after the last thing a spec looks
 * at, and a browser asked to close a window in the middle of that may never answer.
 */
async function rest(page: Page): Promise<void> {
  const stop = () => page.evaluate("window.stop()");
  // The load may just have come to its end, and taken the place where this was to run along.
  const stopped = stop().catch(() => page.waitForLoadState().then(stop));
  await Promise.race([stopped.catch(() => undefined), wait(REST_MS, undefined, { ref: false })]);
}

/** Every spec of the console: nothing is fetched from outside, the policy is kept, and the page breaks nowhere. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context }, use) => {
      const offences: string[] = [];
      const { origin } = new URL(httpUrl());
      // Passkeys belong to a name: their spec calls the same server by it.
      const own = [origin, origin.replace("127.0.0.1", "localhost")];
      await context.addInitScript({ content: reportViolations });
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && !own.includes(url.origin))
          offences.push(`other origin: ${url.href}`);
      });
      context.on("console", (message) => {
        // The browser's own line about a refused answer; what the page makes of it is the spec's matter.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          offences.push(`console: ${message.text()}`);
      });
      context.on("weberror", (error) => offences.push(`page: ${error.error().stack ?? ""}`));
      await use({ offences });
      // What the end itself cuts off, such as a part of a page on its way, is no offence.
      const found = [...offences];
      await Promise.all(context.pages().map(rest));
      expect(found).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export type Language = "zh-cn" | "en" | "pt" | "th";

/** Opens an address of the console; `lang` in it sets the language (R1.14). */
export async function open(page: Page, hash: string, language: Language = "en"): Promise<void> {
  const mark = hash.includes("?") ? "&" : "?";
  await page.goto(`${httpUrl()}/#${hash}${mark}lang=${language}`);
}

/** Fills and sends the sign-in form on screen, in English. */
export async function fillSignIn(page: Page, who = rootAccount()): Promise<void> {
  await page.getByLabel("Email or phone").fill(who.account);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in by the form on screen and waits until it is left: an address set before that is overtaken by the sign-in. */
export async function completeSignIn(page: Page, who = rootAccount()): Promise<void> {
  await fillSignIn(page, who);
  await expect(page).not.toHaveURL(/#\/login/);
}

/** Signs in through the form, for specs about signing in and about what the server notes of it. */
export async function signInByForm(page: Page, who = rootAccount()): Promise<void> {
  await open(page, "/login");
  await fillSignIn(page, who);
  await expectHome(page);
}

/** What the console keeps of a session it has started. */
async function createSession(who: Account) {
  const tokens = await logIn(who);
  const api = createApi(tokens);
  return {
    id: crypto.randomUUID(),
    isSuper: await api.call(endpoints.user.isSuper),
    isAnonymous: false,
    endpoint: "WEB",
    access_token: `${tokens.token_type} ${tokens.access_token}`,
    refresh_token: tokens.refresh_token,
    expires_time: Date.now() + tokens.expires_in * 1000,
    refresh_expires_time: Date.now() + tokens.refresh_expires_in * 1000,
    clockOffsetMs: 0,
  };
}

/** Opens the console at home with a session of its own; the sign-in form has its specs. */
export async function signIn(page: Page, who = rootAccount()): Promise<void> {
  await signInAt(page, "/home", who);
  await expectHome(page);
}

/** Opens an address of the console with a session of its own, without the home page on the way: it takes a second. */
export async function signInAt(page: Page, address: string, who = rootAccount()): Promise<void> {
  const session = await createSession(who);
  // Any small reply of the server: a document of its origin, in which the session is kept.
  await page.goto(`${httpUrl()}/api/health/live`);
  await page.evaluate((kept) => {
    sessionStorage.setItem("heliograph.session", kept);
    localStorage.setItem("language", "en");
  }, JSON.stringify(session));
  await page.goto(`${httpUrl()}/#${address}`);
}

async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#\/home/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
}

/** Goes to another address of the console without losing the session. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}
