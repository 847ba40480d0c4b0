import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { HealthPartName, HealthParts, HealthReason } from "@heliograph/contract";
import type { ClickHouse } from "../../../infra/clickhouse/open-clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { PostgresHealth } from "../../../infra/postgres/open-postgres.ts";

export interface Verdict {
  isOk: boolean;
  reason?: HealthReason;
  restarts?: number;
}
/** Checks one part. A check that throws or takes too long counts the part as unavailable. */
export type PartCheck = () => Promise<Verdict> | Verdict;

export interface Health {
  isReady: boolean;
  /** Whether the process is about to stop. */
  isStopping: boolean;
  parts: HealthParts;
}

/** Together less than a second, within which readiness must reflect a change. */
const CHECK_WITHIN_MS = 700;
const REUSED_FOR_MS = 150;
/** Regular checks log an outage and record when it began, even without requests. */
const CHECK_EVERY_MS = 2_000;

const engines = ["postgresql", "clickhouse"] as const;
const notRequired: ReadonlySet<HealthPartName> = new Set(["nats", "simulator"]);

function countRestarts({ state }: PostgresHealth): { restarts?: number } {
  const restarts = state()?.restarts;
  return restarts === undefined ? {} : { restarts };
}

async function checkPostgres(postgres: PostgresHealth): Promise<Verdict> {
  const counted = countRestarts(postgres);
  if (postgres.state()?.isRunning === false) return { isOk: false, reason: "restarting", ...counted };
  if (postgres.isExhausted()) return { isOk: false, reason: "no-free-connection", ...counted };
  await postgres.ping();
  return { isOk: true, ...counted };
}

/** Runs one check at a time: while a frozen engine blocks the last one, no further one is started. */
function createBoundedCheck(check: PartCheck, countRestarts: () => { restarts?: number }): PartCheck {
  let running: Promise<Verdict> | undefined;
  const createUnavailable = (): Verdict => ({ isOk: false, reason: "no-answer", ...countRestarts() });

  async function run(): Promise<Verdict> {
    try {
      return await check();
    } catch {
      return createUnavailable();
    } finally {
      running = undefined;
    }
  }

  async function giveUp(): Promise<Verdict> {
    await delay(CHECK_WITHIN_MS, undefined, { ref: false });
    // A busy process reads its sockets first: the response may have arrived already.
    await nextTurn();
    return createUnavailable();
  }

  return () => {
    running ??= run();
    return Promise.race([running, giveUp()]);
  };
}

/** Checks which parts of this process work; reflects a change within a second. */
export function createHealthService(deps: {
  postgres: PostgresHealth;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
}) {
  const { postgres, clickhouse, clock, logger } = deps;
  const checks = new Map<HealthPartName, PartCheck>();
  const known = new Map<HealthPartName, HealthParts["postgresql"]>();
  let last: { health: Promise<Health>; at: number } | undefined;
  let isStopping = false;

  /** Adds a part that this process runs. */
  function include(
    name: HealthPartName,
    check: PartCheck,
    restarts: () => { restarts?: number } = () => ({}),
  ) {
    checks.set(name, createBoundedCheck(check, restarts));
  }

  function note(name: HealthPartName, verdict: Verdict): HealthParts["postgresql"] {
    const before = known.get(name);
    const isSame = before?.isOk === verdict.isOk;
    const part = { ...verdict, since: isSame ? before.since : new Date(clock.now()).toISOString() };
    known.set(name, part);
    if (!isSame && !verdict.isOk) logger.error({ part: name, reason: verdict.reason }, "not working");
    if (!isSame && verdict.isOk && before) logger.warn({ part: name }, "working again");
    return part;
  }

  async function checkAll(): Promise<Health> {
    const found = new Map(
      await Promise.all(
        [...checks].map(async ([name, check]): Promise<[HealthPartName, Verdict]> => [name, await check()]),
      ),
    );
    // Without an engine nothing can be stored, even if the intake has not noticed it yet.
    const isEngineUnavailable = engines.some((name) => !found.get(name)?.isOk);
    if (isEngineUnavailable && found.get("intake")?.isOk)
      found.set("intake", { isOk: false, reason: "engine-unavailable" });
    const parts = Object.fromEntries([...found].map(([name, verdict]) => [name, note(name, verdict)]));
    const isReady = !isStopping && [...found].every(([name, { isOk }]) => isOk || notRequired.has(name));
    return { isReady, isStopping, parts: parts as HealthParts };
  }

  /** Current state of each part; resolves within a second and limits how often the engines are queried. */
  function check(): Promise<Health> {
    const now = performance.now();
    if (!last || now - last.at > REUSED_FOR_MS) last = { health: checkAll(), at: now };
    return last.health;
  }

  include(
    "postgresql",
    () => checkPostgres(postgres),
    () => countRestarts(postgres),
  );
  include("clickhouse", async () => {
    await clickhouse.ping();
    return { isOk: true };
  });
  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "health not checked",
  });
  return {
    include,
    check,
    start: loop.start,
    stop: loop.stop,
    isStopping: () => isStopping,
    /** The process is not ready any more, so that balancers send nothing new to it. */
    setStopping(): void {
      isStopping = true;
      last = undefined;
    },
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
