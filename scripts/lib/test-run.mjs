import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

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
 * @typedef {Counts & { failedSteps: string[] }} Totals
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

/** @param {Step} step @returns {Counts} */
function readCounts(step) {
  if (!step.report || !existsSync(step.report)) return { passed: 0, failed: 0, skipped: 0 };
  return countTests(JSON.parse(readFileSync(step.report, "utf8")));
}

/** @param {Step} step */
function runStep(step) {
  console.log(`\n── ${step.name}`);
  if (step.obstacle) {
    console.log(step.obstacle);
    return false;
  }
  const startedAt = Date.now();
  const { status, error } = spawnSync(step.command, step.args, {
    stdio: ["ignore", "inherit", "inherit"],
    cwd: step.cwd,
    env: { ...process.env, ...step.env },
  });
  if (error) console.log(error.message);
  console.log(
    `── ${step.name}: ${status === 0 ? "ok" : "FAILED"} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
  return status === 0;
}

/**
 * Runs all steps, also those after a failed one. A step that fails without a failed test counts as one failure, so
 * that "0 failed" always means that everything is in order.
 *
 * @param {Step[]} steps
 * @returns {Totals}
 */
export function runSteps(steps) {
  /** @type {Totals} */
  const totals = { passed: 0, failed: 0, skipped: 0, failedSteps: [] };
  for (const step of steps) {
    const isOk = runStep(step);
    const counts = readCounts(step);
    totals.passed += counts.passed;
    totals.skipped += counts.skipped;
    totals.failed += isOk ? 0 : Math.max(1, counts.failed);
    if (!isOk) totals.failedSteps.push(step.name);
  }
  return totals;
}

/** @param {Totals} totals */
export function formatTotals({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
