import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { createDevice } from "./fixtures.ts";
import type { JobCaller } from "./jobs.ts";
import { openJobStage } from "./jobs.ts";

/** Registration code of the devices that are created here. */
export const CODE = "MFRGGZDFMZTWQ2LK";
export const codeHash = createHash("sha256").update(CODE).digest();
export const makeSn = () => `I${randomBytes(6).toString("hex").toUpperCase()}`;
export const PLANT_COLUMNS = ["sn", "registrationCode", "alias", "place", "parentSn"];

export const toCsv = (head: string, rows: readonly (readonly string[])[]) =>
  [head, ...rows.map((row) => row.join(","))].join("\n");

export type ImportStage = Awaited<ReturnType<typeof openImportStage>>;

/** The app with its jobs, and imports of devices. */
export async function openImportStage() {
  const stage = await openJobStage();

  /** An administrator of a company of installers, who has a plant. */
  const createInstaller = () => stage.createCaller({ roleCode: "installer-administrator" });

  async function upload(caller: JobCaller, text: string | Buffer, query: object = {}) {
    return (
      await stage.app.call("POST", "/workData/device/import/read", {
        authorization: caller.authorization,
        query: { kind: "plant", fileName: "devices.csv", ...query },
        body: Buffer.from(text),
        headers: { "content-type": "text/csv" },
      })
    ).envelope;
  }

  /** Uploads rows of a plant and runs an import of them; returns its id. */
  async function begin(caller: JobCaller, rows: readonly (readonly string[])[]) {
    const { data, msg } = await upload(caller, toCsv("SN,Code,Alias,Location,Parent", rows));
    if (!data?.importId) throw new Error(msg);
    const { importId } = data;
    const start = (mode: string, columns: readonly (string | null)[] = PLANT_COLUMNS) =>
      caller.post("/workData/device/import/toPlant", {
        ...{ importId, columns, mode },
        stationId: caller.plant.id,
      });
    /** `onReport` runs before each step of the job is reported. */
    const run = async (mode: string, onReport?: (done: number) => unknown) => {
      const started = await start(mode);
      if (!started.data?.jobId) throw new Error(started.msg);
      await stage.work((job) =>
        stage.app.services.imports.write({
          ...job,
          async report(progress) {
            await onReport?.(progress.done);
            await job.report(progress);
          },
        }),
      );
      expect(await caller.job(started.data.jobId)).toMatchObject({ state: "done" });
    };
    const detail = async () => (await caller.get("/workData/device/import/detail", { importId })).data;
    /** Sentences by the number of the row. */
    const problems = async () => {
      const { rows: results } = (
        await caller.get("/workData/device/import/result", { importId, onlyWrong: true, pageSize: 200 })
      ).data;
      return Object.fromEntries(
        results.map(({ row, problems: found }: { row: number; problems: { text: string }[] }) => [
          row,
          found.map(({ text }) => text).join(" "),
        ]),
      );
    };
    const edit = (...edits: readonly { row: number; field: string; value: string }[]) =>
      caller.post("/workData/device/import/edit", { importId, edits });
    const file = () =>
      stage.app.call("GET", "/workData/device/import/file", {
        authorization: caller.authorization,
        query: { importId },
      });
    return { importId, start, run, detail, problems, edit, file };
  }

  async function linksOf(plantId: string) {
    const { rows } = await sql<{ sn: string; alias: string; place: string | null; parent: string | null }>`
      select d.sn, d.alias, s.label as place, parent.sn as parent
      from device_links l join devices d on d.id = l.device_id left join slots s on s.id = l.slot_id
      left join devices parent on parent.id = l.parent_id
      where l.plant_id = ${plantId} and l.to_at is null order by d.sn`.execute(stage.db);
    return rows;
  }

  /** Registered devices that are in no plant. */
  async function createRegistered(...types: ("DCON" | "MCON" | "OPT")[]): Promise<string[]> {
    const serialNumbers: string[] = [];
    for (const type of types)
      serialNumbers.push(
        (await createDevice(stage.db, { type, registrationCodeHash: codeHash, sn: makeSn() })).sn,
      );
    return serialNumbers;
  }

  return { ...stage, createInstaller, upload, begin, linksOf, createRegistered };
}
