import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const moduleUrl = pathToFileURL(join(import.meta.dirname, "resources.ts")).href;

async function runScript(body: string, signal?: NodeJS.Signals) {
  const script = `import { withFolder, withResource } from ${JSON.stringify(moduleUrl)};
    const print = (line) => process.stdout.write(line + "\\n");
    const resource = (name) => ({ start: async () => name, stop: async () => print("stopped " + name) });
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (signal && output.includes("running")) child.kill(signal);
  });
  const [code] = await once(child, "close");
  return { code, lines: output.trim().split("\n") };
}

const forever = `setInterval(() => {}, 1000); await withFolder("test", (folder) => {
  print(folder);
  return withResource(resource("first"), () => withResource(resource("second"), () => {
    print("running");
    return new Promise(() => {});
  }));
});`;

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("stops everything in reverse order on %s", async (signal, code) => {
  const outcome = await runScript(forever, signal);
  expect(outcome.code).toBe(code);
  expect(outcome.lines.slice(1)).toEqual(["running", "stopped second", "stopped first"]);
  expect(existsSync(outcome.lines[0] ?? "")).toBe(false);
});

test("waits on a signal for a resource that is starting, then stops it", async () => {
  const { code, lines } = await runScript(
    `setInterval(() => {}, 1000); await withResource({
      start: () => new Promise((resolve) => { print("running"); process.on("SIGTERM", () => resolve("late")); }),
      stop: async (name) => print("stopped " + name),
    }, async () => new Promise(() => {}));`,
    "SIGTERM",
  );
  expect([code, lines]).toEqual([143, ["running", "stopped late"]]);
});

test("stops resources when the run fails, with the error of the run", async () => {
  const { code, lines } = await runScript(
    `await withResource(resource("only"), async () => { throw new Error("failed"); })
      .catch((error) => print(error.message));`,
  );
  expect([code, lines]).toEqual([0, ["stopped only", "failed"]]);
});
