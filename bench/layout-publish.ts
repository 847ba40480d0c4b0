import type { LayoutServer } from "./layout-server.ts";
import { readLayout, withLayoutServer } from "./layout-server.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { BenchRow } from "./report.ts";
import { startCpuClock } from "./tree-cpu.ts";

async function measure(server: LayoutServer): Promise<BenchRow[]> {
  const { stationId } = server;
  const layout = await readLayout(server);
  const modules = layout.groups.reduce((sum, { cells }) => sum + cells.length, 0);
  await readAtQuiet(startCpuClock(server.pid), QUIET_SECONDS);
  const timed = async <Data>(path: string, body: object) => {
    const readClock = startCpuClock(server.pid);
    const data = await server.request<Data>("POST", path, { stationId, ...body });
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
export const measurePublish = (modules: number): Promise<BenchRow[]> =>
  withLayoutServer({ modules, sampleDays: 0 }, measure);
