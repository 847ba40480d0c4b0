import type { Job } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import { makeJob } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const tray = () => page.getByRole("button", { name: text("tasks.title"), exact: true });
const line = (title: string) => page.getByRole("listitem").filter({ hasText: title });

const expectShare = (share: number) =>
  expect
    .poll(() => (line("running.csv").getByRole("progressbar").element() as HTMLProgressElement).value)
    .toBe(share);

test("shows jobs that another browser has started, with progress, cancel, file and removal, also after a reload", async () => {
  const downloads = watchDownloads();
  let jobs: Job[] = [
    makeJob({ title: "running.csv", state: "running", done: 500, total: 2_000 }),
    makeJob({ title: "done.csv", state: "done", done: 3, total: 3, hasFile: true }),
    makeJob({ title: "failed.xlsx", state: "failed", error: "tooLarge" }),
  ];
  const change = (jobId: string, to: Partial<Job>) => {
    jobs = jobs.map((job) => (job.jobId === jobId ? { ...job, ...to } : job));
  };
  const server = await openConsole({
    prepare(fake) {
      fake.reply(endpoints.job.list, () => ({ rows: jobs, total: jobs.length }));
      fake.reply(endpoints.job.getFile, () => new Blob(["\uFEFFName\r\n"]) as never);
      fake.reply(endpoints.job.cancel, ({ body }) => {
        change(body.jobId, { state: "cancelled" });
        return null;
      });
      fake.reply(endpoints.job.delete, ({ body }) => {
        jobs = jobs.filter(({ jobId }) => jobId !== body.jobId);
        return null;
      });
    },
  });
  await tray().click();
  await expectShare(0.25);
  await expect.element(line("failed.xlsx").getByText(text("tasks.error.tooLarge"))).toBeVisible();
  // The jobs of one file differ by the time they finished at.
  await expect.element(line("done.csv").getByRole("time")).toBeVisible();
  await expect.element(line("running.csv").getByRole("time")).not.toBeInTheDocument();
  change(jobs[0]?.jobId ?? "", { done: 1_000 });
  await expectShare(0.5);
  // Only the tab that has started a job downloads its file automatically.
  expect(server.listCalls(endpoints.job.getFile)).toEqual([]);
  await line("done.csv")
    .getByRole("button", { name: text("tasks.download") })
    .click();
  await downloads.readLines();
  expect(downloads.names()).toEqual(["done.csv"]);

  await reopenConsole();
  await tray().click();
  await line("running.csv")
    .getByRole("button", { name: text("action.cancel") })
    .click();
  await expect.element(line("running.csv").getByText(text("tasks.cancelled"))).toBeVisible();
  await line("running.csv")
    .getByRole("button", { name: text("tasks.dismiss") })
    .click();
  await expect.element(line("running.csv")).not.toBeInTheDocument();
  expect(jobs.map(({ title }) => title)).toEqual(["done.csv", "failed.xlsx"]);
});
