import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createAccount, createGrant, createPlant } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import { createOutboxJob } from "../../../infra/mail/outbox-job.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import { createScheduleJob } from "./schedule-job.ts";

const DAILY = { kind: "day", format: "xlsx", language: "en" } as const;
const LEASE_MS = 30_000;
const logger = pino({ level: "silent" });

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
});
afterEach(async () => {
  // Each test waits for its own schedules only.
  await sql`delete from report_schedules`.execute(stage.db);
});

/** The part of a process that queues scheduled reports. */
const createProcess = () => {
  const { db, clock, app } = stage;
  return createScheduleJob({ db, clock, logger, identity: app.services.identity, jobs: app.services.jobs });
};

async function list(caller: JobCaller = owner) {
  return (await caller.get("/report/schedule/list")).data;
}

async function add(body: object, caller: JobCaller = owner): Promise<string> {
  const { code, data } = await caller.post("/report/schedule/add", { ...DAILY, ...body });
  expect(code).toBe("0");
  return data.scheduleId;
}

/** Advances the clock to the moment at which the caller's only schedule is due. */
async function advanceToDue(caller: JobCaller = owner): Promise<void> {
  const [{ nextAt }] = (await list(caller)).rows;
  stage.clock.advance(Date.parse(nextAt) - stage.clock.now());
}

async function listMails(recipient = owner.account.email) {
  const { rows } = await sql<{
    subject: string;
    body: string;
    name: string | null;
    size: number | null;
    url: string;
  }>`
    select subject, body, attachment_name as name, length(attachment) as size, unsubscribe_url as url
    from outbox where recipient = ${recipient} order by created_at, id`.execute(stage.db);
  return rows;
}

test("mails a report once after its period has ended, and that of the next period afterwards", async () => {
  await add({ stationId: owner.plant.id });
  const process = createProcess();
  await process.work();
  await stage.work();
  expect(await listMails()).toEqual([]);
  const day = new Date(stage.clock.now()).toISOString().slice(0, 10);
  await advanceToDue();
  // An hour after midnight of the plant.
  expect(new Date(stage.clock.now()).toISOString()).toMatch(/T01:00:00\.000Z$/);
  // Two processes, and one of them again.
  await Promise.all([process.work(), createProcess().work()]);
  await process.work();
  await stage.work();
  const [mail, ...others] = await listMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    subject: expect.stringMatching(`: ${owner.plant.name}, Daily report · `),
    name: `${owner.plant.name} Daily report ${day}.xlsx`,
    body: expect.stringContaining(`#/station/${owner.plant.id}/reports`),
  });
  expect(mail?.size).toBeGreaterThan(1_000);
  const [schedule] = (await list()).rows;
  expect(schedule).toMatchObject({
    problem: null,
    sentAt: expect.any(String),
    stationName: owner.plant.name,
  });
  expect((await owner.get("/job/list")).data.rows).toMatchObject([
    { kind: "report", state: "done", hasFile: true },
  ]);
  const { rows: logged } = await sql`
    select plant_id as "plantId", method, address from audit
    where actor_id = ${owner.account.id} and type = 'job.report'`.execute(stage.db);
  expect(logged).toEqual([{ plantId: owner.plant.id, method: "job", address: "" }]);
  await advanceToDue();
  await process.work();
  await stage.work();
  expect(await listMails()).toHaveLength(2);
});

test("a process that is killed after it has written the mail leads to no second one", async () => {
  await add({ stationId: owner.plant.id });
  await advanceToDue();
  await createProcess().work();
  const { reports } = stage.app.services;
  const mailed = Promise.withResolvers<void>();
  // It writes the mail, and is gone before its job ends.
  const killed: JobWork = async (run) => {
    await reports.write(run);
    mailed.resolve();
    return await new Promise(() => undefined);
  };
  void stage.createRunner(killed).work();
  await mailed.promise;
  expect(await listMails()).toHaveLength(1);
  stage.clock.advance(LEASE_MS + 1);
  await stage.work(reports.write);
  expect((await owner.get("/job/list")).data.rows).toMatchObject([{ state: "done", hasFile: true }]);
  expect(await listMails()).toHaveLength(1);
});

