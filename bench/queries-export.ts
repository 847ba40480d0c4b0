import type { BodyInputOf } from "@heliograph/contract";
import { endpoints, envelope } from "@heliograph/contract";
import type { HttpCaller } from "./http-calls.ts";
import type { Timing } from "./timings.ts";

const GOAL_MS = 10_000;
const POLL_MS = 50;

/** All columns that the list has. */
const columns = [
  "number",
  "status",
  "name",
  "powerW",
  "efficiency",
  "energyTodayKwh",
  "energyMonthKwh",
  "energyYearKwh",
  "energyTotalKwh",
  "specificYieldKwhPerKwp",
  "earningsToday",
  "openAlarms",
  "tags",
  "installedCapacityKwp",
  "createdAt",
  "updatedAt",
] as const;

/** From the call that starts an export of all plants until its file is here. */
export function timeExport(
  http: string,
  {
    caller,
    plants,
    format,
    times,
  }: { caller: HttpCaller; plants: number; format: "csv" | "xlsx"; times: number },
): Timing {
  const headers = { Authorization: caller.authorization, "Accept-Language": "en" };
  const get = (path: string) => fetch(`${http}/api${path}`, { headers });

  async function start(): Promise<string> {
    const body: BodyInputOf<typeof endpoints.station.export> = {
      format,
      fileName: "plants",
      columns: [...columns],
      sort: "name",
      order: "asc",
    };
    const response = await fetch(`${http}/api${endpoints.station.export.path}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { data, msg } = envelope(endpoints.station.export.data).parse(await response.json());
    if (!data) throw new Error(`the export was refused: ${msg}`);
    return data.jobId;
  }

  async function waitFor(jobId: string): Promise<void> {
    for (;;) {
      const response = await get(`${endpoints.job.get.path}?jobId=${jobId}`);
      const { data } = envelope(endpoints.job.get.data).parse(await response.json());
      if (data?.state === "done") return;
      if (data?.state !== "queued" && data?.state !== "running")
        throw new Error(`the export ended as ${data?.state}`);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  return {
    what: `export of all plants as ${format}, ${plants.toLocaleString("en-US")} plants`,
    goalMs: GOAL_MS,
    times,
    async run() {
      const jobId = await start();
      await waitFor(jobId);
      const file = new Uint8Array(
        await (await get(`${endpoints.job.getFile.path}?jobId=${jobId}`)).arrayBuffer(),
      );
      const lines =
        format === "csv" ? new TextDecoder().decode(file).trimEnd().split("\r\n").length - 1 : plants;
      if (lines !== plants || file.length < plants) throw new Error(`the file has ${lines} plants`);
    },
  };
}
