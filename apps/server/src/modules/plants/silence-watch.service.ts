import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";

const LOOK_EVERY_MS = 5_000;

/**
 * Plants that fell silent between two looks: no message is the very event, so somebody has to look. Power goes stale
 * after two report intervals, a gateway counts as offline after three (domain: Plant, Power and Status).
 */
async function listSilenced(db: Db, range: { fromAt: Date; toAt: Date }): Promise<string[]> {
  const passed = (column: "power_at" | "last_heard_at", intervals: number) => sql`(
    ${sql.ref(`g.${column}`)} + ${intervals} * make_interval(secs => g.report_interval_s) > ${range.fromAt}::timestamptz
    and ${sql.ref(`g.${column}`)} + ${intervals} * make_interval(secs => g.report_interval_s) <= ${range.toAt}::timestamptz)`;
  const { rows } = await sql<{ plantId: string }>`
    select distinct l.plant_id as "plantId"
    from gateways g join device_links l on l.device_id = g.device_id and l.to_at is null
    where ${passed("power_at", 2)} or ${passed("last_heard_at", 3)}`.execute(db);
  return rows.map((row) => row.plantId);
}

/** Says which plants fell silent since the last look. */
export function createSilenceWatch(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, logger, onPlantChanged } = deps;
  let lookedAt = clock.now();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const toAt = clock.now();
    const silenced = await listSilenced(db, { fromAt: new Date(lookedAt), toAt: new Date(toAt) });
    lookedAt = toAt;
    for (const plantId of silenced) onPlantChanged(plantId);
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => logger.warn({ err: error }, "silent plants could not be looked for"))
        .then(() => {
          if (timer) schedule();
        });
    }, LOOK_EVERY_MS);
  }

  return {
    start: schedule,
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
    look,
  };
}
