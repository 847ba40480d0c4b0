import { checkCrashes } from "../apps/server/test/crash-check.ts";
import { readCount } from "./options.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";

// Random kill -9 under ingest load: every acknowledged report must be stored once. `--kills=100` for more than 20.

const kills = readCount("kills", 20);
const say = (kill: number) => process.stdout.write(`\rkilled ${kill} of ${kills} times`);

const outcome = await checkCrashes({ kills, gateways: 20, onKill: say });
const caught = await checkCrashes({ kills: 2, gateways: 20, acknowledgesFirst: true });
const rows: BenchRow[] = [
  { what: "kills", value: outcome.kills, unit: "" },
  { what: "reports acknowledged", value: outcome.acknowledged, unit: "" },
  { what: "of them missing", value: outcome.missing, unit: "", goal: "0" },
  { what: "stored twice", value: outcome.doubled, unit: "", goal: "0" },
  { what: "stored and never sent", value: outcome.invented, unit: "", goal: "0" },
  {
    what: "missing when acknowledged first",
    value: caught.missing,
    unit: "",
    goal: "> 0",
    remark: "the check catches a link that acknowledges before it stores",
  },
];
await report({ name: "crash", rows });
if (outcome.missing + outcome.doubled + outcome.invented > 0 || caught.missing === 0) process.exitCode = 1;
