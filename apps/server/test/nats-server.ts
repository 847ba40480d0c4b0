import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Whether the machine has the NATS server; a test without one is skipped by name, and CI must have one. */
export const hasNatsServer = spawnSync("nats-server", ["--version"]).status === 0;

if (!hasNatsServer && process.env.CI === "true")
  throw new Error("CI needs a NATS server: install the package nats-server.");

export interface NatsServer {
  url: string;
  /** Address for the other members of its cluster. */
  clusterUrl: string;
  readonly pid: number;
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again on its port; rejects once it is stopped. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

interface Ports {
  nats: string[];
  cluster: string[];
}

/** Where the server says that it listens, once it does; it writes the file in parts. */
function readPorts(file: string): Ports | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Ports;
  } catch {
    return undefined;
  }
}

/** A NATS server on free ports of the loopback address, in a cluster of its own or in that of `joins`. */
export async function startNatsServer(
  options: { joins?: NatsServer; maxPendingBytes?: number; user?: { name: string; password: string } } = {},
): Promise<NatsServer> {
  const { joins, maxPendingBytes, user } = options;
  const folder = await mkdtemp(join(tmpdir(), "heliograph-nats-"));
  let child: ChildProcess;
  let ports: Ports | undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    if (isStopped) throw new Error("this NATS server is stopped");
    const portOf = (urls: readonly string[] | undefined) => (urls ? new URL(urls[0] as string).port : "-1");
    const config = [
      `listen: "127.0.0.1:${portOf(ports?.nats)}"`,
      `ports_file_dir: "${folder}"`,
      ...(maxPendingBytes === undefined ? [] : [`max_pending: ${maxPendingBytes}`, 'write_deadline: "1s"']),
      ...(user ? [`authorization { user: "${user.name}", password: "${user.password}" }`] : []),
      `cluster { name: test, listen: "127.0.0.1:${portOf(ports?.cluster)}"`,
      ...(joins ? [`routes: ["${joins.clusterUrl}"]`] : []),
      "}",
    ];
    const file = join(folder, "nats.conf");
    await writeFile(file, config.join("\n"));
    const started = spawn("nats-server", ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
    child = started;
    let problem = "";
    started.stderr.on("data", (text: Buffer) => {
      problem += text.toString();
    });
    const portsFile = join(folder, `nats-server_${started.pid}.ports`);
    while (!readPorts(portsFile)) {
      if (started.exitCode !== null || started.signalCode !== null) throw new Error(problem);
      await wait(10);
    }
    ports = readPorts(portsFile);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    url: ports?.nats[0] as string,
    clusterUrl: ports?.cluster[0] as string,
    get pid() {
      return child.pid as number;
    },
    kill: () => end("SIGKILL"),
    start,
    async stop() {
      isStopped = true;
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
