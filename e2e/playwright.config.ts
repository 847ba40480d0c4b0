import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const debian = "/usr/bin/chromium";
const executablePath = process.env.HELIOGRAPH_CHROMIUM ?? (existsSync(debian) ? debian : undefined);

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "./.results",
  globalSetup: "./global-setup.ts",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    viewport: { width: 1520, height: 1010 },
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
