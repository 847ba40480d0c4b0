import { join } from "node:path";
import type { LinkChild } from "../../apps/server/test/link-child.ts";
import { startLinkChild } from "../../apps/server/test/link-child.ts";
import { withFolder, withResource } from "../resources.ts";
import type { LoadCpu } from "../roll-ups.ts";
import type { Measured } from "./measured.ts";

/** Size of the samples alone, and of everything that was stored with them. */
async function readBytes(child: LinkChild): Promise<{ samples: number; total: number }> {
  const [bytes] = await child.ask<{ samples: string; total: string }[]>({
    ask: "query",
    sql: `select sumIf(bytes_on_disk, table = 'samples') as samples, sum(bytes_on_disk) as total
      from system.parts where active and database = currentDatabase()`,
    params: {},
  });
  return { samples: Number(bytes?.samples), total: Number(bytes?.total) };
}

/** Measures a load on our server, started empty: link, roll-ups and both engines. */
export function measureServer(
  run: (child: LinkChild) => Promise<{ samples: number; cpu: LoadCpu }>,
): Promise<Measured> {
  const measure = async (child: LinkChild): Promise<Measured> => {
    const { samples, cpu } = await run(child);
    const bytes = await readBytes(child);
    return {
      samples,
      cpu,
      bytesPerSample: bytes.samples / samples,
      bytesPerSampleRolledUp: bytes.total / samples,
    };
  };
  return withFolder("peers", (folder) =>
    withResource(
      {
        start: () => startLinkChild({ dataFolder: join(folder, "data") }),
        stop: (child) => child.stop(),
      },
      measure,
    ),
  );
}
