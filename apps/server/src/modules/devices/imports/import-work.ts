import type { ImportField, Language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { JobRun, JobWork } from "../../people/jobs/job-kinds.service.ts";
import type { DeviceBatches } from "../devices/device-batch.service.ts";
import type { PlacementService } from "../placements/placements.service.ts";
import type { ImportContent } from "./import-content.ts";
import { writeResults } from "./import-files.ts";
import type { ImportRow } from "./import-rows.ts";
import { readRows } from "./import-rows.ts";
import { hasChangedSince } from "./import-state.ts";
import type { ImportStep } from "./import-step.ts";
import type { OwnImport, StoredImport, StoredResult } from "./imports.repository.ts";
import {
  findImport,
  hasProblems,
  listResults,
  lockImport,
  readContent,
  saveResults,
  toResult,
} from "./imports.repository.ts";
import { createPlantImport } from "./plant-import.ts";
import { createRegisterImport } from "./register-import.ts";

/** What a job of an import is started with. */
export interface ImportParameters {
  readonly importId: string;
  readonly plantId: string | null;
  readonly columns: readonly (ImportField | null)[];
  readonly mode: "check" | "all" | "valid";
  readonly language: Language;
}

/** The rows to write: all or none of them, or those without problems. */
function chooseRows(mode: ImportParameters["mode"], rows: readonly ImportRow[]): readonly ImportRow[] {
  if (mode === "check" || (mode === "all" && rows.some(hasProblems))) return [];
  return rows.filter((row) => !hasProblems(row));
}

function createStep(run: JobRun, total: number, refusedBefore: ReadonlySet<number>): ImportStep {
  let shown = total;
  return {
    refusedBefore,
    startWriting: (rows) => {
      shown = rows;
    },
    report: (done) => run.report({ done: Math.min(done, shown), total: shown }),
  };
}

/** Rows whose codes were counted as wrong by the last check, and that were not corrected since. */
const listRefused = (results: readonly StoredResult[]): Set<number> =>
  new Set(
    results
      .filter(({ problems }) => problems.some(({ key }) => key === "importRow.wrongCode"))
      .map(({ row }) => row),
  );

/** The work of both kinds of imports: checks every row, then writes, all in one transaction. */
export function createImportWork(deps: {
  db: Db;
  access: AccessService;
  placements: PlacementService;
  batches: DeviceBatches;
  content: ImportContent;
  onPlantChanged: (plantId: string) => void;
}): JobWork {
  const { db, access, placements, batches, content, onPlantChanged } = deps;

  /** The plant's installers may have changed since the job was queued. */
  async function mayWrite(scope: Scope, plantId: string | null): Promise<boolean> {
    if (plantId === null) return scope.isPlatform;
    const plant = await access.findPlant(scope, plantId);
    return plant !== undefined && isLevelEnough(plant, "install");
  }

  /** Rows of a locked import, so that no correction comes between them and their results. */
  async function readImportRows(
    trx: Transaction,
    own: OwnImport,
    { kind, columns }: { kind: StoredImport["kind"]; columns: ImportParameters["columns"] },
  ) {
    const sealed = await readContent(trx, own);
    if (!sealed) throw new AppError("A0404");
    return readRows(kind, (await content.unseal(sealed)).rows, columns);
  }

  /** Checks and writes; an attempt after one that has written finds it done. */
  async function execute(run: JobRun, own: OwnImport): Promise<void> {
    const { plantId, columns, mode } = run.parameters as ImportParameters;
    const plantIds = await placements.change(async (trx, links) => {
      const stored = await lockImport(trx, own);
      if (!stored || stored.state === "written") return [];
      const rows = await readImportRows(trx, own, { kind: stored.kind, columns });
      const earlier = await listResults(trx, own, { onlyWrong: true, offset: 0, limit: null });
      const isSame = stored.plantId === plantId && JSON.stringify(stored.columns) === JSON.stringify(columns);
      // Writing follows the check of the same rows, and so does the check after some of them were corrected; any other
      // check is another attempt.
      const isRest = isSame && (mode !== "check" || stored.state === "read");
      const refusedBefore = isRest ? listRefused(earlier.rows) : new Set<number>();
      const step = createStep(run, rows.length, refusedBefore);
      const imported = plantId === null ? createRegisterImport(batches) : createPlantImport(batches, plantId);
      // Cells can be corrected while the job waits for its turn.
      const allowed = hasChangedSince(stored, columns) ? "check" : mode;
      const done = await imported.run(step, { trx, links, scope: run.scope }, rows, (all) =>
        chooseRows(allowed, all),
      );
      await saveResults(trx, own, {
        // Nothing was written of an import of all rows that has errors: it can be corrected and tried again.
        state: done.written.length > 0 ? "written" : "checked",
        plantId,
        columns,
        wrong: rows.filter(hasProblems).length,
        written: done.written.length,
        results: rows.map(toResult),
      });
      return done.plantIds;
    });
    for (const changed of new Set(plantIds)) onPlantChanged(changed);
  }

  return async (run) => {
    const { importId, plantId, language } = run.parameters as ImportParameters;
    const own = { ...ownAccount(run.scope), importId };
    const found = await findImport(db, own);
    if (!found || !(await mayWrite(run.scope, plantId))) return "access";
    if (found.state !== "written") {
      await run.report({ done: 0, total: found.total });
      await execute(run, own);
    }
    const stored = (await findImport(db, own)) ?? found;
    const { rows: results } = await listResults(db, own, { onlyWrong: false, offset: 0, limit: null });
    return {
      name: stored.fileName,
      ...(await writeResults(stored, { results, language }, run.signal)),
      plants: plantId === null ? [] : [{ hiddenParts: [], plantIds: [plantId] }],
    };
  };
}
