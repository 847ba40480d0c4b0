import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const shownLines = 12;

/**
 * The failed tests of a JSON report of vitest or Playwright, each as lines: its file and title, then the beginning of
 * its error.
 *
 * @param {any} report
 * @param {string} folder the files are named relative to it
 * @returns {string[]}
 */
export function listFailedTests(report, folder) {
  const failures = report.suites
    ? report.suites.flatMap((/** @type {any} */ file) => readSuite(file, []))
    : report.testResults.flatMap(readFile);
  return failures.map((/** @type {Failure} */ { file, title, error }) => {
    const lines = stripVTControlCharacters(error).trim().split("\n").slice(0, shownLines);
    return [`${relative(folder, file)} › ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
  });

  /** @param {any} suite @param {string[]} groups @returns {Failure[]} */
  function readSuite(suite, groups) {
    const own = suite.specs
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => ({
        file: `${report.config.rootDir}/${spec.file}`,
        title: [...groups, spec.title].join(" "),
        error: spec.tests
          .flatMap((/** @type {any} */ test) => test.results.at(-1)?.errors ?? [])
          .map((/** @type {any} */ { message }) => message)
          .join("\n"),
      }));
    const inner = (suite.suites ?? []).flatMap((/** @type {any} */ child) =>
      readSuite(child, [...groups, child.title]),
    );
    return [...own, ...inner];
  }
}

/**
 * @typedef {{ file: string, title: string, error: string }} Failure  `file`: absolute
 */

/** @param {any} file a file that could not be loaded has no failed test, but a message @returns {Failure[]} */
function readFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
  if (failed.length === 0 && status === "failed") return [{ file: name, title: "(file)", error: message }];
  return failed.map((/** @type {any} */ test) => ({
    file: name,
    title: test.fullName.trim(),
    error: test.failureMessages.join("\n"),
  }));
}
