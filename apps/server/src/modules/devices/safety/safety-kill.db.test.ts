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
/** Every moment of both presses. */
const ALL_SEEDS = momentsOf("stop").length * 2;

/** The seeds of a target: all moments in the full run, else one that differs from target to target. */
const seedsOf = (index: number): number[] =>
  isFullRun ? Array.from({ length: ALL_SEEDS }, (_, seed) => seed + 1) : [index * 5 + 3];

const planAll = (topology: Topology): Kill[] =>
  TARGETS[topology].flatMap((target: Target, at) => seedsOf(at).map((seed) => planKill(seed, target)));

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
  const timeout = (isFullRun ? ALL_SEEDS * 6 : 10) * RUN_MS;

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
