import { join } from "node:path";
import { MODULE_VALUES } from "../module-reports.ts";
import { encodeLines } from "./encode.ts";
import { createHttpConnection, encodePost } from "./http-connection.ts";
import type { PeerProgram } from "./peer.ts";
import { findFreePort, isInstalled, measureFolder, readPackageVersion, startProgram } from "./program.ts";
import type { StoredTotals } from "./totals.ts";

const PROGRAM = "victoria-metrics";
const DEBIAN_PACKAGE = "victoria-metrics";

async function query(url: string, expression: string, atMs: number): Promise<number> {
  const search = new URLSearchParams({ query: expression, time: String(atMs / 1000), nocache: "1" });
  const response = await fetch(`${url}/api/v1/query?${search}`);
  if (!response.ok) throw new Error(`VictoriaMetrics: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1] ?? 0);
}

/** VictoriaMetrics with its own settings. Every value of a module is a series: `module_vi{plant="1",device="2"}`. */
export const victoriaMetrics: PeerProgram = {
  name: "VictoriaMetrics",
  debianPackage: DEBIAN_PACKAGE,
  acknowledges: "204 before the samples are on the disk, which it writes about every second",
  countConnections: (gateways) => gateways,
  isInstalled: () => isInstalled(PROGRAM),
  async start(folder) {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const data = join(folder, "data");
    const args = [
      `-storageDataPath=${data}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      // Connections remain open between the reports of a gateway.
      "-http.connTimeout=1h",
      "-http.idleConnTimeout=1h",
      // The check counts the values of all series shortly after they were written.
      "-search.latencyOffset=1ms",
      "-search.maxUniqueTimeseries=100000000",
    ];
    const running = await startProgram({ program: PROGRAM, args, folder, readyUrl: `${url}/health` });
    return {
      ...running,
      version: readPackageVersion(DEBIAN_PACKAGE),
      encode: (samples) => encodePost("/write?precision=ms", encodeLines(samples)),
      open: async () => createHttpConnection(port),
      // It puts nothing off for longer than a few seconds.
      finish: async () => undefined,
      async readTotals(fromMs, toMs) {
        const totals: StoredTotals = {};
        // The time range excludes its beginning.
        const range = `[${toMs - fromMs + 1}ms]`;
        for (const name of MODULE_VALUES) {
          const read = (rollUp: string) => query(url, `sum(${rollUp}(module_${name}${range}))`, toMs);
          totals[name] = { count: await read("count_over_time"), sum: await read("sum_over_time") };
        }
        return totals;
      },
      readBytes: async () => measureFolder(data),
    };
  },
};
