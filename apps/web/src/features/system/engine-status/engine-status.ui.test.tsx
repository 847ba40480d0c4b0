import type { ServerProcess } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { text } from "../../../../test/ui/text.ts";

const at = "2026-05-04T09:00:00.000Z";
const works = { isOk: true, since: at };
const process: ServerProcess = {
  processId: crypto.randomUUID(),
  host: "solar-1",
  roles: ["link"],
  state: "ready",
  startedAt: at,
  seenAt: at,
  isLeader: false,
  parts: { postgresql: works, clickhouse: works, intake: works, nats: works },
  gateways: 1234,
  streams: 0,
};
const queues = {
  rollUpWindows: 12,
  rollUpLagS: 45.6,
  pendingReports: 3,
  rejectedReports: 4,
  jobsQueued: 5,
  jobsRunning: 1,
  gatewaysOnline: 1234,
  gatewaysOffline: 7,
};

const textOf = (part: Locator) => () => part.query()?.textContent;

test("shows processes with what does not work and what is connected, and what waits", async () => {
  await openConsole({
    at: "/system/setup/status",
    prepare: (server) =>
      server.reply(endpoints.engineStatus.get, {
        processes: [
          process,
          {
            ...process,
            processId: crypto.randomUUID(),
            roles: ["api", "jobs"],
            state: "notReady",
            isLeader: true,
            parts: { postgresql: works, clickhouse: { isOk: false, since: at, reason: "no-answer" } },
            streams: 89,
          },
          { ...process, processId: crypto.randomUUID(), state: "silent", gateways: 77 },
        ],
        queues,
      }),
  });
  const table = page.getByRole("region", { name: text("engine.processes") });
  const link = table.getByRole("row").nth(1);
  await expect.poll(textOf(link)).toMatch(/link.*Ready.*NATS.*1,234/);
  const other = table.getByRole("row").nth(2);
  await expect.poll(textOf(other)).toMatch(/Runs background jobs.*Not ready.*ClickHouse.*No response.*89/);
  // What a silent one said before is not shown as if it still held.
  const silent = table.getByRole("row").nth(3);
  await expect.poll(textOf(silent)).toMatch(/link.*No reports/);
  expect(textOf(silent)()).not.toMatch(/PostgreSQL|77/);
  // The styles of tables are there although no page with a list was open before.
  const grid = table.getByRole("table").element();
  expect(grid.clientWidth).toBe(grid.parentElement?.clientWidth);
  const waiting = page.getByRole("region", { name: text("engine.queues") });
  await expect.poll(textOf(waiting)).toMatch(/Longest wait for calculation\s*46\s*s/);
  await expect.poll(textOf(waiting)).toMatch(/Rejected reports \(total\)\s*4/);
});
