import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { findObstacle } from "./check-system.mjs";
import { findDifference } from "./install.mjs";
import { keepPorts, restartDelayMs, supervise } from "./supervise.mjs";
import { countTests, formatTotals, runSteps } from "./test-run.mjs";

const good = { nodeVersion: "20.0.0", platform: "linux", arch: "x64", isGlibc: () => true };

test("starts on Node 20 or newer, Linux with glibc or macOS", () => {
  expect(findObstacle(good)).toBeUndefined();
  expect(findObstacle({ ...good, platform: "darwin", arch: "arm64", isGlibc: () => false })).toBeUndefined();
});

test.each([
  [{ nodeVersion: "18.19.1" }, /^Heliograph needs Node 20 or newer to start, and this is 18\.19\.1: /],
  [{ platform: "win32" }, /^Heliograph runs on Linux and macOS, and this is win32: /],
  [{ arch: "riscv64" }, /^Heliograph runs on x64 and arm64 processors, and this is riscv64\.$/],
  [{ isGlibc: () => false }, /^Heliograph needs a Linux with glibc/],
])("reports the obstacle in one sentence: %o", (change, sentence) => {
  expect(findObstacle({ ...good, ...change })).toMatch(sentence);
});

const lock = {
  packages: {
    "": { version: "0.1.0" },
    "apps/server": { version: "0.1.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/b": { version: "1.0.0", integrity: "sha512-b", optional: true },
    "node_modules/own": { link: true },
  },
};

function without(path: string) {
  return { packages: Object.fromEntries(Object.entries(lock.packages).filter(([key]) => key !== path)) };
}

test("an installation that matches the lock needs no npm ci, also without packages for other systems", () => {
  expect(findDifference(lock, lock)).toBeUndefined();
  expect(findDifference(lock, without("node_modules/b"))).toBeUndefined();
});

test("a package that is missing, left over, or of another version or content is found", () => {
  expect(findDifference(lock, without("node_modules/a"))).toBe("node_modules/a");
  expect(findDifference(without("node_modules/a"), lock)).toBe("node_modules/a");
  for (const change of [{ version: "1.0.1" }, { integrity: "sha512-x" }]) {
    const packages = {
      ...lock.packages,
      "node_modules/a": { ...lock.packages["node_modules/a"], ...change },
    };
    expect(findDifference(lock, { packages })).toBe("node_modules/a");
  }
});

test("counts the tests of vitest and of Playwright", () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(countTests(vitest)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  const playwright = { stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } };
  expect(countTests(playwright)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test("the last line names what was skipped only when something was", () => {
  const totals = { passed: 7, failed: 0, skipped: 0, failedSteps: [], failedTests: [] };
  expect(formatTotals(totals)).toBe("7 passed, 0 failed");
  expect(formatTotals({ ...totals, skipped: 2 })).toBe("7 passed, 0 failed, 2 skipped");
});

test("a run ends with the failed tests of vitest and of Playwright, each with its file and error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-test-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const vitest = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(folder, "a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "group adds", status: "passed", failureMessages: [] },
          {
            fullName: "group subtracts",
            status: "failed",
            failureMessages: ["Error: \u001b[31mtwo\u001b[39m"],
          },
        ],
      },
      { name: join(folder, "b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  const spec = (title: string, ok: boolean, errors: { message: string }[] = []) => {
    return { title, ok, file: "c.spec.ts", tests: [{ results: [{ errors }] }] };
  };
  const inner = { title: "phone", specs: [spec("opens", false, [{ message: "Error: closed" }])] };
  const playwright = {
    stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
    config: { rootDir: join(folder, "e2e") },
    suites: [{ title: "c.spec.ts", specs: [spec("shows", true)], suites: [inner] }],
  };
  const steps = Object.entries({ vitest, playwright }).map(([name, content]) => {
    const report = join(folder, `${name}.json`);
    writeFileSync(report, JSON.stringify(content));
    return { name, command: process.execPath, args: ["-e", "process.exit(1)"], cwd: folder, report };
  });
  expect(formatTotals(await runSteps(steps)).split("\n")).toEqual([
    "a.test.ts › group subtracts",
    "    Error: two",
    "b.test.ts › (file)",
    "    no such module",
    "e2e/c.spec.ts › phone opens",
    "    Error: closed",
    "Not in order: vitest, playwright",
    "2 passed, 2 failed",
  ]);
});

