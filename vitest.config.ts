import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromium } from "./e2e/support/chromium.ts";

const excluded = ["**/node_modules/**", "**/dist/**", "e2e/**"];
const engines = { globalSetup: ["apps/server/test/global-setup.ts"], hookTimeout: 300_000 };
/** Files share a process, its modules and its engines. */
const shared = { isolate: false, provide: { sharesEngines: true } };

// Forks, not threads: the ClickHouse engine crashes in worker threads.
export default defineConfig({
  test: {
    pool: "forks",
    // One more than the cores: many tests of the engines wait for processes to start and stop.
    maxWorkers: 3,
    // Only ends a wait for what never comes.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "small",
          include: ["{apps,packages,scripts,bench}/**/*.test.ts"],
          exclude: [...excluded, "**/*.{db,api,process,soak}.test.ts"],
          // Files share a process and its modules: three quarters of their time went into loading the same ones again.
          isolate: false,
          // Timeouts only end a test that hangs: a busy machine stretches a second to ten.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...engines,
          name: "api",
          include: ["{apps,packages,scripts,bench}/**/*.api.test.ts"],
          exclude: excluded,
          ...shared,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...engines,
          name: "db",
          include: ["{apps,packages,scripts,bench}/**/*.db.test.ts"],
          exclude: excluded,
          ...shared,
          testTimeout: 300_000,
        },
      },
      {
        // Tests that start, stop or kill processes and engines, or change what a process has once.
        extends: true,
        test: {
          ...engines,
          name: "process",
          include: ["{apps,packages,scripts,bench}/**/*.process.test.ts"],
          exclude: excluded,
          provide: { sharesEngines: false },
          testTimeout: 300_000,
        },
      },
      {
        // Pages and parts of the web app in a real browser, in front of a fake server.
        extends: "apps/web/vite.config.ts",
        root: "apps/web",
        // What the tests import is found before the first one runs: a package found later would load the page anew.
        optimizeDeps: { entries: ["src/app/main.tsx", "test/ui/*.{ts,tsx}"] },
        test: {
          name: "ui",
          include: ["{src,test}/**/*.ui.test.tsx"],
          setupFiles: [join(import.meta.dirname, "apps/web/test/ui/setup.ts")],
          // The web app is loaded once a page; a test takes away what it has left (closeConsole).
          isolate: false,
          // Pages side by side, since one waits half of its time.
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Only ends a wait for what never comes.
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            // As in the end-to-end specs: a name is found by a part of it.
            locators: { exact: false },
            provider: playwright({
              launchOptions: chromium,
              contextOptions: { locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1520, height: 1010 } }],
          },
        },
      },
      {
        // Many rounds of what a medium test does once: only in `npm run test:full`.
        extends: true,
        test: {
          ...engines,
          name: "soak",
          include: ["{apps,packages,scripts,bench}/**/*.soak.test.ts"],
          exclude: excluded,
          provide: { sharesEngines: false },
          testTimeout: 3_600_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
