import type { DataOf, endpoints } from "@heliograph/contract";
import { runSeed } from "./http-programs.ts";
import type { LayoutFleet, LayoutSeedInput } from "./layout-seed.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import { startCpuClock } from "./tree-cpu.ts";

type Editor = DataOf<typeof endpoints.layout.editor>;

async function request<Data>(
  { http }: BenchServer,
  { authorization }: LayoutFleet,
  [method, path, body]: readonly ["GET" | "POST", string, object?],
): Promise<Data> {
  const response = await fetch(`${http}/api/workData/layout/${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { code, data, msg } = (await response.json()) as { code: string; data: Data; msg: string };
  if (code !== "0") throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

async function measure(server: BenchServer, fleet: LayoutFleet): Promise<BenchRow[]> {
  const { stationId } = fleet;
  const editor = await request<Editor>(server, fleet, ["GET", `editor?stationId=${stationId}`]);
  const { layout } = editor;
  const modules = layout.groups.reduce((sum, { cells }) => sum + cells.length, 0);
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  const timed = async <Data>(path: string, body: object) => {
    const readClock = startCpuClock(server.pid);
    const data = await request<Data>(server, fleet, ["POST", path, { stationId, ...body }]);
    return { data, ...readClock() };
  };
  const saved = await timed<{ revision: number }>("saveDraft", { revision: null, layout });
  const published = await timed("publish", { revision: saved.data.revision });
  const again = await timed<{ revision: number }>("saveDraft", { revision: null, layout });
  const next = await timed("publish", { revision: again.data.revision });
  const toRows = (what: string, { seconds, cpuSeconds }: typeof next, goal?: string): BenchRow[] => [
    {
      what,
      value: seconds,
      unit: "s",
      remark: `${cpuSeconds.toFixed(2)} CPU s of the server and its engines`,
      ...(goal !== undefined && { goal }),
    },
  ];
  return [
    ...toRows(`draft of ${modules} modules saved`, again),
    ...toRows(`${modules} modules published, their slots created`, published, "≤ 2"),
    ...toRows(`${modules} modules published again`, next, "≤ 2"),
  ];
}

/** Time of saving and publishing the layout of a plant with this many modules, on a server of its own. */
export async function measurePublish(modules: number): Promise<BenchRow[]> {
  return await withFolder("layout", async (dataFolder) => {
    const fleet = await runSeed<LayoutSeedInput, LayoutFleet>("layout-seed.ts", { dataFolder, modules });
    const resource = {
      start: () => startBenchServer(dataFolder),
      stop: (server: BenchServer) => server.stop(),
    };
    return await withResource(resource, (server) => measure(server, fleet));
  });
}
