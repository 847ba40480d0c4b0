import { describe, expect, test } from "vitest";
import { canStartCluster } from "../../../../test/cluster.ts";
import { isFullRun, variants } from "../../../../test/full-run.ts";
import { hasMachinePostgres } from "../../../../test/machine-postgres.ts";
import { CAUGHT } from "../../../../test/safety-kills/caught.ts";
import type { Kill, Outcome } from "../../../../test/safety-kills/check.ts";
import { checkKill, planKill } from "../../../../test/safety-kills/check.ts";
import type { Fault } from "../../../../test/safety-kills/moments.ts";
import { FAULTS, momentsOf } from "../../../../test/safety-kills/moments.ts";
import type { Target, Topology } from "../../../../test/safety-kills/stage.ts";
import { openStage, TARGETS } from "../../../../test/safety-kills/stage.ts";

const RUN_MS = 300_000;
/** Of a target. In the full run every moment of both presses is hit at some target; the bench hits each at every target. */
const SEED_COUNT = isFullRun ? 3 : 1;
const ALL_SEEDS = momentsOf("stop").length * 2;

/** They differ from target to target. */
const seedsOf = (index: number): number[] =>
  Array.from({ length: SEED_COUNT }, (_, run) => (((index * SEED_COUNT + run) * 5) % ALL_SEEDS) + 1);

/** With the roles apart, `npm test` leaves out what it has killed in one process. */
const targetsOf = (topology: Topology): readonly Target[] =>
  isFullRun || topology === "one process"
    ? TARGETS[topology]
    : TARGETS[topology].filter((target) => !TARGETS["one process"].some((other) => other === target));

const planAll = (topology: Topology): Kill[] =>
  targetsOf(topology).flatMap((target, at) => seedsOf(at).map((seed) => planKill(seed, target)));

async function checkAll(topology: Topology, kills: readonly Kill[], fault?: Fault): Promise<Outcome[]> {
  const stage = await openStage(topology, fault);
  try {
    const outcomes: Outcome[] = [];
    for (const kill of kills) outcomes.push(await checkKill(stage, kill));
    return outcomes;
  } finally {
    await stage.stop();
  }
}

const listViolations = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ violations }) => violations.length > 0);

describe("kill -9 on the path of a shutdown or reset breaks none of its promises", () => {
  const timeout = SEED_COUNT * 10 * RUN_MS;

  test.runIf(hasMachinePostgres)("in one process (the machine's own PostgreSQL)", { timeout }, async () => {
    expect(listViolations(await checkAll("one process", planAll("one process")))).toEqual([]);
  });

  test.runIf(canStartCluster)(
    "with the roles apart (needs PostgreSQL and nats-server)",
    { timeout },
    async () => {
      expect(listViolations(await checkAll("roles apart", planAll("roles apart")))).toEqual([]);
    },
  );
});

describe.runIf(hasMachinePostgres)("the check of kills finds a server", () => {
  test.each(variants(FAULTS))("with the fault %s", { timeout: 4 * RUN_MS }, async (fault) => {
    const { violation, kill } = CAUGHT[fault];
    const [outcome] = await checkAll("one process", [kill], fault);
    expect(outcome?.violations.join("; ")).toContain(violation);
  });
});
