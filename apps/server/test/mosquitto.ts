import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free-port.ts";

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Whether the machine has Mosquitto and its clients; a test without them is skipped by name, and CI must have them. */
export const hasMosquitto = ["mosquitto", "mosquitto_sub"].every(
  (program) => spawnSync("which", [program], { env: { ...process.env, PATH } }).status === 0,
);

if (!hasMosquitto && process.env.CI === "true")
  throw new Error("CI needs Mosquitto: install the packages mosquitto and mosquitto-clients.");

export interface Received {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** Runs `mosquitto_sub` with these arguments and collects what it receives. */
export function startSubscriber(port: number, options: readonly string[]) {
  const received: Received[] = [];
  let log = "";
  const child = spawn(
    "mosquitto_sub",
    ["-V", "311", "-h", "127.0.0.1", "-p", String(port), "-F", "%r %t %p", ...options],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [retained, topic = "", ...payload] = line.split(" ");
      received.push({ topic, payload: payload.join(" "), isRetained: retained === "1" });
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return {
    received,
    readLog: () => log,
    /** The latest payload of a topic. */
    last: (topic: string) => received.findLast((message) => message.topic === topic)?.payload,
    ended,
    async stop(): Promise<void> {
      child.kill();
      await ended;
    },
  };
}

/** A Mosquitto broker of its own with this configuration of bridges. */
export async function startMosquitto(configuration: string) {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-mosquitto-"));
  const port = await findFreePort();
  const file = join(folder, "mosquitto.conf");
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\n${configuration}`);
  const child = spawn("mosquitto", ["-c", file], { stdio: "ignore", env: { ...process.env, PATH } });
  const ended = once(child, "exit");
  return {
    port,
    async stop(): Promise<void> {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