test("lost access stops a schedule, which says why; saving it with access starts it again", async () => {
  const plant = await createPlant(stage.db);
  const { id: grantId } = await createGrant(stage.db, {
    plantId: plant.id,
    accountId: owner.account.id,
    level: "participant",
    invitedBy: plant.ownerId,
  });
  const scheduleId = await add({ stationId: plant.id });
  const setState = (state: string) =>
    sql`update plant_grants set state = ${state} where id = ${grantId}`.execute(stage.db);
  await advanceToDue();
  const process = createProcess();
  await process.work();
  // Between queuing and writing.
  await setState("ended");
  await stage.work();
  expect(await listMails()).toEqual([]);
  expect((await list()).rows).toMatchObject([
    { problem: "access", nextAt: null, stationName: null, sentAt: null },
  ]);
  const change = { scheduleId, ...DAILY };
  expect((await owner.post("/report/schedule/update", change)).code).toBe("A0404");
  await setState("active");
  expect((await owner.post("/report/schedule/update", change)).code).toBe("0");
  expect((await list()).rows).toMatchObject([{ problem: null, nextAt: expect.any(String) }]);
  // Before queuing.
  await advanceToDue();
  await setState("ended");
  await process.work();
  expect((await list()).rows).toMatchObject([{ problem: "access" }]);
  await setState("active");
  await owner.post("/report/schedule/update", change);
  await sql`update plants set settings = '{"participantSees":["earnings"]}' where id = ${plant.id}`.execute(
    stage.db,
  );
  await advanceToDue();
  await process.work();
  expect((await list()).rows).toMatchObject([{ problem: "access" }]);
});

test("a schedule of selected plants goes on with those that are left, and stops without any", async () => {
  const plants = [await createPlant(stage.db), await createPlant(stage.db)] as const;
  const grants: { id: string }[] = [];
  for (const plant of plants)
    grants.push(
      await createGrant(stage.db, {
        plantId: plant.id,
        accountId: owner.account.id,
        level: "participant",
        invitedBy: plant.ownerId,
      }),
    );
  const end = (index: 0 | 1) =>
    sql`update plant_grants set state = 'ended' where id = ${grants[index]?.id}`.execute(stage.db);
  const foreign = await createPlant(stage.db);
  const refused = { ...DAILY, stationIds: [plants[0].id, foreign.id] };
  expect((await owner.post("/report/schedule/add", refused)).code).toBe("A0400");
  const scheduleId = await add({ stationIds: plants.map(({ id }) => id), tag: "North" });
  expect((await list()).rows).toMatchObject([{ chosenCount: 2, stationId: null, tag: null, problem: null }]);
  const process = createProcess();
  const send = async () => {
    await advanceToDue();
    await process.work();
    await stage.work();
  };
  await send();
  await end(0);
  expect((await owner.post("/report/schedule/update", { scheduleId, format: "pdf" })).code).toBe("0");
  await send();
  expect(await listMails()).toMatchObject([
    { name: expect.stringMatching(/^Selected plants Daily report .*\.xlsx$/) },
    { name: expect.stringMatching(/^Selected plants Daily report .*\.pdf$/) },
  ]);
  await end(1);
  await send();
  expect((await list()).rows).toMatchObject([{ problem: "access" }]);
  expect(await listMails()).toHaveLength(2);
});

test("a schedule needs a verified email, and stops without one", async () => {
  const unverified = await stage.createCaller({ isEmailVerified: false });
  const refused = await unverified.post("/report/schedule/add", { ...DAILY, stationId: unverified.plant.id });
  expect(refused.code).toBe("A0400");
  expect((await list(unverified)).email).toBeNull();
  await add({ stationId: owner.plant.id });
  expect((await list()).email).toBe(owner.account.email);
  const setVerified = (at: Date | null) =>
    sql`update accounts set email_verified_at = ${at} where id = ${owner.account.id}`.execute(stage.db);
  await setVerified(null);
  await advanceToDue();
  await createProcess().work();
  expect((await list()).rows).toMatchObject([{ problem: "email", nextAt: null }]);
  // Between queuing and writing: nothing was sent.
  await setVerified(new Date(stage.clock.now()));
  const [{ scheduleId }] = (await list()).rows;
  expect((await owner.post("/report/schedule/update", { scheduleId, ...DAILY })).code).toBe("0");
  await advanceToDue();
  await createProcess().work();
  await setVerified(null);
  await stage.work();
  expect((await list()).rows).toMatchObject([{ problem: "email", nextAt: null, sentAt: null }]);
  expect(await listMails()).toEqual([]);
});

