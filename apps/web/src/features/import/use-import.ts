import { endpoints } from "virtual:endpoints";
import type { ImportColumns, ImportKind, ImportMode, ImportState } from "@heliograph/contract";
import type { ImportField } from "@heliograph/contract/device-import-limits";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, queryOf, useChange } from "../../shared/api/queries.ts";
import { sentencesOf } from "../../shared/api/shown-refusals.ts";
import { isOpenJob } from "../../shared/tasks/jobs.ts";

const POLL_MS = 500;

/** A file that the server has read, and where its devices go. */
export interface Source {
  readonly kind: ImportKind;
  /** Of an import into a plant. */
  readonly stationId: string | undefined;
  readonly fileName: string;
  readonly read: ImportColumns;
  /** The job under way, or the last one, when the import was opened. */
  readonly lastRun: ImportState["lastRun"];
  /** Whether it had a result for its columns when it was opened. */
  readonly isChecked: boolean;
}

type Columns = readonly (ImportField | null)[];

const noJob = "";

/** Runs the jobs of one import, and follows the one under way. */
export function useImport({ kind, stationId, lastRun, read: { importId } }: Source) {
  const toPlant = useChange(endpoints.deviceImport.toPlant, { refusalIn: "card" });
  const toRegister = useChange(endpoints.deviceImport.toRegister, { refusalIn: "card" });
  const cancel = useChange(endpoints.job.cancel);
  const choose = useChange(endpoints.deviceImport.columns);
  const [jobId, setJobId] = useState(lastRun?.jobId ?? noJob);
  const [mode, setMode] = useState<ImportMode>(lastRun?.mode ?? "check");
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const job = useQuery({
    ...queryOf(endpoints.job.get, { jobId }),
    enabled: jobId !== noJob,
    refetchInterval: ({ state }) => (state.data === undefined || isOpenJob(state.data) ? POLL_MS : false),
  });
  const state = job.data?.state;

  useEffect(() => {
    if (state !== "done") return;
    void dropPath(endpoints.deviceImport.get.path);
    void dropPath(endpoints.deviceImport.results.path);
    void dropPath(endpoints.device.list.path);
  }, [state]);

  /** Whether the job was started. */
  async function run(next: ImportMode, columns: Columns): Promise<boolean> {
    setRefusals([]);
    const body = { importId, columns: [...columns], mode: next };
    try {
      const started =
        kind === "plant"
          ? await toPlant.mutateAsync({ ...body, stationId: stationId ?? "" })
          : await toRegister.mutateAsync(body);
      setMode(next);
      setJobId(started.jobId);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The sentence of the call is that of its first field.
      setRefusals([...new Set(sentencesOf(error))]);
      // Cells may have been corrected elsewhere.
      void dropPath(endpoints.deviceImport.get.path);
      void dropPath(endpoints.deviceImport.results.path);
      return false;
    }
  }

  return {
    mode,
    jobId,
    job: job.data,
    /** Started and not finished, as far as is known. */
    isRunning:
      toPlant.isPending ||
      toRegister.isPending ||
      (jobId !== noJob && (job.data === undefined || isOpenJob(job.data))),
    /** Whether its last job, as far as one is known, has left a result. */
    isDone: jobId === noJob || state === "done",
    refusals,
    run,
    /** Keeps a choice of columns, so that it is there after a reload. */
    choose: (columns: Columns) => choose.mutate({ importId, columns: [...columns] }),
    cancel: () => cancel.mutate({ jobId }),
    isCancelling: cancel.isPending,
  };
}

export type ImportRun = ReturnType<typeof useImport>;
