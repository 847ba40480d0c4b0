import type { JobError, JobKind, PermissionId, PlantPart } from "@heliograph/contract";
import type { Scope } from "../../base/access/scope.ts";
import type { PlantsInFile } from "./jobs.repository.ts";

/** Permission that an account needs to start a job, while it runs, and to download its file. */
export const PERMISSION_OF_KIND: Readonly<Record<JobKind, PermissionId>> = {
  plantExport: "station:read",
  deviceExport: "device:read",
  deviceDataExport: "device:read",
  earningsExport: "station:read",
  report: "station:read",
  commissioningReport: "device:read",
  fleetEarningsExport: "station:read",
  deviceImport: "device:import",
  deviceRegister: "device:register",
};

/** Kinds whose files contain figures of alarms for accounts that may view alarms. */
const KINDS_WITH_ALARMS: ReadonlySet<JobKind> = new Set(["plantExport", "report"]);

/** Parts of a plant that a file of this kind does not contain: those hidden from the account, by its role as well. */
export function listHiddenInFile(
  { permissionIds }: Scope,
  kind: JobKind,
  hiddenParts: readonly PlantPart[],
): readonly PlantPart[] {
  const isHiddenByRole = KINDS_WITH_ALARMS.has(kind) && !permissionIds.has("alarm:read");
  return isHiddenByRole ? [...new Set([...hiddenParts, "alarms" as const])] : hiddenParts;
}

export interface JobRun {
  /** The account's access when this attempt began. */
  readonly scope: Scope;
  /** As they were given to `jobs.start`. */
  readonly parameters: unknown;
  /**
   * Ends a step: stores the progress and renews the lease. Throws when the job was cancelled or another process has taken
   * it up; the job must not catch this.
   */
  readonly report: (progress: { done: number; total: number }) => Promise<void>;
  /** Aborted when the process stops or the attempt has lost its lease: a long step should end then. */
  readonly signal: AbortSignal;
}

export interface JobResult {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Every plant whose data the file contains; access to them is checked again when the file is downloaded. */
  readonly plants: readonly PlantsInFile[];
}

/** Plants of a file by what of them was hidden when they were read. */
export const groupByHidden = (
  plants: readonly { readonly plantId: string; readonly hiddenParts: readonly PlantPart[] }[],
): PlantsInFile[] =>
  [...Map.groupBy(plants, ({ hiddenParts }) => hiddenParts.toSorted().join())].map(([, group]) => ({
    hiddenParts: group[0]?.hiddenParts ?? [],
    plantIds: group.map(({ plantId }) => plantId),
  }));

/**
 * Does the work of a kind of job. An attempt may end at any moment with its process, and another one then starts from the
 * beginning: apart from the file, which is stored once, effects must be written in a way that repeating them changes nothing.
 * Returns an error that another attempt would not change, such as lost access.
 */
export type JobWork = (run: JobRun) => Promise<JobResult | JobError>;
export type JobWorks = Readonly<Record<JobKind, JobWork>>;
