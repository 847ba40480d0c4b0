import { writeWindows } from "./earnings.ts";
import { createSession } from "./fixtures.ts";
import type { JobCaller, JobStage } from "./jobs.ts";
import { writePlantDays } from "./metering.ts";
import { readPdfText } from "./pdf.ts";

export const MONTH = { kind: "month", period: "2026-06", language: "en", format: "pdf" } as const;

const NOON_MS = 12 * 3_600_000;

/** Energies of a plant in June. */
export const june = { "2026-06-02": 20_000, "2026-06-03": 30_000, "2026-06-05": 25_500 };

export type ReportCaller = Pick<JobCaller, "post" | "file">;

/** Energy of a plant at noon of days, counted as the roll-up does. */
export async function produceAtNoon(
  { engines, app }: JobStage,
  plantKey: number,
  energyWhByDay: Readonly<Record<string, number>>,
): Promise<void> {
  const windows = Object.entries(energyWhByDay).map(
    ([day, energyWh]) => [Date.parse(`${day}T00:00:00Z`) + NOON_MS, energyWh] as const,
  );
  await writeWindows(engines, { plantKey, level: "module" }, new Map(windows));
  await writePlantDays(engines, plantKey, energyWhByDay);
  await app.services.metering.recountEnergies([plantKey]);
}

/** The response with the file of a report, that of June unless told otherwise. */
export async function createReport(stage: JobStage, caller: ReportCaller, body: object) {
  const { code, msg, data } = await caller.post("/report/create", { ...MONTH, ...body });
  if (code !== "0") throw new Error(msg);
  await stage.work();
  return await caller.file(data.jobId);
}

export async function readReport(stage: JobStage, caller: ReportCaller, body: object): Promise<string> {
  return readPdfText((await createReport(stage, caller, body)).rawPayload);
}

/** A new session of an account. */
export async function openReportCaller(stage: JobStage, accountId: string): Promise<ReportCaller> {
  const { authorization } = await createSession(stage.db, { accountId });
  return {
    post: async (path, body) => (await stage.app.call("POST", path, { authorization, body })).envelope,
    file: (jobId) => stage.app.call("GET", "/job/file", { authorization, query: { jobId } }),
  };
}
