import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { acquireServerLock } from "./server-lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that takes the lock of `folder`, announces an address, and holds it until it is killed. */
async function holdElsewhere() {
  const module = fileURLToPath(new URL("./server-lock.ts", import.meta.url));
  const code = `import { acquireServerLock } from ${JSON.stringify(module)};
    acquireServerLock(${JSON.stringify(folder)}).announce("http://127.0.0.1:8080");
    console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(createInterface({ input: child.stdout }), "line");
  return child;
}

test("refuses a second server and names the first", async () => {
  const holder = await holdElsewhere();
  expect(() => acquireServerLock(folder)).toThrow(
    `Another Heliograph server (process ${holder.pid}, http://127.0.0.1:8080) uses the data folder ${folder}`,
  );
});

test("a lock is released with its process, even when that is killed", async () => {
  const holder = await holdElsewhere();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  acquireServerLock(folder).release();
});

test("leaves no side file after release", () => {
  acquireServerLock(folder).release();
  expect(existsSync(join(folder, "server.json"))).toBe(false);
});
