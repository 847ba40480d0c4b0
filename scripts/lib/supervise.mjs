import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { environmentOf } from "./install.mjs";

/** A server that ran this long before it crashed is restarted without a delay. */
const STABLE_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Limits the wait for messages of a process that has ended; they are in the channel by then. */
const DRAIN_MS = 1_000;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, startError?: Error }} End
 * @typedef {{ event: "ready", http?: string, mqtt?: string } | { event: "stopping" }} Message
 */

/**
 * How long to wait before the next start: none after the first crash, then twice as long after each one that follows
 * quickly, so that a server that cannot run does not keep the machine busy.
 *
 * @param {number} quickCrashes crashes in a row, each soon after its start
 */
export function restartDelayMs(quickCrashes) {
  return quickCrashes <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (quickCrashes - 2), MAX_DELAY_MS);
}

/** @param {End} end */
export function describeEnd({ code, signal, startError }) {
  if (startError) return startError.message;
  return signal === null ? `exit code ${code}` : signal;
}

/**
 * Keeps the ports of the crashed server: browsers and gateways connect to them again.
 *
 * @param {{ http?: string, mqtt?: string }} addresses
 * @returns {Record<string, string>}
 */
export function keepPorts({ http, mqtt }) {
  return {
    ...(http && { PORT: new URL(http).port || "80" }),
    ...(mqtt && { MQTT_PORT: new URL(mqtt).port }),
  };
}

/**
 * Waits until the messages that a process sent before it ended have arrived: its end may be reported first.
 *
 * @param {import("node:child_process").ChildProcess} ended
 */
async function drainMessages(ended) {
  if (!ended.connected) return;
  await Promise.race([once(ended, "disconnect"), delay(DRAIN_MS, undefined, { ref: false })]);
}

/**
 * Runs the server as a child and starts it again when it crashes: a native crash of its in-process engine cannot be
 * caught inside it. Ends with the server's exit code after a graceful stop, and when the first start fails.
 *
 * @param {string} node
 * @param {URL} root
 * @param {string} program path below the root
 * @returns {Promise<number>} exit code
 */
export async function supervise(node, root, program) {
  const args = [join(fileURLToPath(root), program), ...process.argv.slice(2)];
  const stopping = new AbortController();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @type {Record<string, string> | undefined} */
  let ports;
  let isServerStopping = false;
  let readyAt = 0;

  // Ctrl-C reaches the child directly too, where a second signal changes nothing; kill reaches only this process.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => {
      stopping.abort();
      child?.kill(signal);
    });

  /** @param {Message} message */
  function onMessage(message) {
    if (message.event === "stopping") isServerStopping = true;
    if (message.event !== "ready") return;
    ports ??= keepPorts(message);
    readyAt = performance.now();
  }

  /** @returns {Promise<End>} */
  function runOnce() {
    return new Promise((resolve) => {
      // The server stops when this channel closes, so it never outlives its starter.
      child = spawn(node, args, {
        stdio: ["inherit", "inherit", "inherit", "ipc"],
        env: { ...process.env, ...ports, ...environmentOf(node) },
      });
      child.on("message", (message) => onMessage(/** @type {Message} */ (message)));
      child.once("error", (startError) => resolve({ code: 1, signal: null, startError }));
      child.once("exit", async (code, signal) => {
        await drainMessages(/** @type {import("node:child_process").ChildProcess} */ (child));
        resolve({ code, signal });
      });
      if (stopping.signal.aborted) child.kill("SIGTERM");
    });
  }

  for (let quickCrashes = 0; ; ) {
    const startedAt = performance.now();
    const end = await runOnce();
    child = undefined;
    const wasStopped = end.code === 0 || isServerStopping || stopping.signal.aborted;
    if (wasStopped || ports === undefined) {
      if (end.startError) console.error(`The server could not be started: ${describeEnd(end)}`);
      return end.code ?? 1;
    }
    const isStable = readyAt > startedAt && performance.now() - readyAt > STABLE_AFTER_MS;
    quickCrashes = isStable ? 1 : quickCrashes + 1;
    const delayMs = restartDelayMs(quickCrashes);
    const when = delayMs === 0 ? "Restarting it" : `Restarting it in ${delayMs / 1000} s`;
    console.error(`The server ended unexpectedly (${describeEnd(end)}). ${when}.`);
    await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
  }
}
