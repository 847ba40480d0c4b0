import type { MistakeKind } from "./mapping/mapping-plants.ts";
import { isInSeries, mistakeKinds } from "./mapping/mapping-plants.ts";
import { measureMapping } from "./mapping/measure-mapping.ts";
import { readCount } from "./options.ts";
import { report } from "./report.ts";

// How well misplaced units of a layout are found: `npm run bench -- mapping`. The figures of docs/mapping-errors.md.
// `--plants=20 --first=1` for a short run on seeds that the method was tuned on.

/** Seeds that are reported on; the method was tuned on 1 to 360. */
const firstSeeds: Readonly<Record<MistakeKind, number>> = {
  swaps: 2_001,
  moves: 4_001,
  rings: 5_001,
  strings: 6_001,
  "string-moves": 7_001,
};
const plants = readCount("plants", 200);

const share = (part: number, rest: number) => ({ value: part / (part + rest), unit: "" });

function measureKind(kind: MistakeKind) {
  const first = readCount("first", firstSeeds[kind]);
  const measured = measureMapping({ first, plants, kind });
  const { found, wrong, missed, right, wrongOf, byDistance, healthyWrong, slowestMs, wiring } = measured;
  const isGoal = kind === "swaps";
  return [
    {
      ...{ what: `${kind}: precision`, ...share(right, wrong), ...(isGoal && { goal: "≥ 0.9" }) },
      remark: `seeds ${first} to ${first + plants - 1}, wrong: ${[...wrongOf].map((each) => each.join(" ")).join(", ")}`,
    },
    {
      ...{ what: `${kind}: recall`, ...share(found, missed), ...(isGoal && { goal: "≥ 0.7" }) },
      remark: `${found} of ${found + missed}, ${wrong} wrong`,
    },
    ...[...byDistance].map(([name, [own, all]]) => ({
      what: `${kind}: recall, ${name}`,
      value: own / all,
      unit: "",
      remark: `${own} of ${all}`,
    })),
    { what: `${kind}: proposals for the same plants without mistakes`, value: healthyWrong, unit: "" },
    ...(isInSeries(kind)
      ? [
          {
            ...{ what: `${kind}: units whose current is found to follow another string`, value: wiring.all },
            ...{ unit: "", remark: `${wiring.right} right, of ${wiring.misrecorded}` },
          },
          { what: `${kind}: the same of the plants without mistakes`, value: wiring.healthy, unit: "" },
          { what: `${kind}: wrong proposals with such a unit`, value: wiring.wrongProposals, unit: "" },
        ]
      : []),
    { what: `${kind}: slowest search`, value: slowestMs, unit: "ms" },
  ];
}

await report({ name: "mapping", rows: mistakeKinds.flatMap(measureKind) });
