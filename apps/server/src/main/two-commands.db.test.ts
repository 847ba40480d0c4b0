import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { startClickHouseHttpServer } from "../../test/clickhouse-http-server.ts";
import { hasMachinePostgres, startMachinePostgres } from "../../test/machine-postgres.ts";
import type { ServerProcess } from "../../test/server-process.ts";
import { listProcessesOf, starterProgram, startServerProcess } from "../../test/server-process.ts";

const anyPorts = { PORT: "0", MQTT_PORT: "0" };
const isRoot = process.getuid?.() === 0;

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-start-"));
  onTestFinished(() => {
    for (const pid of listProcessesOf(folder)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function start(env: Record<string, string>, prefix?: readonly string[]): ServerProcess {
  return startServerProcess({ env: { ...anyPorts, ...env }, prefix });
}

/** One sentence on stderr, exit code 1, and nothing of the program's insides. */
async function expectRefusal(server: ServerProcess, sentence: string | RegExp): Promise<void> {
  expect(await server.ended).toEqual({ code: 1, signal: null });
  const lines = server.stderr().trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
  expect(server.stdout()).not.toContain('"event":"ready"');
}

async function expectOrderlyEnd(server: ServerProcess, folder: string): Promise<void> {
  // A stop that takes longer than its 10 s ends itself by SIGKILL, which would show here.
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(listProcessesOf(folder)).toEqual([]);
  expect(server.stderr()).toBe("");
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  // Another program on that port, such as a running Heliograph, occupies it just as well. once(server, "listening")
  // would reject with its EADDRINUSE.
  await new Promise<void>((resolve) => {
    server.once("listening", resolve).once("error", () => resolve());
    server.listen({ host: "127.0.0.1", port });
  });
  onTestFinished(() => void server.close());
  return server;
}

describe("a start that cannot be", () => {
  test.each([
    [{ PORT: "eighty" }, /^PORT: "eighty" must be a whole number\. Example: PORT=8080$/],
    [{ NATS_URL: "nats://127.0.0.1" }, /^NATS_URL: .* not built yet/],
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
  ])("tells in one sentence what is wrong with %j, and leaves nothing running", async (env, sentence) => {
    const folder = createFolder();
    await expectRefusal(start({ HELIOGRAPH_DATA: join(folder, "data"), ...env }), sentence);
    expect(listProcessesOf(folder)).toEqual([]);
  });

  test.each(["PORT", "MQTT_PORT"])("refuses a busy port that was set by %s", async (variable) => {
    const folder = createFolder();
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
    await expectRefusal(start({ HELIOGRAPH_DATA: join(folder, "file", "data") }), /lies below a file/);
  });
});

test("takes the next free ports when the default ones are busy, and says which", async () => {
  const folder = createFolder();
  // Twice: on a machine where a server already listens there, the second call is the only one.
  for (const port of [8080, 8080, 1883, 1883]) await occupy(port);
  const server = startServerProcess({ env: { HELIOGRAPH_DATA: folder } });
  const { http, mqtt } = await server.ready;
  expect(http).not.toBe("http://127.0.0.1:8080");
  expect(mqtt).not.toBe("mqtt://127.0.0.1:1883");
  expect(server.stdout()).toContain(`Port 8080 is busy; using ${new URL(http).port} instead`);
  expect(server.stdout()).toContain(`Port 1883 is busy; using ${new URL(mqtt).port} instead`);
  server.kill("SIGTERM");
  await expectOrderlyEnd(server, folder);
});

test("is ready when it says so: the last line is the ready line, and the health page answers", async () => {
  const folder = createFolder();
  const server = start({ HELIOGRAPH_DATA: folder });
  const { http } = await server.ready;
  expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
  expect(server.stdout().trim().split("\n").at(-1)).toMatch(
    /^\{"event":"ready","http":"http:.*","mqtt":"mqtt:.*"\}$/,
  );
  server.kill("SIGTERM");
  await expectOrderlyEnd(server, folder);
});

test("a second start finds what the first one kept, after an orderly stop and after kill -9", async () => {
  const folder = createFolder();
  const first = start({ HELIOGRAPH_DATA: folder });
  await first.ready;
  const rootAccount = readFileSync(join(folder, "root-account.json"), "utf8");
  first.kill("SIGTERM");
  await expectOrderlyEnd(first, folder);

  const second = start({ HELIOGRAPH_DATA: folder });
  await second.ready;
  second.kill("SIGKILL");
  await second.ended;
  // PostgreSQL is a process of its own and outlives a server that had no time to stop it.
  const leftOver = listProcessesOf(`-D\0${folder}`);
  expect(leftOver.length).toBeGreaterThan(0);

  const third = start({ HELIOGRAPH_DATA: folder });
  const { http } = await third.ready;
  expect(listProcessesOf(`-D\0${folder}`).filter((pid) => leftOver.includes(pid))).toEqual([]);
  expect(readFileSync(join(folder, "root-account.json"), "utf8")).toBe(rootAccount);
  expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
  third.kill("SIGTERM");
  expect((await third.ended).code).toBe(0);
  expect(listProcessesOf(folder)).toEqual([]);
});

test.runIf(hasMachinePostgres)(
  "the same server runs on databases by address, and makes none of its own",
  async () => {
    const folder = createFolder();
    const postgres = await startMachinePostgres();
    onTestFinished(() => postgres.stop());
    const clickhouse = await startClickHouseHttpServer();
    onTestFinished(() => clickhouse.stop());
    const env = {
      HELIOGRAPH_DATA: folder,
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `${clickhouse.url}/plants`,
    };
    for (let round = 0; round < 2; round++) {
      const server = start(env);
      const { http } = await server.ready;
      expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
      server.kill("SIGTERM");
      await expectOrderlyEnd(server, folder);
    }
    expect(existsSync(join(folder, "postgres"))).toBe(false);
    expect(existsSync(join(folder, "clickhouse"))).toBe(false);
  },
);

test("a second server on the same folder refuses and names the first", async () => {
  const folder = createFolder();
  const first = start({ HELIOGRAPH_DATA: folder });
  const { http } = await first.ready;
  const sentence = `Another Heliograph server (process ${first.pid}, ${http}) uses the data folder ${folder}`;
  await expectRefusal(start({ HELIOGRAPH_DATA: folder }), sentence);
  first.kill("SIGTERM");
  await expectOrderlyEnd(first, folder);
});

test("npm start stops with everything below it when npm itself is told to", async () => {
  const folder = createFolder();
  const npm = spawn("npm", ["start"], {
    cwd: join(import.meta.dirname, "../../../.."),
    env: { ...process.env, ...anyPorts, HELIOGRAPH_DEMO: "0", HELIOGRAPH_DATA: join(folder, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: npm.stdout });
  for await (const line of lines) if (line.startsWith('{"event":"ready"')) break;
  const ended = once(npm, "close");
  npm.kill("SIGTERM");
  await ended;
  await expect.poll(() => listProcessesOf(folder), { timeout: 100_000 }).toEqual([]);
});

describe("npm start and a crash", () => {
  const startByStarter = (env: Record<string, string>) =>
    startServerProcess({ env: { ...anyPorts, ...env }, program: starterProgram });
  const readServerPid = (folder: string): number =>
    (JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as { pid: number }).pid;
  const listReadyLines = (starter: ServerProcess) =>
    starter
      .stdout()
      .split("\n")
      .filter((line) => line.startsWith('{"event":"ready"'));

  test("restarts a crashed server on the same ports, says so, and leaves nothing of it", async () => {
    const folder = createFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    const { http } = await starter.ready;
    for (const [round, signal] of (["SIGSEGV", "SIGABRT", "SIGKILL"] as const).entries()) {
      const ofCrashed = listProcessesOf(`-D\0${folder}`);
      process.kill(readServerPid(folder), signal);
      await expect.poll(() => listReadyLines(starter), { timeout: 40_000 }).toHaveLength(round + 2);
      expect(starter.stderr()).toContain(`The server ended unexpectedly (${signal}). Restarting it`);
      expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
      const running = listProcessesOf(`-D\0${folder}`);
      expect(running.length).toBeGreaterThan(0);
      expect(running.filter((pid) => ofCrashed.includes(pid))).toEqual([]);
    }
    expect(new Set(listReadyLines(starter)).size).toBe(1);
    starter.kill("SIGTERM");
    expect(await starter.ended).toEqual({ code: 0, signal: null });
    expect(listProcessesOf(folder)).toEqual([]);
  });

  test("restarts nothing after an ordered stop of the server itself", async () => {
    const folder = createFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    await starter.ready;
    process.kill(readServerPid(folder), "SIGTERM");
    await expectOrderlyEnd(starter, folder);
    expect(listReadyLines(starter)).toHaveLength(1);
  });

  test("restarts nothing when the start fails with a sentence", async () => {
    const folder = createFolder();
    await expectRefusal(
      startByStarter({ HELIOGRAPH_DATA: join(folder, "data"), DATABASE_URL: "postgres://127.0.0.1:1/x" }),
      /^DATABASE_URL: no PostgreSQL answers at/,
    );
    expect(listProcessesOf(folder)).toEqual([]);
  });

  test("stops the server in order when the starter itself is killed", async () => {
    const folder = createFolder();
    const starter = startByStarter({ HELIOGRAPH_DATA: folder });
    await starter.ready;
    starter.kill("SIGKILL");
    await expect.poll(() => listProcessesOf(folder), { timeout: 40_000 }).toEqual([]);
    expect(existsSync(join(folder, "server.json"))).toBe(false);
  });
});

test.each([
  ["SIGTERM", "kill", undefined],
  ["SIGINT", "killGroup", undefined],
  ["SIGHUP", "killGroup", undefined],
  ["SIGTERM", "kill", starterProgram],
  ["SIGINT", "killGroup", starterProgram],
] as const)("%s (%s) stops everything in order and leaves no process (%s)", async (signal, how, program) => {
  const folder = createFolder();
  const server = startServerProcess({ env: { ...anyPorts, HELIOGRAPH_DATA: folder }, program });
  await server.ready;
  server[how](signal);
  server[how](signal);
  await expectOrderlyEnd(server, folder);
  expect(existsSync(join(folder, "server.json"))).toBe(false);
  expect(existsSync(join(folder, "postgres", "postmaster.pid"))).toBe(false);
});

test("a stop asked for during the start is an orderly one too", async () => {
  const folder = createFolder();
  const server = start({ HELIOGRAPH_DATA: folder });
  // The lock is there as soon as the start has begun; PostgreSQL is made after it.
  while (!existsSync(join(folder, "server.json"))) await new Promise((resolve) => setImmediate(resolve));
  server.kill("SIGTERM");
  await expectOrderlyEnd(server, folder);
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

describe.runIf(canMount)("a disk that does not take it (needs the right to mount)", () => {
  function mount(options: string): string {
    const folder = mountTmpfs(options) as string;
    onTestFinished(() => unmount(folder));
    return folder;
  }

  test("a full disk", async () => {
    const disk = mount("size=256k");
    spawnSync("dd", ["if=/dev/zero", `of=${disk}/filling`]);
    await expectRefusal(
      start({ HELIOGRAPH_DATA: join(disk, "data") }),
      /lies on a full disk: make room, or set HELIOGRAPH_DATA/,
    );
  });

  test("a disk with too little room to work", async () => {
    const disk = mount("size=32m");
    await expectRefusal(
      start({ HELIOGRAPH_DATA: join(disk, "data") }),
      /has 3\d MB of free disk, and a server needs 128: make room/,
    );
  });

  test("a read-only disk", async () => {
    const disk = mount("ro,size=1m");
    await expectRefusal(
      start({ HELIOGRAPH_DATA: disk }),
      /lies on a read-only disk: set HELIOGRAPH_DATA to a folder/,
    );
  });
});

const nobody = { uid: 65_534, gid: 65_534 };
const asNobody = ["setpriv", `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, "--clear-groups", "--"];
const portFloor = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
const lowestFreePort = existsSync(portFloor) ? Number(readFileSync(portFloor, "utf8")) : 1024;
const canBeNobody =
  isRoot &&
  spawnSync(asNobody[0] as string, [...asNobody.slice(1), "test", "-r", import.meta.filename]).status === 0;

describe.runIf(canBeNobody)(
  "as an ordinary user (needs root to become one, and a project others may read)",
  () => {
    test("starts, stops and starts again", async () => {
      const folder = createFolder();
      chownSync(folder, nobody.uid, nobody.gid);
      const env = { HELIOGRAPH_DATA: join(folder, "data") };
      for (let round = 0; round < 2; round++) {
        const server = start(env, asNobody);
        const { http } = await server.ready;
        expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
        server.kill("SIGTERM");
        await expectOrderlyEnd(server, folder);
      }
    });

    test("refuses a data folder it may not write", async () => {
      const folder = createFolder();
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, "data"), { mode: 0o755 });
      await expectRefusal(
        start({ HELIOGRAPH_DATA: join(folder, "data") }, asNobody),
        /cannot be written by this user/,
      );
    });

    test.runIf(lowestFreePort >= 1024)(
      "refuses a port below 1024 where this user may not open one",
      async () => {
        const floor = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
        if (floor < 1024) return;
        const folder = createFolder();
        chownSync(folder, nobody.uid, nobody.gid);
        await expectRefusal(
          start({ HELIOGRAPH_DATA: join(folder, "data"), PORT: "81" }, asNobody),
          /^PORT: this user may not open port 81/,
        );
      },
    );
  },
);
