import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { canStartCluster } from "../cluster.ts";
import { hasMachinePostgres } from "../machine-postgres.ts";
import { listProcessesOf } from "../server-process.ts";
import type { Target, Topology } from "./stage.ts";
import { openStage } from "./stage.ts";

const TIMEOUT_MS = 300_000;

// Everything that these installations make is here, and nothing of other tests.
const folder = mkdtempSync(join(tmpdir(), "heliograph-stage-"));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stops an installation while a part of it comes back, as a bench does that is interrupted. */
async function stopWhileRevived(topology: Topology, target: Target): Promise<void> {
  const stage = await openStage(topology);
  const revived = stage.revive(target).then(
    () => "ready",
    () => "stopped",
  );
  await stage.stop();
  expect(await revived).toBe("stopped");
  await expect(stage.revive(target)).rejects.toThrow("stopped");
  await expect(stage.revive("postgres")).rejects.toThrow("stopped");
  expect(readdirSync(folder)).toEqual([]);
  expect(listProcessesOf(folder)).toEqual([]);
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