test("the report of all plants waits for the plant farthest west", async () => {
  await createPlant(stage.db, { ownerId: owner.account.id, timeZone: "Pacific/Honolulu" });
  await add({});
  const [{ nextAt }] = (await list()).rows;
  expect(nextAt).toMatch(/T11:00:00\.000Z$/);
  const west = await createPlant(stage.db, { ownerId: owner.account.id, timeZone: "Pacific/Pago_Pago" });
  await advanceToDue();
  await createProcess().work();
  expect((await list()).rows[0].nextAt).toMatch(/T12:00:00\.000Z$/);
  await sql`update plants set time_zone = 'UTC' where id = ${west.id}`.execute(stage.db);
  await advanceToDue();
  await createProcess().work();
  await stage.work();
  expect(await listMails()).toMatchObject([{ name: expect.stringMatching(/^All plants Daily report/) }]);
});

test("the link in a mail deletes its schedule after a question, and no other one", async () => {
  await add({ stationId: owner.plant.id });
  await advanceToDue();
  await add({ stationId: owner.plant.id, kind: "year" });
  await createProcess().work();
  await stage.work();
  const server = await startMailServer();
  const outbox = createOutboxJob({
    db: stage.db,
    clock: stage.clock,
    logger,
    config: { smtpUrl: server.url },
  });
  await outbox.work();
  await outbox.stop();
  await server.close();
  // Long headers continue on the next line.
  const text = (server.received.find(({ to }) => to.includes(owner.account.email))?.text ?? "").replace(
    /\r\n[ \t]+/g,
    " ",
  );
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(text).toMatch(/^Content-Type:\s+application\/vnd\.openxmlformats/m);
  expect(text).toContain("Content-Disposition: attachment");
  const url = /List-Unsubscribe: <http:\/\/[^/]+(\/unsubscribe\?token=[\w.-]+)>/.exec(text)?.[1] ?? "";
  const call = (method: "GET" | "POST", address: string) => stage.app.app.inject({ method, url: address });
  expect((await call("GET", url)).body).toContain("Stop sending this report?");
  expect((await list()).rows).toHaveLength(2);
  // The last character of the signature has bits that do not count.
  const forged = url.replace(/\.(.)/, (_, first) => `.${first === "A" ? "B" : "A"}`);
  expect((await call("POST", forged)).statusCode).toBe(404);
  expect((await call("POST", url)).statusCode).toBe(200);
  expect((await list()).rows).toMatchObject([{ kind: "year" }]);
  expect((await call("POST", url)).statusCode).toBe(404);
});

test("an account reads and changes its own schedules only, and they end with it", async () => {
  const other = await stage.createCaller();
  const scheduleId = await add({ stationId: owner.plant.id });
  expect(await list(other)).toMatchObject({ rows: [], total: 0 });
  for (const [path, body] of [
    ["update", { scheduleId, ...DAILY }],
    ["delete", { scheduleId }],
  ] as const)
    expect((await other.post(`/report/schedule/${path}`, body)).code).toBe("A0404");
  expect((await other.post("/report/schedule/add", { ...DAILY, stationId: owner.plant.id })).code).toBe(
    "A0404",
  );
  expect((await owner.post("/report/schedule/update", { scheduleId, ...DAILY, kind: "month" })).code).toBe(
    "0",
  );
  expect((await list()).rows).toMatchObject([{ kind: "month" }]);
  const { data } = await owner.get("/report/schedule/list", { stationId: (await createPlant(stage.db)).id });
  expect(data.rows).toEqual([]);
  // An account with a plant cannot be closed.
  await owner.giveAway();
  expect((await owner.post("/user/logoff", {})).code).toBe("0");
  const { rows } = await sql`select from report_schedules where account_id = ${owner.account.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);
});

test("an account has fifty schedules at most", async () => {
  const account = await createAccount(stage.db);
  await sql`
    insert into report_schedules (account_id, kind, format, language, created_at, next_period, due_at)
    select ${owner.account.id}, 'year', 'pdf', 'en', now(), '2098', '2099-01-01' from generate_series(1, 50)`.execute(
    stage.db,
  );
  expect((await owner.post("/report/schedule/add", DAILY)).code).toBe("A0440");
  await sql`update report_schedules set account_id = ${account.id}`.execute(stage.db);
  expect((await owner.post("/report/schedule/add", DAILY)).code).toBe("0");
});
