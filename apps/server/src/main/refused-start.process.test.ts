import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { variants } from "../../test/full-run.ts";
import { listProcessesOf, startServerProcess } from "../../test/server-process.ts";
import {
  createFolder,
  createStartedFolder,
  expectGracefulStop,
  expectReady,
  expectRefusal,
  occupy,
  start,
} from "../../test/server-start.ts";

describe("a start that fails", () => {
  test.each([
    [{ PORT: "eighty" }, /^PORT: "eighty" must be a whole number\. Example: PORT=8080$/],
    [{ NATS_URL: "nats://127.0.0.1:1" }, /^DATABASE_URL: is missing: NATS_URL is for several processes/],
    [
      {
        NATS_URL: "nats://127.0.0.1:1",
        DATABASE_URL: "postgres://127.0.0.1:1/x",
        CLICKHOUSE_URL: "http://127.0.0.1:1/x",
      },
      /^NATS_URL: no NATS answers at 127\.0\.0\.1:1: /,
    ],
    [{ HELIOGRAPH_ROLES: "jobs" }, /^DATABASE_URL: is missing: .*Example: DATABASE_URL=postgres:/],
    [
      { HOST: "192.0.2.1" },
      /^HOST: "192\.0\.2\.1" is no address of this machine\. Example: HOST=127\.0\.0\.1$/,
    ],
    [
      { DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1\/x: /,
    ],
    [
      { CLICKHOUSE_URL: "http://127.0.0.1:1/x" },
      /^CLICKHOUSE_URL: no ClickHouse answers at 127\.0\.0\.1:1: /,
    ],
  ])(
    "reports in one sentence what is wrong with %j, and leaves no process running",
    async (env, sentence) => {
      const folder = createFolder();
      await expectRefusal(start({ HELIOGRAPH_DATA: join(folder, "data"), ...env }), sentence);
      expect(listProcessesOf(folder)).toEqual([]);
    },
  );

  test.each(variants(["PORT", "MQTT_PORT"]))("refuses a busy port that was set by %s", async (variable) => {
    const folder = await createStartedFolder();
    const { port } = (await occupy(0)).address() as AddressInfo;
    const server = start({ HELIOGRAPH_DATA: folder, [variable]: String(port) });
    await expectRefusal(
      server,
      new RegExp(`^${variable}: port ${port} on 127.0.0.1 is busy: .* Example: ${variable}=`),
    );
  });

  test("refuses a data folder that is a file", async () => {
    const folder = createFolder();
    writeFileSync(join(folder, "file"), "");
    await expectRefusal(start({ HELIOGRAPH_DATA: join(folder, "file") }), /is a file, not a folder/);
    await expectRefusal(start({ HELIOGRAPH_DATA: join(folder, "file", "data") }), /is below a file/);
  });
});

test("uses the next free ports when the default ones are busy, and prints them", async () => {
  const folder = await createStartedFolder();
  // Twice: on a machine where a server already listens there, the second call is the only one.
  for (const port of [8080, 8080, 1883, 1883]) await occupy(port);
  const server = startServerProcess({ env: { HELIOGRAPH_DATA: folder } });
  const { http, mqtt } = await server.ready;
  expect(http).not.toBe("http://127.0.0.1:8080");
  expect(mqtt).not.toBe("mqtt://127.0.0.1:1883");
  expect(server.stdout()).toContain(`Port 8080 is busy; using ${new URL(http).port} instead`);
  expect(server.stdout()).toContain(`Port 1883 is busy; using ${new URL(mqtt).port} instead`);
  server.kill("SIGTERM");
  await expectGracefulStop(server, folder);
});

test("a second server on the same folder refuses and names the first", async () => {
  const folder = await createStartedFolder();
  const first = start({ HELIOGRAPH_DATA: folder });
  const { http } = await first.ready;
  const sentence = `Another Heliograph server (process ${first.pid}, ${http}) uses the data folder ${folder}`;
  await expectRefusal(start({ HELIOGRAPH_DATA: folder }), sentence);
  first.kill("SIGTERM");
  await expectGracefulStop(first, folder);
});

function mountTmpfs(options: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function unmount(folder: string): void {
  spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
}

const trial = mountTmpfs("size=1m");
const canMount = trial !== undefined;
if (trial) unmount(trial);

describe.runIf(canMount)("a data folder on a disk that cannot store it (needs the right to mount)", () => {
  function mount(options: string): string {
    const folder = mountTmpfs(options) as string;
    onTestFinished(() => unmount(folder));
    return folder;
  }

  test("refuses a full disk", async () => {
    const disk = mount("size=256k");
    spawnSync("dd", ["if=/dev/zero", `of=${disk}/filling`]);
    await expectRefusal(
      start({ HELIOGRAPH_DATA: join(disk, "data") }),
      /is on a full disk: free some space, or set HELIOGRAPH_DATA/,
    );
  });

  test("refuses a disk with too little free space", async () => {
    const disk = mount("size=32m");
    await expectRefusal(
      start({ HELIOGRAPH_DATA: join(disk, "data") }),
      /has 3\d MB of free disk, and a server needs 128: free some space/,
    );
  });

  test("refuses a read-only disk", async () => {
    const disk = mount("ro,size=1m");
    await expectRefusal(
      start({ HELIOGRAPH_DATA: disk }),
      /is on a read-only disk: set HELIOGRAPH_DATA to a folder/,
    );
  });
});

const isRoot = process.getuid?.() === 0;
const unprivilegedUser = { uid: 65_534, gid: 65_534 };
const asUnprivilegedUser = [
  "setpriv",
  `--reuid=${unprivilegedUser.uid}`,
  `--regid=${unprivilegedUser.gid}`,
  "--clear-groups",
  "--",
];
const portFloor = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
const lowestFreePort = existsSync(portFloor) ? Number(readFileSync(portFloor, "utf8")) : 1024;
const canSwitchUser =
  isRoot &&
  spawnSync(asUnprivilegedUser[0] as string, [
    ...asUnprivilegedUser.slice(1),
    "test",
    "-r",
    import.meta.filename,
  ]).status === 0;

describe.runIf(canSwitchUser)(
  "as an ordinary user (needs root to become one, and a project others may read)",
  () => {
    test("starts, stops and starts again", async () => {
      const folder = createFolder();
      chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid);
      const env = { HELIOGRAPH_DATA: join(folder, "data") };
      for (let round = 0; round < 2; round++) {
        const server = start(env, asUnprivilegedUser);
        const { http } = await server.ready;
        await expectReady(http);
        server.kill("SIGTERM");
        await expectGracefulStop(server, folder);
      }
    });

    test("refuses a data folder it may not write", async () => {
      const folder = createFolder();
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, "data"), { mode: 0o755 });
      await expectRefusal(
        start({ HELIOGRAPH_DATA: join(folder, "data") }, asUnprivilegedUser),
        /cannot be written by this user/,
      );
    });

    test.runIf(lowestFreePort >= 1024)(
      "refuses a port below 1024 where this user may not open one",
      async () => {
        const floor = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
        if (floor < 1024) return;
        const folder = createFolder();
        chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid);
        await expectRefusal(
          start({ HELIOGRAPH_DATA: join(folder, "data"), PORT: "81" }, asUnprivilegedUser),
          /^PORT: this user may not open port 81/,
        );
      },
    );
  },
);
