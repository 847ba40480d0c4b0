import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Logger } from "../../infra/logger.ts";
import { demoFolder, fleetPath } from "./demo-fleet.ts";

const program = fileURLToPath(new URL("../../../../simulator/src/simulate.ts", import.meta.url));
// Four gateways and three days of reports fit with room to spare.
const HEAP_MB = 72;
const STOP_WITHIN_MS = 5_000;
const RESTART_AFTER_MS = 30_000;

/** Keeps the simulator of the demo plants running, as a child that ends with this process however that ends. */
export function createDemoChild({ dataFolder, logger }: { dataFolder: string; logger: Logger }) {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;

  function follow(stream: Readable, level: "info" | "warn"): void {
    createInterface({ input: stream }).on("line", (line) => logger[level]({ part: "demo" }, line));
  }

  function launch(mqttUrl: string): void {
    const args = [
      `--max-old-space-size=${HEAP_MB}`,
      "--max-semi-space-size=2",
      // Lets it give back what three days of reports took.
      "--expose-gc",
      program,
      fleetPath(dataFolder),
      "--mqtt",
      mqttUrl,
      "--state",
      join(demoFolder(dataFolder), "gateways"),
      // The other end of its standard input is ours: the kernel closes it even after kill -9.
      "--end-with-input",
    ];
    const started = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    child = started;
    follow(started.stdout, "info");
    follow(started.stderr, "warn");
    started.stdin.on("error", () => {});
    started.on("error", (error) => logger.warn({ err: error }, "the demo's simulator could not be started"));
    started.once("exit", (code, signal) => {
      child = undefined;
      if (isStopping) return;
      logger.warn({ code, signal }, "the demo's simulator ended; it is started again");
      restart = setTimeout(() => launch(mqttUrl), RESTART_AFTER_MS);
      restart.unref();
    });
  }

  return {
    start: launch,
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(restart);
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, "exit");
      const hardStop = setTimeout(() => child?.kill("SIGKILL"), STOP_WITHIN_MS);
      child.stdin?.end();
      await ended;
      clearTimeout(hardStop);
    },
  };
}
