import type { DataOf, endpoints } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import { readQueues } from "../metrics/queue-metrics.service.ts";
import { countRejectedReports, listProcesses } from "./processes.repository.ts";

export type EngineStatus = DataOf<typeof endpoints.engineStatus.get>;

/** The state of the whole installation, as its processes reported it. */
export function createEngineStatusService({ db }: { db: Db }) {
  return {
    async get(): Promise<EngineStatus> {
      const [rows, queues, rejectedReports] = await Promise.all([
        listProcesses(db),
        readQueues(db),
        countRejectedReports(db),
      ]);
      const processes = rows.map(({ startedAt, seenAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      }));
      return { processes, queues: { ...queues, rejectedReports } };
    },
  };
}

export type EngineStatusService = ReturnType<typeof createEngineStatusService>;
