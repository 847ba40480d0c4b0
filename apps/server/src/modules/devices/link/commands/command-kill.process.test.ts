import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkCommandKills } from "../../../../../test/command-kill.ts";
import { isFullRun } from "../../../../../test/full-run.ts";
import { KILL_STEPS } from "../../../../../test/kill-steps.ts";
import { openOwnDatabase } from "../../../../../test/own-database.ts";

const { db, url, close } = await openOwnDatabase();
const folder = await mkdtemp(join(tmpdir(), "heliograph-kill-"));
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const ROUNDS = isFullRun ? 200 : 10;
const ROUND_MS = 30_000;

test("kill -9 between any two steps of a parameter command: one effect at most, none after its deadline, and a truthful state", {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const seeds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
  const outcomes = await checkCommandKills({ db, url, folder, seeds });
  expect(outcomes.filter(({ isTruthful }) => !isTruthful)).toEqual([]);
  expect(new Set(outcomes.map(({ step }) => step)).size).toBe(KILL_STEPS.length);
  expect(outcomes.filter(({ effects }) => effects === 1).length).toBeGreaterThan(0);
  expect(outcomes.filter(({ effects }) => effects === 0).length).toBeGreaterThan(0);
});
