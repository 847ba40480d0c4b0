import type { DataOf, endpoints } from "@heliograph/contract";
import { runSeed } from "./http-programs.ts";
import type { LayoutFleet, LayoutSeedInput } from "./layout-seed.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";

/** A server with one plant, whose modules have no published layout yet. */
export interface LayoutServer extends LayoutFleet {
  readonly http: string;
  readonly pid: number;
  readonly modules: number;
  /** Throws unless the call succeeds. */
  request<Data>(method: "GET" | "POST", path: string, body?: object): Promise<Data>;
}

/** The layout of the plant as its editor begins with it. */
export const readLayout = async ({ request, stationId }: LayoutServer) =>
  (await request<DataOf<typeof endpoints.layout.editor>>("GET", `editor?stationId=${stationId}`)).layout;

/** Runs with a new server and a plant of this many modules, which has samples of so many whole days. */
export async function withLayoutServer<Result>(
  input: Omit<LayoutSeedInput, "dataFolder">,
  run: (server: LayoutServer) => Promise<Result>,
): Promise<Result> {
  return await withFolder("layout", async (dataFolder) => {
    const fleet = await runSeed<LayoutSeedInput, LayoutFleet>("layout-seed.ts", { dataFolder, ...input });
    const resource = {
      start: () => startBenchServer(dataFolder),
      stop: (server: BenchServer) => server.stop(),
    };
    return await withResource(resource, ({ http, pid }) =>
      run({
        ...{ ...fleet, http, pid, modules: input.modules },
        async request<Data>(method: "GET" | "POST", path: string, body?: object) {
          const response = await fetch(`${http}/api/workData/layout/${path}`, {
            method,
            headers: { authorization: fleet.authorization, "content-type": "application/json" },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          const { code, data, msg } = (await response.json()) as { code: string; data: Data; msg: string };
          if (code !== "0") throw new Error(`${path}: ${code} ${msg}`);
          return data;
        },
      }),
    );
  });
}
