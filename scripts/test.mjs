// The program behind `npm test`: everything, each step's output visible, and one line at the end. With `--full`, which is
// `npm run test:full`, also the soaks.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./lib/bootstrap.mjs";
import { formatTotals, runSteps } from "./lib/test-run.mjs";
import { listTestSteps } from "./lib/test-steps.mjs";

const root = new URL("..", import.meta.url);
const folder = fileURLToPath(root);
const node = await bootstrap(root, { buildWeb: false });
const results = `${folder}.test-results`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const isFull = process.argv.includes("--full");
const totals = await runSteps(listTestSteps({ folder, node, results, isFull }));
console.log(`\n${formatTotals(totals)}`);
process.exitCode = totals.failed > 0 ? 1 : 0;
