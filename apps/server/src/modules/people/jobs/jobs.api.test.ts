import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobStage } from "../../../../test/jobs.ts";
import { makeResult, openJobStage } from "../../../../test/jobs.ts";
import type { JobRun, JobWork } from "./job-kinds.service.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 30_000;

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

/** Work that waits after its first step until it is released, and what it was started with. */
function createGatedWork(text = "done by the first") {
  const started = Promise.withResolvers<JobRun>();
  const gate = Promise.withResolvers<void>();
  const work: JobWork = async (run) => {
    await run.report({ done: 1, total: 4 });
    started.resolve(run);
    await gate.promise;
    await run.report({ done: 4, total: 4 });
    return makeResult(text);
  };
  return { work, started: started.promise, release: gate.resolve };
}

test("shows a job, its progress and its file to its account only", async () => {
  const [caller, other] = [await stage.createCaller(), await stage.createCaller()];
  const jobId = await caller.start({ fileName: "Übersicht" });
  expect(await caller.list()).toMatchObject({
    rows: [{ jobId, kind: "plantExport", title: "Übersicht.csv", state: "queued", done: 0, total: null }],
    total: 1,
  });
  const gated = createGatedWork();
  const working = stage.work(gated.work);
  await gated.started;
  expect(await caller.job(jobId)).toMatchObject({ state: "running", done: 1, total: 4, hasFile: false });
  expect((await caller.file(jobId)).statusCode).toBe(404);
  gated.release();
  await working;
  const job = await caller.job(jobId);
  expect(job).toMatchObject({ state: "done", done: 4, total: 4, hasFile: true, error: null });
  expect(Date.parse(job.expiresAt) - Date.parse(job.finishedAt)).toBe(7 * DAY_MS);
  const file = await caller.file(jobId);
  expect(file.body).toBe("done by the first");
  expect(file.headers["content-disposition"]).toContain('attachment; filename="plants.csv"');
  expect(await other.list()).toEqual({ rows: [], total: 0 });
  expect((await other.get("/job/detail", { jobId })).code).toBe("A0404");
  expect((await other.file(jobId)).statusCode).toBe(404);
  for (const change of ["cancel", "delete"])
    expect((await other.post(`/job/${change}`, { jobId })).code).toBe("A0404");
});

test("each start of a job is in the system log, with its plant and where it came from", async () => {
  const caller = await stage.createCaller();
  const { id: stationId } = caller.plant;
  const earnings = { stationId, by: "year", format: "csv", fileName: "earnings" };
  await caller.start();
  await caller.post("/workData/powerStation/earnings/export", earnings);
  await caller.post("/index/earnings/export", { by: "year", format: "csv", fileName: "earnings" });
  await caller.post("/report/create", {
    ...{ stationId, kind: "year", period: "2020", format: "pdf", language: "en" },
  });
  const { rows } = await sql`
    select kind, type, company_id, plant_id, object_id, method, address, original, new from audit
    where actor_id = ${caller.account.id} and type like 'job.%' order by at`.execute(stage.db);
  const row = { kind: "system", company_id: caller.account.companyId, method: "api", address: "127.0.0.1" };
  const ofFleet = { ...row, plant_id: null, object_id: "", original: null, new: null };
  const ofPlant = { ...ofFleet, plant_id: stationId, object_id: stationId };
  expect(rows).toEqual([
    { ...ofFleet, type: "job.plantExport" },
    { ...ofPlant, type: "job.earningsExport" },
    { ...ofFleet, type: "job.fleetEarningsExport" },
    { ...ofPlant, type: "job.report" },
  ]);
  await stage.work(async () => makeResult(""));
});

test("keeps the newest finished jobs of an account and deletes the others", async () => {
  const caller = await stage.createCaller();
  const first = await caller.start();
  await caller.post("/job/cancel", { jobId: first });
  await sql`
    insert into jobs (account_id, kind, title, parameters, state, created_at, next_attempt_at, finished_at)
    select account_id, kind, title, parameters, state, created_at + n * interval '1 second', next_attempt_at, finished_at
    from jobs, generate_series(1, 30) n where id = ${first}`.execute(stage.db);
  const started = await caller.start();
  expect((await caller.list()).total).toBe(31);
  expect((await caller.get("/job/detail", { jobId: first })).code).toBe("A0404");
  expect((await caller.job(started)).state).toBe("queued");
  await caller.post("/job/cancel", { jobId: started });
});

