import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { createUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import { createServerKeys } from "../../people/identity/server-keys.service.ts";
import { getUnsubscribeKey, UNSUBSCRIBE_PURPOSE } from "./report-mail.ts";
import { createScheduleJob } from "./schedule-job.ts";

const OUTPUT = { kind: "day", format: "xlsx", language: "en" } as const;
/** Longer than until the report of any day is due. */
const MAX_WAIT_MS = 26 * 3_600_000;

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
});

async function add(body: object): Promise<string> {
  const { code, data } = await owner.post("/report/schedule/add", { ...OUTPUT, ...body });
  expect(code).toBe("0");
  return data.scheduleId;
}

test("each change of a schedule is in the log, with its plant and values; none where nothing changes", async () => {
  const scheduleId = await add({ stationId: owner.plant.id });
  const change = (fields: object) => owner.post("/report/schedule/update", { scheduleId, ...fields });
  await change({ ...OUTPUT });
  await change({ format: "pdf" });
  await sql`update report_schedules set due_at = null, problem = 'access' where id = ${scheduleId}`.execute(
    stage.db,
  );
  await change({});
  await owner.post("/report/schedule/delete", { scheduleId });
  expect((await owner.post("/report/schedule/delete", { scheduleId })).code).toBe("A0404");
  const ofAll = await add({});
  const key = await getUnsubscribeKey({ serverKeys: createServerKeys(stage.db) });
  const url = `/unsubscribe?token=${createUnsubscribeToken(key, UNSUBSCRIBE_PURPOSE, ofAll)}`;
  expect((await stage.app.app.inject({ method: "POST", url })).statusCode).toBe(200);
  const { rows } = await sql`
    select type, plant_id as "plantId", object_id as "objectId", original, new, address from audit
    where actor_id = ${owner.account.id} and type like 'reportSchedule.%' order by at`.execute(stage.db);
  const [address, pdf] = ["127.0.0.1", { ...OUTPUT, format: "pdf" }];
  const ofPlant = { plantId: owner.plant.id, objectId: owner.plant.id, original: null, new: null, address };
  const ofFleet = { ...ofPlant, plantId: null, objectId: "" };
  expect(rows).toEqual([
    { ...ofPlant, type: "reportSchedule.add", new: OUTPUT },
    { ...ofPlant, type: "reportSchedule.update", original: OUTPUT, new: pdf },
    { ...ofPlant, type: "reportSchedule.update", original: pdf, new: pdf },
    { ...ofPlant, type: "reportSchedule.delete" },
    { ...ofFleet, type: "reportSchedule.add", new: OUTPUT },
    { ...ofFleet, type: "reportSchedule.delete" },
  ]);
});

test("queues a report while its account is being closed without blocking that", async () => {
  await add({ stationId: owner.plant.id });
  const { app, clock, db } = stage;
  clock.advance(MAX_WAIT_MS);
  const { identity, jobs } = app.services;
  const job = createScheduleJob({ db, clock, logger: pino({ level: "silent" }), identity, jobs });
  const working = await db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner.account.id);
    const work = job.work();
    await expect
      .poll(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          );
          return rows.length;
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await sql`delete from report_schedules where account_id = ${owner.account.id}`.execute(trx);
    return { work };
  });
  await working.work;
  expect((await owner.get("/job/list")).data.rows).toEqual([]);
});
