import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { listFailedTests } from "./failed-tests.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{
 *   name: string,
 *   command: string,
 *   args: string[],
 *   env?: Record<string, string>,
 *   cwd?: string,
 *   report?: string,
 *   obstacle?: string,
 * }} Step  `report`: JSON report whose tests are counted; `obstacle`: why the step cannot run, which fails it
 * @typedef {Counts & { failedSteps: string[], failedTests: string[] }} Totals
 */

/**
 * Numbers of a JSON report of vitest or Playwright.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countTests(report) {
  if (report.stats) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {Step} step @returns {Counts & { failedTests: string[] }} */
function readResults(step) {
  if (!step.report || !existsSync(step.report)) return { passed: 0, failed: 0, skipped: 0, failedTests: [] };
  const report = JSON.parse(readFileSync(step.report, "utf8"));
  return { ...countTests(report), failedTests: listFailedTests(report, step.cwd ?? process.cwd()) };
}

/**
 * @param {Step} step
 * @param {boolean} isLive whether its output appears as it comes
 * @returns {Promise<{ isOk: boolean, output: string }>}
 */
async function runProgram(step, isLive) {
  const child = spawn(step.command, step.args, {
    stdio: isLive ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    cwd: step.cwd,
    env: { ...process.env, ...step.env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  return await new Promise((resolve) => {
    child.once("error", (error) => resolve({ isOk: false, output: `${error.message}\n` }));
    child.once("close", (code) => resolve({ isOk: code === 0, output }));
  });
}

/** @param {Step} step @param {boolean} isLive */
async function runStep(step, isLive) {
  if (isLive || step.obstacle) console.log(`\n── ${step.name}`);
  if (step.obstacle) {
    console.log(step.obstacle);
    return false;
  }
  const startedAt = Date.now();
  const { isOk, output } = await runProgram(step, isLive);
  if (output) process.stdout.write(isLive ? output : `\n── ${step.name}\n${output}`);
  console.log(
    `── ${step.name}: ${isOk ? "ok" : "FAILED"} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
  return isOk;
}

/**
 * Runs steps side by side, as many as there are cores, and starts them in their order. The output of the first appears as
 * it comes, that of the others when they have ended.
 *
 * @param {Step[]} steps
 * @returns {Promise<boolean[]>} whether each is in order
 */
async function runTogether(steps) {
  /** @type {boolean[]} */
  const results = [];
  const waiting = [...steps.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await runStep(next[1], next[0] === 0);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/**
 * Runs all steps, also those after a failed one; those of a list side by side. A step that fails without a failed test
 * counts as one failure, so that "0 failed" always means that everything is in order.
 *
 * @param {(Step | Step[])[]} steps
 * @returns {Promise<Totals>}
 */
export async function runSteps(steps) {
  /** @type {Totals} */
  const totals = { passed: 0, failed: 0, skipped: 0, failedSteps: [], failedTests: [] };
  for (const group of steps.map((each) => [each].flat())) {
    const results = await runTogether(group);
    for (const [index, step] of group.entries()) {
      const counts = readResults(step);
      totals.passed += counts.passed;
      totals.skipped += counts.skipped;
      totals.failed += results[index] ? 0 : Math.max(1, counts.failed);
      totals.failedTests.push(...counts.failedTests);
      if (!results[index]) totals.failedSteps.push(step.name);
    }
  }
  return totals;
}

/**
 * What a run ends with. The failed tests are repeated here: above they are lost between thousands of passed ones, and a
 * log may keep its end only.
 *
 * @param {Totals} totals
 */
export function formatTotals({ passed, failed, skipped, failedSteps, failedTests }) {
  const lines = [...failedTests];
  if (failedSteps.length > 0) lines.push(`Not in order: ${failedSteps.join(", ")}`);
  lines.push(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return lines.join("\n");
}