test("cancels a queued job, and a running one at its next step", async () => {
  const caller = await stage.createCaller();
  const [running, queued] = [await caller.start(), await caller.start()];
  const gated = createGatedWork();
  const working = stage.work(gated.work);
  await gated.started;
  expect((await caller.post("/job/cancel", { jobId: queued })).code).toBe("0");
  expect((await caller.post("/job/delete", { jobId: running })).code).toBe("A0440");
  expect((await caller.post("/job/cancel", { jobId: running })).code).toBe("0");
  expect((await caller.post("/job/cancel", { jobId: running })).code).toBe("A0440");
  gated.release();
  await working;
  for (const jobId of [running, queued])
    expect(await caller.job(jobId)).toMatchObject({ state: "cancelled", hasFile: false });
  expect((await caller.post("/job/delete", { jobId: running })).code).toBe("0");
  expect((await caller.list()).rows).toMatchObject([{ jobId: queued }]);
});

test("stores nothing of an attempt whose lease has ended and that another process has taken up", async () => {
  const caller = await stage.createCaller();
  const jobId = await caller.start();
  const [first, second] = [createGatedWork(), createGatedWork("done by the second")];
  const firstWorking = stage.work(first.work);
  await first.started;
  stage.clock.advance(LEASE_MS);
  const secondWorking = stage.work(second.work);
  await second.started;
  first.release();
  await firstWorking;
  expect(await caller.job(jobId)).toMatchObject({ state: "running", done: 1, total: 4, hasFile: false });
  second.release();
  await secondWorking;
  expect(await caller.job(jobId)).toMatchObject({ state: "done" });
  expect((await caller.file(jobId)).body).toBe("done by the second");
});

test("runs one job of an account at a time, next that of the account that has waited longest", async () => {
  const callers = [await stage.createCaller(), await stage.createCaller(), await stage.createCaller()];
  const accountIds = callers.map(({ account }) => account.id);
  const order: number[] = [];
  const gates = callers.map(() => Promise.withResolvers<void>());
  const work: JobWork = async ({ scope }) => {
    const nth = accountIds.indexOf(scope.accountId ?? "");
    order.push(nth);
    await gates[nth]?.promise;
    return makeResult("");
  };
  for (const nth of [0, 0, 0, 1, 2]) {
    await callers[nth]?.start();
    stage.clock.advance(1);
  }
  // A process runs two jobs at a time.
  const working = stage.work(work);
  await expect.poll(() => order.toSorted(), { timeout: 30_000 }).toEqual([0, 1]);
  stage.clock.advance(1);
  gates[0]?.resolve();
  // The account's other jobs were queued earlier.
  await expect.poll(() => order.length, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(order[2]).toBe(2);
  for (const gate of gates) gate.resolve();
  await working;
  expect(order.slice(3)).toEqual([0, 0]);
});

test("refuses more than ten unfinished jobs of an account", async () => {
  const caller = await stage.createCaller();
  const responses = await Promise.all(Array.from({ length: 12 }, () => caller.export()));
  expect(responses.map(({ code }) => code).sort()).toEqual([...Array(10).fill("0"), "A0501", "A0501"]);
  await stage.work(async () => makeResult(""));
  expect((await caller.export()).code).toBe("0");
  // The next test works on its own jobs alone.
  await stage.work(async () => makeResult(""));
});

test("tries a job that failed again, three times in all", async () => {
  const caller = await stage.createCaller();
  const flaky = await caller.start();
  let fails = 1;
  await stage.work(async () => {
    if (fails-- > 0) throw new Error("storage unavailable");
    return makeResult("at the second attempt");
  });
  expect((await caller.job(flaky)).state).toBe("queued");
  stage.clock.advance(10_000);
  await stage.work(async () => makeResult("at the second attempt"));
  expect((await caller.file(flaky)).body).toBe("at the second attempt");

  const failing = await caller.start();
  let attempts = 0;
  for (let nth = 0; nth < 5; nth++) {
    await stage.work(async () => {
      attempts += 1;
      throw new Error("always");
    });
    stage.clock.advance(60_000);
  }
  expect(attempts).toBe(3);
  expect(await caller.job(failing)).toMatchObject({ state: "failed", error: "internal" });
});

test("puts a job back into the queue when its process stops, without counting the attempt", async () => {
  const caller = await stage.createCaller();
  const jobId = await caller.start();
  const gated = createGatedWork();
  const runner = stage.createRunner(gated.work);
  runner.start();
  await gated.started;
  const stopped = runner.stop();
  gated.release();
  await stopped;
  expect((await caller.job(jobId)).state).toBe("queued");
  const { rows } = await sql<{ attempts: number }>`select attempts from jobs where id = ${jobId}`.execute(
    stage.db,
  );
  expect(rows[0]?.attempts).toBe(0);
  await stage.work();
  expect((await caller.job(jobId)).state).toBe("done");
});

test("ends a step that would never end, when the job is cancelled and when the process stops", async () => {
  const caller = await stage.createCaller();
  const cancelled = await caller.start();
  /** Says when it waits, and ends with the signal of its attempt. */
  const createEndlessWork = () => {
    const waiting = Promise.withResolvers<void>();
    const work: JobWork = async ({ signal }) => {
      const ended = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => ended.reject(signal.reason));
      waiting.resolve();
      return await ended.promise;
    };
    return { work, waiting: waiting.promise };
  };
  const first = createEndlessWork();
  // Renewing the lease is when a cancelled job is noticed.
  const working = stage.createRunner(first.work, { renewEveryMs: 20 }).work();
  await first.waiting;
  await caller.post("/job/cancel", { jobId: cancelled });
  await working;
  expect(await caller.job(cancelled)).toMatchObject({ state: "cancelled", hasFile: false });

  const stopped = await caller.start();
  const second = createEndlessWork();
  const runner = stage.createRunner(second.work);
  runner.start();
  await second.waiting;
  await runner.stop();
  expect((await caller.job(stopped)).state).toBe("queued");
  await stage.work();
});