test("a step that fails without a failed test counts as one, and the steps after it run", async () => {
  const step = (name: string, code: string) => ({ name, command: process.execPath, args: ["-e", code] });
  const totals = await runSteps([
    { lanes: [[step("lint", "process.exit(1)"), step("structure", "")]] },
    step("generated files", "process.exit(2)"),
    { ...step("end to end", ""), obstacle: "no browser" },
    step("types", ""),
  ]);
  expect(totals).toEqual({
    passed: 0,
    failed: 3,
    skipped: 0,
    failedSteps: ["lint", "generated files", "end to end"],
    failedTests: [],
  });
});

test("lanes run side by side, and what follows them waits for all", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-test-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const step = (name: string, code: string) => ({
    ...{ name, command: process.execPath, cwd: folder },
    args: ["-e", `const fs = require("node:fs"); ${code}`],
  });
  // Each ends in order only after the other has begun.
  const meet = (own: string, other: string) =>
    step(
      own,
      `fs.writeFileSync("${own}", "");
      setInterval(() => fs.existsSync("${other}") && process.exit(0), 5);
      setTimeout(() => process.exit(1), 30_000);`,
    );
  const totals = await runSteps([
    {
      lanes: [[meet("left", "right")], [meet("right", "left"), step("last", `fs.writeFileSync("done", "")`)]],
    },
    step("after", `fs.readFileSync("done")`),
  ]);
  expect(totals).toMatchObject({ failed: 0, failedSteps: [] });
});

test("restarts immediately after a first crash, and later each time after crashes in quick succession", () => {
  expect([1, 2, 3, 4, 7, 8, 9, 50].map(restartDelayMs)).toEqual([
    0, 500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("restarts on the ports of the crashed server, whatever roles it plays", () => {
  const addresses = { http: "http://127.0.0.1:8081", mqtt: "mqtt://127.0.0.1:1884" };
  expect(keepPorts(addresses)).toEqual({ PORT: "8081", MQTT_PORT: "1884" });
  expect(keepPorts({ http: "http://127.0.0.1" })).toEqual({ PORT: "80" });
  expect(keepPorts({})).toEqual({});
});

/** A program whose nth run executes the nth of these bodies; each run records its port. */
async function superviseRuns(bodies: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-supervise-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const notes = JSON.stringify(join(folder, "notes"));
  const program = `import { appendFileSync, readFileSync } from "node:fs";
    const send = (message) => new Promise((resolve) => process.send(message, resolve));
    appendFileSync(${notes}, (process.env.PORT ?? "") + "\\n");
    const run = readFileSync(${notes}, "utf8").trimEnd().split("\\n").length;
    ${bodies.map((body, index) => `if (run === ${index + 1}) { ${body} }`).join("\n")}`;
  writeFileSync(join(folder, "program.mjs"), program);
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void printed.push(line));
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubEnv("PORT", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const exitCode = await supervise(process.execPath, pathToFileURL(`${folder}/`), "program.mjs");
  return { exitCode, printed, ports: readFileSync(join(folder, "notes"), "utf8").trimEnd().split("\n") };
}

const ready = `await send({ event: "ready", http: "http://127.0.0.1:8099" });`;

test("restarts a server that fails after it was ready, and tries again when the restart fails too", async () => {
  const stops = `${ready} await send({ event: "stopping" }); process.exit(7);`;
  expect(await superviseRuns([`${ready} process.exit(3);`, "process.exit(1);", stops])).toEqual({
    exitCode: 7,
    printed: [
      "The server ended unexpectedly (exit code 3). Restarting it.",
      "The server ended unexpectedly (exit code 1). Restarting it in 0.5 s.",
    ],
    ports: ["0", "8099", "8099"],
  });
});

test("restarts nothing that was never ready", async () => {
  expect(await superviseRuns(["process.exit(3);"])).toEqual({ exitCode: 3, printed: [], ports: ["0"] });
});
