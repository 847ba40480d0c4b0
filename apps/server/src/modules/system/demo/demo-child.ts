import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Logger } from "../../../infra/logger.ts";
import { demoKeyFiles } from "../../devices/firmware/firmware-keys.service.ts";
import { demoFolder, fleetPath } from "./demo-fleet.ts";

const program = fileURLToPath(new URL("../../../../../simulator/src/simulate.ts", import.meta.url));
// More than four gateways with a week of reports need.
const HEAP_MB = 72;
const STOP_WITHIN_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A process that ran this long did not fail because of its start. */
const STABLE_AFTER_MS = 60_000;

/** Pause before a restart: 1 s, doubling to a minute while the process keeps ending soon after its start. */
export function pauseBeforeRestartMs(quickEnds: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (quickEnds - 1));
}

/** Keeps the simulator of the demo plants running, as a child process that ends with this one, even after a crash. */
export function createDemoChild({ dataFolder, logger }: { dataFolder: string; logger: Logger }) {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;
  let launches = 0;
  let quickEnds = 0;

  function restartLater(mqttUrl: string, reason: object, ranMs: number): void {
    child = undefined;
    if (isStopping) return;
    quickEnds = ranMs > STABLE_AFTER_MS ? 1 : quickEnds + 1;
    const pauseMs = pauseBeforeRestartMs(quickEnds);
    logger.error({ ...reason, pauseMs }, "the demo's simulator ended unexpectedly; restarting it");
    restart = setTimeout(() => launch(mqttUrl), pauseMs);
    restart.unref();
  }

  function follow(stream: Readable, level: "info" | "warn"): void {
    createInterface({ input: stream }).on("line", (line) => logger[level]({ part: "demo" }, line));
  }

  function launch(mqttUrl: string): void {
    const args = [
      `--max-old-space-size=${HEAP_MB}`,
      "--max-semi-space-size=2",
      // Lets it release the memory of the first days of reports.
      "--expose-gc",
      program,
      fleetPath(dataFolder),
      "--mqtt",
      mqttUrl,
      "--state",
      join(demoFolder(dataFolder), "gateways"),
      "--firmware-key",
      demoKeyFiles(dataFolder).publicKey,
      // The kernel closes the child's standard input when this process ends, even after kill -9.
      "--end-with-input",
    ];
    const started = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    const startedAt = performance.now();
    const ranMs = () => performance.now() - startedAt;
    child = started;
    launches++;
    follow(started.stdout, "info");
    follow(started.stderr, "warn");
    started.stdin.on("error", () => {});
    // A process that could not be started has an error and no exit.
    started.on("error", (error) => {
      if (started.pid === undefined) restartLater(mqttUrl, { err: error }, ranMs());
      else logger.error({ err: error }, "the demo's simulator: process error");
    });
    started.once("exit", (code, signal) => restartLater(mqttUrl, { code, signal }, ranMs()));
  }

  return {
    start: launch,
    state: () => ({ isRunning: child !== undefined, restarts: Math.max(0, launches - 1) }),
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
