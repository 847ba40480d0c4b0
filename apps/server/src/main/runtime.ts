import { randomUUID } from "node:crypto";
import type { Bus } from "../infra/bus.ts";
import { createInProcessBus } from "../infra/bus.ts";
import type { ClickHouse } from "../infra/clickhouse/open-clickhouse.ts";
import { openClickHouse } from "../infra/clickhouse/open-clickhouse.ts";
import type { Clock } from "../infra/clock.ts";
import { systemClock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/logger.ts";
import type { Metrics } from "../infra/metrics.ts";
import { createNatsBus } from "../infra/nats-bus.ts";
import { createDatabaseClock } from "../infra/postgres/database-clock.ts";
import type { Db, PostgresHealth } from "../infra/postgres/open-postgres.ts";
import { openPostgres } from "../infra/postgres/open-postgres.ts";

/** Dependencies of every role. */
export interface Runtime {
  /** Id of this process, under which it owns sessions of gateways and leads the background jobs. */
  processId: string;
  config: Config;
  logger: Logger;
  clock: Clock;
  bus: Bus;
  db: Db;
  /** The same database over connections of their own for commands, and for shutdowns; `db` when absent. */
  commandDb?: Db;
  safetyDb?: Db;
  postgres: PostgresHealth;
  clickhouse: ClickHouse;
  /** Where this process is monitored. */
  metrics?: Metrics;
  /** Prints a line for the user at the terminal (stdout); the log goes to stderr. */
  print(line: string): void;
}

export interface RunningRole {
  /** Address of the role, if it listens. */
  address?: string;
  /** Number of its connections: gateways, or event streams. */
  countConnections?(): number;
  /** Hands its connections to other processes over this time at most; the signal ends it early. */
  drain?(withinMs: number, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/** The bus of this process alone, or over NATS between the processes of an installation. */
async function openBus({ config, logger }: Pick<Runtime, "config" | "logger">): Promise<Bus> {
  if (config.natsUrls) return await createNatsBus({ urls: config.natsUrls, logger });
  return createInProcessBus({
    onError: (error, subject) => logger.error({ err: error, subject }, "a subscriber failed"),
  });
}

/** Opens the engines in order; closes them in reverse order, also when a later one fails to open. */
export async function openRuntime(options: {
  config: Config;
  logger: Logger;
  print(line: string): void;
}): Promise<Runtime & { close(): Promise<void> }> {
  const { config, logger } = options;
  const bus = await openBus({ config, logger });
  const postgres = await openPostgres({ config, logger }).catch(async (error: unknown) => {
    await bus.close();
    throw error;
  });
  try {
    const clock = createDatabaseClock({ db: postgres.db, clock: systemClock, logger });
    await clock.synchronize();
    const clickhouse = await openClickHouse({ config, logger });
    clock.start();
    return {
      ...options,
      processId: randomUUID(),
      clock,
      bus,
      db: postgres.db,
      commandDb: postgres.commandDb,
      safetyDb: postgres.safetyDb,
      postgres,
      clickhouse,
      async close() {
        await bus.close();
        // Concurrently: a slow query in one must not prevent a graceful stop of the other.
        await Promise.all([clock.stop(), clickhouse.close(), postgres.close()]);
      },
    };
  } catch (error) {
    await Promise.all([bus.close(), postgres.close()]);
    throw error;
  }
}
