import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
 * Runs all steps, also those after a failed one. Steps run one after another; lanes run side by side, each in its order.
 * The output of the first lane appears as it comes, that of the others when a step has ended. A step that fails without
 * a failed test counts as one failure, so that "0 failed" always means that everything is in order.
 *
 * @param {(Step | { lanes: Step[][] })[]} plan
 * @returns {Promise<Totals>}
 */
export async function runSteps(plan) {
  /** @type {Totals} */
  const totals = { passed: 0, failed: 0, skipped: 0, failedSteps: [], failedTests: [] };
  /** @param {Step[]} steps @param {boolean} isLive */
  const runInOrder = async (steps, isLive) => {
    for (const step of steps) {
      const isOk = await runStep(step, isLive);
      const { passed, failed, skipped, failedTests } = readResults(step);
      totals.passed += passed;
      totals.skipped += skipped;
      totals.failed += isOk ? 0 : Math.max(1, failed);
      totals.failedTests.push(...failedTests);
      if (!isOk) totals.failedSteps.push(step.name);
    }
  };
  for (const each of plan) {
    const lanes = "lanes" in each ? each.lanes : [[each]];
    await Promise.all(lanes.map((steps, index) => runInOrder(steps, index === 0)));
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
