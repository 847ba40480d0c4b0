import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { canStartCluster } from "../cluster.ts";
import { hasMachinePostgres } from "../machine-postgres.ts";
import { listProcessesOf } from "../server-process.ts";
import type { Target, Topology } from "./stage.ts";
import { openStage } from "./stage.ts";

const PREFIX = "heliograph-kills-";
const TIMEOUT_MS = 300_000;

const listFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));

/** Stops an installation while a part of it comes back, as a bench does that is interrupted. */
async function stopWhileRevived(topology: Topology, target: Target): Promise<void> {
  const before = new Set(listFolders());
  const stage = await openStage(topology);
  const folders = listFolders().filter((name) => !before.has(name));
  const revived = stage.revive(target).then(
    () => "ready",
    () => "stopped",
  );
  await stage.stop();
  expect(await revived).toBe("stopped");
  await expect(stage.revive(target)).rejects.toThrow("stopped");
  await expect(stage.revive("postgres")).rejects.toThrow("stopped");
  expect(listFolders().filter((name) => folders.includes(name))).toEqual([]);
  expect(folders.flatMap(listProcessesOf)).toEqual([]);
}

test.runIf(hasMachinePostgres)(
  "an installation in one process that is stopped while its server starts leaves nothing",
  { timeout: TIMEOUT_MS },
  () => stopWhileRevived("one process", "server"),
);

test.runIf(canStartCluster)(
  "an installation with the roles apart that is stopped while a role starts leaves nothing",
  { timeout: TIMEOUT_MS },
  () => stopWhileRevived("roles apart", "link"),
);
