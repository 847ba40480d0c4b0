import { checkCommandKills } from "../apps/server/test/command-kill.ts";
import { KILL_STEPS } from "../apps/server/test/kill-steps.ts";
import { startMachinePostgres } from "../apps/server/test/machine-postgres.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { readCount } from "./options.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";

// Sets a parameter and kills (-9) the process between each pair of steps in turn, then compares what is shown with what
// happened at the device. `--runs=10` for a short run. Needs a PostgreSQL on the machine.

const RUNS = readCount("runs", 200);

const outcomes = await withResource(
  { start: () => startMachinePostgres(), stop: (postgres) => postgres.stop() },
  ({ url }) =>
    withResource(
      { start: () => openServerDatabase({ DATABASE_URL: url }), stop: (database) => database.close() },
      ({ db }) =>
        withFolder("command-kills", (folder) =>
          checkCommandKills({
            db,
            url,
            folder,
            seeds: Array.from({ length: RUNS }, (_, index) => index + 1),
          }),
        ),
    ),
);
const wrong = outcomes.filter(({ isTruthful }) => !isTruthful);
for (const outcome of wrong) process.stderr.write(`${JSON.stringify(outcome)}\n`);
const remark = `${RUNS} kills at ${KILL_STEPS.length} steps`;
await report({
  name: "command-kills",
  rows: [
    {
      what: "commands shown as something that did not happen",
      value: wrong.length,
      unit: "",
      goal: "0",
      remark,
    },
    {
      what: "commands with an effect; none had two",
      value: outcomes.filter(({ effects }) => effects === 1).length,
      unit: "",
      remark: "the others were never stored, not sent before their deadline, or not confirmed",
    },
  ],
});
if (wrong.length > 0) process.exitCode = 1;