test("evaluates the account's access again when the job runs and when the file is downloaded", async () => {
  const caller = await stage.createCaller();
  const done = await caller.start();
  await stage.work();
  expect((await caller.file(done)).statusCode).toBe(200);
  await caller.giveAway();
  const refused = await caller.file(done);
  expect([refused.statusCode, refused.envelope.code]).toEqual([403, "A0300"]);
  expect(refused.envelope.msg).toContain("Export it again");

  const later = await caller.start();
  await sql`update accounts set disabled_at = now() where id = ${caller.account.id}`.execute(stage.db);
  await stage.work();
  await sql`update accounts set disabled_at = null where id = ${caller.account.id}`.execute(stage.db);
  expect(await caller.job(later)).toMatchObject({ state: "failed", error: "access", hasFile: false });
});

test("deletes finished jobs with their files after seven days, and jobs of an account that is closed", async () => {
  const [caller, leaving] = [await stage.createCaller(), await stage.createCaller()];
  const [old, ofLeaving] = [await caller.start(), await leaving.start()];
  await stage.work();
  const count = async (jobId: string) => {
    const { rows } = await sql<{ jobs: number; files: number }>`
      select (select count(*)::int from jobs where id = ${jobId}) as jobs,
        (select count(*)::int from job_files where job_id = ${jobId}) as files`.execute(stage.db);
    return rows[0];
  };
  expect(await count(ofLeaving)).toEqual({ jobs: 1, files: 1 });
  await leaving.giveAway();
  expect((await leaving.post("/user/logoff", {})).code).toBe("0");
  expect(await count(ofLeaving)).toEqual({ jobs: 0, files: 0 });
  stage.clock.advance(7 * DAY_MS);
  await stage.app.services.jobs.sweep();
  expect(await count(old)).toEqual({ jobs: 1, files: 1 });
  stage.clock.advance(1);
  const unfinished = await caller.start();
  await stage.app.services.jobs.sweep();
  expect(await count(old)).toEqual({ jobs: 0, files: 0 });
  expect(await count(unfinished)).toEqual({ jobs: 1, files: 0 });
});
