import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { JobStage } from "../../../../test/jobs.ts";
import { makeResult, openJobStage } from "../../../../test/jobs.ts";

const program = join(import.meta.dirname, "../../../../test/job-process.ts");

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

async function findUrl(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(stage.db);
  return inject("databaseUrl").replace(/\/[^/]+$/, `/${rows[0]?.name}`);
}

/** Starts a process that takes up a job, and kills it in the middle; returns when the lease ends. */
async function killDuring(jobId: string, attempt: number): Promise<number> {
  const child = spawn(process.execPath, [program, await findUrl()], { stdio: "inherit" });
  const ended = once(child, "exit");
  const read = async () => {
    const { rows } = await sql<{ attempts: number; done: number; leasedUntil: Date | null }>`
      select attempts, done, leased_until as "leasedUntil" from jobs where id = ${jobId}`.execute(stage.db);
    return rows[0];
  };
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ attempts: attempt, done: 1 });
  child.kill("SIGKILL");
  await ended;
  return (await read())?.leasedUntil?.getTime() ?? 0;
}

test("takes up a job whose process was killed after its lease, and stores its file once", async () => {
  const caller = await stage.createCaller();
  const jobId = await caller.start();
  const leaseEnd = await killDuring(jobId, 1);
  expect(await caller.job(jobId)).toMatchObject({ state: "running", done: 1, total: 3, hasFile: false });
  stage.clock.set(leaseEnd - 1);
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "running", done: 1, total: 3 });
  stage.clock.set(leaseEnd);
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "done", done: 1, total: 1, hasFile: true });
  const { rows } = await sql`select from job_files where job_id = ${jobId}`.execute(stage.db);
  expect(rows).toHaveLength(1);
  expect((await caller.file(jobId)).body).toBe(`\uFEFFName\r\n${caller.plant.name}\r\n`);
});

test("fails a job whose process is killed in every attempt", async () => {
  const caller = await stage.createCaller();
  const jobId = await caller.start();
  for (const attempt of [1, 2, 3]) {
    // Due for a process with the time of the machine, whatever that of the stage is.
    await sql`
      update jobs set next_attempt_at = to_timestamp(0), leased_until = case when state = 'running' then to_timestamp(0) end
      where id = ${jobId}`.execute(stage.db);
    await killDuring(jobId, attempt);
  }
  await sql`update jobs set leased_until = to_timestamp(0) where id = ${jobId}`.execute(stage.db);
  await stage.work(async () => makeResult("a fourth attempt"));
  expect(await caller.job(jobId)).toMatchObject({ state: "failed", error: "interrupted", hasFile: false });
}, 240_000);
