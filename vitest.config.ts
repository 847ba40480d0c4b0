import { defineConfig } from "vitest/config";

const excluded = ["**/node_modules/**", "**/dist/**", "e2e/**"];
const engines = { globalSetup: ["apps/server/test/global-setup.ts"], hookTimeout: 120_000 };

// Forks, not threads: the ClickHouse engine crashes in worker threads.
export default defineConfig({
  test: {
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "small",
          include: ["{apps,packages,scripts,bench}/**/*.test.ts"],
          exclude: [...excluded, "**/*.{db,api,soak}.test.ts"],
          // Ends what hangs, and nothing else: a busy machine stretches a second to ten.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...engines,
          name: "medium",
          include: ["{apps,packages,scripts,bench}/**/*.{db,api}.test.ts"],
          exclude: excluded,
          testTimeout: 60_000,
          maxWorkers: 2,
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
          testTimeout: 3_600_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
