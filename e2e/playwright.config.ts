import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";
import { isFullRun, isOnCluster } from "./support/full-run.ts";

export default defineConfig({
  testDir: import.meta.dirname,
  // Pictures for people are taken on request only.
  testIgnore: process.env.HELIOGRAPH_SCREENS === undefined ? "screens.spec.ts" : [],
  // Every theme in every language, and loops over what one spec does once, are for the full run.
  ...((!isFullRun || isOnCluster) && { grepInvert: /@full/ }),
  // Each step has a folder of its own: the next one would remove what a failed test left.
  outputDir: isOnCluster ? "./.results/cluster" : "./.results/server",
  globalSetup: "./global-setup.ts",
  // Two browsers are what two cores carry, or one with the processes of a cluster.
  workers: isOnCluster ? 1 : 2,
  // Timeouts only end a wait for what never comes: a busy machine stretches a second to ten.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    viewport: { width: 1520, height: 1010 },
    // Recording every step costs a third of the time, and a build machine has no use for it.
    trace: process.env.CI === undefined ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // A worker between page and server hides requests from the specs that answer them; pwa.spec.ts is about it.
    serviceWorkers: "block",
    // Frames of transitions are drawn by the processor here; what moves is tested where it matters.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: chromium,
  },
});
