import { hostname } from "node:os";
import type { ProcessRole } from "@heliograph/contract";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { HealthService } from "../health/health.service.ts";
import { deleteProcess, saveProcess } from "./processes.repository.ts";

const REPORT_EVERY_MS = 5_000;

/** What is connected to this process. */
export interface Connections {
  readonly gateways: number;
  readonly streams: number;
}

/** Reports this process to the status page of the operator every few seconds, and withdraws it when it stops. */
export function createProcessReport(deps: {
  db: Db;
  processId: string;
  roles: ReadonlySet<ProcessRole>;
  health: Pick<HealthService, "check">;
  countConnections(): Connections;
  logger: Logger;
}) {
  const { db, processId, roles, health, countConnections, logger } = deps;
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);

  async function report(): Promise<void> {
    const { isReady, isStopping, parts } = await health.check();
    await saveProcess(db, {
      ...{ id: processId, host: hostname(), roles: [...roles], startedAt, isReady, isStopping, parts },
      ...countConnections(),
    });
  }

  const loop = createLoop({
    work: report,
    everyMs: REPORT_EVERY_MS,
    logger,
    failureMessage: "the state of this process could not be reported",
  });
  return {
    report,
    start: loop.start,
    async stop(): Promise<void> {
      await loop.stop();
      await deleteProcess(db, processId);
    },
  };
}
