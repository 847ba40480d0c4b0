import { measureMapping } from "./mapping/measure-mapping.ts";
import { readCount } from "./options.ts";
import { report } from "./report.ts";

// How well exchanged units of a layout are found: `npm run bench -- mapping`. The figures of docs/mapping-errors.md.
// `--plants=20 --first=1` for a short run on the seeds that the method was tuned on.

/** Seeds that are reported on; the method was tuned on 1 to 360. */
const first = readCount("first", 2_001);
const plants = readCount("plants", 200);
const { found, wrong, missed, byDistance, healthyWrong, slowestMs } = measureMapping(first, plants);
const seeds = `seeds ${first} to ${first + plants - 1}`;
await report({
  name: "mapping",
  rows: [
    { what: "precision", value: found / (found + wrong), unit: "", goal: "≥ 0.9", remark: seeds },
    {
      what: "recall",
      value: found / (found + missed),
      unit: "",
      goal: "≥ 0.7",
      remark: `${found} of ${found + missed}, ${wrong} wrong`,
    },
    ...[...byDistance].map(([name, [own, all]]) => ({
      what: `recall, ${name}`,
      value: own / all,
      unit: "",
      remark: `${own} of ${all}`,
    })),
    { what: "proposals for the same plants without exchanged units", value: healthyWrong, unit: "" },
    { what: "slowest search", value: slowestMs, unit: "ms" },
  ],
});
