import { defineConfig } from "vitest/config";

const excluded = ["**/node_modules/**", "**/dist/**", "e2e/**"];

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
          exclude: [...excluded, "**/*.db.test.ts", "**/*.api.test.ts"],
          // Ends what hangs, and nothing else: a busy machine stretches a second to ten.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "medium",
          include: ["{apps,packages,scripts,bench}/**/*.{db,api}.test.ts"],
          exclude: excluded,
          globalSetup: ["apps/server/test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
