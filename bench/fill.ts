import { existsSync, readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { seed } from "./http-programs.ts";
import { readCount, readText } from "./options.ts";

// Fills a data folder that `npm start` can be run on, to look at the console with many plants:
// `npm run bench -- fill --plants=10000 --folder=/var/tmp/heliograph-10000`, then `HELIOGRAPH_DATA=/var/tmp/heliograph-10000 npm start`.
// No bench: it measures nothing, and the folder stays.

const MAX_OWNERS = 100;

const plants = readCount("plants", 10_000);
const dataFolder = readText("folder");
if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
  throw new Error(`--folder=${dataFolder}: the folder is not empty`);
const beganMs = performance.now();
await seed({ dataFolder, plants, owners: Math.min(plants, MAX_OWNERS), operatorSessions: 0 });
const seconds = Math.round((performance.now() - beganMs) / 1000);
process.stdout.write(
  `${plants} plants written in ${seconds} s. Start a server on them: HELIOGRAPH_DATA=${dataFolder} npm start\n`,
);
