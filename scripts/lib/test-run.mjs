import { spawnSync } from "node:child_process";
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
  const totals = { passed: 0, failed: 0, skipped: 0, failedSteps: [], failedTests: [] };
  for (const step of steps) {
    const isOk = runStep(step);
    const counts = readResults(step);
    totals.passed += counts.passed;
    totals.skipped += counts.skipped;
    totals.failed += isOk ? 0 : Math.max(1, counts.failed);
    totals.failedTests.push(...counts.failedTests);
    if (!isOk) totals.failedSteps.push(step.name);
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
