import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Logger } from "../logger.ts";
import { findPostgresBinaries } from "./embedded-binaries.ts";
import { removeLeftovers, socketFolderPrefix } from "./leftover-postmaster.ts";
import { explainFailure, launchProgram, startPostmaster } from "./postmaster.ts";
import type { EngineState } from "./postmaster-supervisor.ts";
import { createPostmasterSupervisor } from "./postmaster-supervisor.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { findProcessIdentity } from "./process-identity.ts";

// The package's own class listens on TCP with a password, requires a user for root, and stops on signals
// automatically, before the server has stopped; only its programs are used.

export interface EmbeddedPostgres {
  /** Folder of the unix socket: open to this user alone, so it needs no password. */
  socketFolder: string;
  user: string;
  state(): EngineState;
  stop(): Promise<void>;
}

export const embeddedUser = "heliograph";

const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "32MB",
  max_connections: "40",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_parallel_workers_per_gather: "0",
  // After many devices were added, plans made without statistics read whole tables per plant.
  autovacuum_naptime: "10s",
  timezone: "UTC",
  log_timezone: "UTC",
  // Before a recovery each of about 1,000 files would be synced on its own, which takes seconds; Linux syncs them in one call.
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

async function createCluster(initdb: string, folder: string, identity: ProcessIdentity): Promise<void> {
  // Created under another name and renamed, so that an interrupted start leaves no partial cluster.
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (identity.owner) chownSync(draft, identity.owner.uid, identity.owner.gid);
  const lines: string[] = [];
  const child = launchProgram(
    identity,
    [
      initdb,
      `--pgdata=${draft}`,
      `--username=${embeddedUser}`,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    (line) => lines.push(line),
  );
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw explainFailure(lines);
  }
  await rename(draft, folder);
}

function findOwner(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

async function createSocketFolder(identity: ProcessIdentity): Promise<string> {
  // A socket's path is limited to 107 bytes (sun_path), and a data folder may lie deeper than that.
  const base = tmpdir().length < 60 ? tmpdir() : "/tmp";
  const socketFolder = await mkdtemp(join(base, socketFolderPrefix));
  if (identity.owner) chownSync(socketFolder, identity.owner.uid, identity.owner.gid);
  return socketFolder;
}

/**
 * PostgreSQL as a supervised child process with its files in `folder` and no port: when it ends on its own it is started
 * again behind the same socket. The caller holds the server lock. Throws StartError.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  logger: Logger;
  extraSettings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { logger } = options;
  const { initdb, postgres } = await findPostgresBinaries();
  const identity = findProcessIdentity(findOwner(options.folder));
  if (!existsSync(join(options.folder, "PG_VERSION"))) await createCluster(initdb, options.folder, identity);
  const folder = realpathSync(options.folder);
  const earlierSocketFolder = await removeLeftovers(folder, logger);
  if (earlierSocketFolder) await rm(earlierSocketFolder, { recursive: true, force: true });

  const socketFolder = await createSocketFolder(identity);
  const all = {
    ...SETTINGS,
    unix_socket_directories: socketFolder,
    // Part of the title of each of its processes, by which leftovers of a killed postmaster are recognized.
    cluster_name: basename(socketFolder),
    ...options.extraSettings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  const start = (onLaunched: (child: ChildProcess) => void) =>
    startPostmaster({ identity, command: [postgres, "-D", folder, ...flags], logger, onLaunched });
  const supervisor = createPostmasterSupervisor({
    start,
    async cleanUp() {
      await removeLeftovers(folder, logger);
      // A lock beside the socket names a process number too.
      for (const name of [".s.PGSQL.5432", ".s.PGSQL.5432.lock"])
        await rm(join(socketFolder, name), { force: true });
    },
    logger,
  });

  // PostgreSQL also ends with a process that ends without stop().
  const killNow = () => {
    supervisor.signal("SIGINT");
    rmSync(socketFolder, { recursive: true, force: true });
  };
  process.once("exit", killNow);

  async function stop(): Promise<void> {
    await supervisor.stop();
    process.off("exit", killNow);
    // A postmaster that had to be killed leaves its children.
    await removeLeftovers(folder, logger);
    await rm(socketFolder, { recursive: true, force: true });
  }

  try {
    await supervisor.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { socketFolder, user: embeddedUser, state: supervisor.state, stop };
}
