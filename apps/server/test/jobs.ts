import { sql } from "kysely";
import { pino } from "pino";
import type { JobResult, JobWork } from "../src/modules/people/jobs/job-kinds.service.ts";
import { createJobRunner } from "../src/modules/people/jobs/job-runner.ts";
import { createTestApp } from "./app.ts";
import { openTestEngines } from "./engines.ts";
import { createAccount, createPlant, createSession } from "./fixtures.ts";

export type JobStage = Awaited<ReturnType<typeof openJobStage>>;
export type JobCaller = Awaited<ReturnType<JobStage["createCaller"]>>;

/** A file of plants of which everything was visible. */
export const makeResult = (text: string, plantIds: readonly string[] = []): JobResult => ({
  name: "plants.csv",
  contentType: "text/csv; charset=utf-8",
  content: Buffer.from(text),
  plants: plantIds.length === 0 ? [] : [{ hiddenParts: [], plantIds }],
});

/** A lease is renewed only by the steps of a job. */
const NEVER_MS = 2 ** 31 - 1;

/** The app on a database of its own, and runners of its jobs. */
export async function openJobStage() {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const app = await createTestApp(engines);
  const { db } = engines;
  const { clock, services } = app;
  const {
    commissioningFiles,
    deviceData,
    deviceExport,
    earningsExport,
    fleetEarningsExport,
    identity,
    imports,
    plantExport,
    reports,
  } = services;
  const createRunner = (work?: JobWork, { renewEveryMs = NEVER_MS } = {}) =>
    createJobRunner({
      db,
      clock,
      identity,
      works: {
        plantExport: work ?? plantExport.write,
        deviceExport: work ?? deviceExport.write,
        deviceDataExport: work ?? deviceData.write,
        earningsExport: work ?? earningsExport.write,
        report: work ?? reports.write,
        commissioningReport: work ?? commissioningFiles.write,
        fleetEarningsExport: work ?? fleetEarningsExport.write,
        deviceImport: work ?? imports.write,
        deviceRegister: work ?? imports.write,
      },
      logger: pino({ level: "silent" }),
      renewEveryMs,
    });

  return {
    app,
    db,
    engines,
    clock,
    /** A process of its own, which does `work` for every job. */
    createRunner,
    /** Runs all jobs that are due. */
    work: (work?: JobWork) => createRunner(work).work(),
    /** An account with one plant that calls the API. */
    async createCaller(options: Parameters<typeof createAccount>[1] = {}) {
      const account = await createAccount(db, options);
      const plant = await createPlant(db, { ownerId: account.id });
      const { authorization } = await createSession(db, {
        accountId: account.id,
        steppedUpAt: new Date(clock.now()),
      });
      const get = async (path: string, query: object = {}) =>
        (await app.call("GET", path, { authorization, query })).envelope;
      const post = async (path: string, body: object) =>
        (await app.call("POST", path, { authorization, body })).envelope;
      return {
        account,
        plant,
        authorization,
        get,
        post,
        /** Starts an export of the account's plants; returns its envelope. */
        export: (body: object = {}) =>
          post("/workData/powerStation/export", {
            format: "csv",
            fileName: "plants",
            columns: ["name"],
            ...body,
          }),
        /** The same; returns the id of the job. */
        async start(body: object = {}): Promise<string> {
          const { data, msg } = await this.export(body);
          if (!data?.jobId) throw new Error(msg);
          return data.jobId;
        },
        /** Gives the account's plant to another account. */
        async giveAway(): Promise<void> {
          const other = await createAccount(db);
          await sql`update plants set owner_id = ${other.id}, company_id = ${other.companyId} where id = ${plant.id}`.execute(
            db,
          );
        },
        job: async (jobId: string) => (await get("/job/detail", { jobId })).data,
        list: async () => (await get("/job/list")).data,
        file: (jobId: string) => app.call("GET", "/job/file", { authorization, query: { jobId } }),
      };
    },
    async close() {
      await app.close();
      await engines.close();
    },
  };
}
