import type {
  BodyOf,
  DataInputOf,
  endpoints,
  ImportKind,
  ImportState,
  Language,
  QueryOf,
  SheetFormat,
} from "@heliograph/contract";
import { IMPORT_LIMITS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { readTableInThread } from "../../../infra/sheets/read-table.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import { createDeviceBatches } from "../devices/device-batch.service.ts";
import type { PlacementService } from "../placements/placements.service.ts";
import type { Columns } from "./import-columns.ts";
import { describeColumns, withFields } from "./import-columns.ts";
import { createImportContent } from "./import-content.ts";
import { countCharacters, editTable, markUnchecked } from "./import-edits.ts";
import { checkColumnCount, checkColumns } from "./import-fields.ts";
import { toGroupSentence, toSentence, writeCorrections, writeTemplate } from "./import-files.ts";
import { readRows } from "./import-rows.ts";
import { hasChangedSince, refuseWritten } from "./import-state.ts";
import type { ImportParameters } from "./import-work.ts";
import { createImportWork } from "./import-work.ts";
import type { OwnImport, StoredImport } from "./imports.repository.ts";
import {
  countProblems,
  deleteImportsBefore,
  findImport,
  insertImport,
  listImports,
  listResults,
  lockImport,
  readColumnSamples,
  readContent,
  saveChosenColumns,
  saveEdits,
} from "./imports.repository.ts";
import { findSheetFormat } from "./serial-list.service.ts";

const RETENTION_MS = 86_400_000;
/** Uploads of an account; another one deletes the oldest. */
const MAX_PER_ACCOUNT = 5;

const LIMITS = {
  maxRows: IMPORT_LIMITS.rows,
  maxColumns: IMPORT_LIMITS.columns,
  maxCellCharacters: IMPORT_LIMITS.cellCharacters,
};

const NEEDED = { plant: "device:import", register: "device:register" } as const;

const JOB_KIND = { plant: "deviceImport", register: "deviceRegister" } as const;

type Run = Omit<BodyOf<typeof endpoints.deviceImport.toPlant>, "stationId">;

const toHead = (
  { kind, fileName, state, total, wrong, written, plantId, createdAt }: StoredImport,
  run: Pick<ImportParameters, "plantId"> | undefined,
) => ({
  ...{ kind, fileName, state, total, wrong, written },
  // The check under way or cancelled has not stored it.
  stationId: run?.plantId ?? plantId,
  createdAt: createdAt.toISOString(),
});

/** Import of devices from files; each account reads its own imports only. */
export function createImportService(deps: {
  db: Db;
  clock: Clock;
  access: AccessService;
  jobs: JobService;
  placements: PlacementService;
  serverKeys: ServerKeys;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, access, jobs, serverKeys } = deps;
  const content = createImportContent(serverKeys);
  const batches = createDeviceBatches({ clock });

  function refuseKind(scope: Scope, kind: ImportKind): void {
    if (!scope.permissionIds.has(NEEDED[kind])) throw new AppError("A0300");
  }

  /** A0404 unless the account can add devices to the plant: it answers like one that does not exist. */
  async function checkPlant(scope: Scope, plantId: string): Promise<string> {
    const plant = await access.findPlant(scope, plantId);
    if (!plant || !isLevelEnough(plant, "install")) throw new AppError("A0404");
    return plantId;
  }

  async function get(scope: Scope, importId: string): Promise<StoredImport> {
    const stored = await findImport(db, { ...ownAccount(scope), importId });
    if (!stored) throw new AppError("A0404");
    return stored;
  }

  /** Its columns as suggested, without the work of opening all its rows. */
  async function readColumns(own: OwnImport, kind: ImportKind): Promise<Columns> {
    const samples = await readColumnSamples(db, own);
    if (samples) return await content.unsealColumns(samples);
    const sealed = await readContent(db, own);
    if (!sealed) throw new AppError("A0404");
    return describeColumns(kind, await content.unseal(sealed));
  }

  /** The last job of each import, as far as it is kept: what it was started with. */
  async function listLastRuns(scope: Scope): Promise<Map<string, ImportParameters & { jobId: string }>> {
    const started = await jobs.listParameters(scope, Object.values(JOB_KIND));
    return new Map(
      started.toReversed().map(({ jobId, parameters }) => {
        const run = parameters as ImportParameters;
        return [run.importId, { ...run, jobId }];
      }),
    );
  }

  async function start(
    actor: Actor,
    run: Run,
    { kind, plantId }: { kind: ImportKind; plantId: string | null },
  ): Promise<{ jobId: string }> {
    const { importId, columns, mode } = run;
    const stored = await get(actor.scope, importId);
    if (stored.kind !== kind) throw new AppError("A0404");
    refuseWritten(stored);
    if (mode !== "check" && hasChangedSince(stored, columns))
      throw new AppError("A0440", { messageKey: "deviceImport.changedSince" });
    checkColumns(kind, columns, { columnCount: stored.columnCount, language: actor.language });
    // The job is started with them.
    await saveChosenColumns(db, { ...ownAccount(actor.scope), importId }, null);
    const parameters: ImportParameters = { importId, plantId, columns, mode, language: actor.language };
    return await jobs.start(actor, {
      kind: JOB_KIND[kind],
      title: stored.fileName,
      parameters,
      ...(plantId !== null && { plantId }),
    });
  }

  return {
    /** Reads an uploaded file and suggests what its columns contain. A0700 names what is wrong with the file. */
    async read(
      { scope }: Actor,
      { kind, fileName, stationId }: QueryOf<typeof endpoints.deviceImport.read>,
      file: Uint8Array,
    ): Promise<DataInputOf<typeof endpoints.deviceImport.read>> {
      refuseKind(scope, kind);
      const named = stationId === undefined ? null : await checkPlant(scope, stationId);
      const plantId = kind === "plant" ? named : null;
      const format = findSheetFormat(fileName);
      const table = await readTableInThread(file, format, LIMITS);
      const columns = describeColumns(kind, table);
      const total = table.rows.length;
      const { accountId } = ownAccount(scope);
      const sealed = await content.seal(kind, table);
      const importId = await db.transaction().execute(async (trx) => {
        // Serializes the uploads of an account, so that they are counted, and refuses a cancelled one.
        const account = await lockAccount(trx, accountId, "no key update");
        if (!account || account.isCancelled) throw new AppError("A0201");
        return await insertImport(trx, {
          accountId,
          kept: MAX_PER_ACCOUNT,
          upload: {
            ...{ kind, plantId, fileName, format },
            ...sealed,
            columnCount: columns.length,
            total,
            createdAt: new Date(clock.now()),
          },
        });
      });
      return { importId, total, columns };
    },

    startToPlant: (actor: Actor, { stationId, ...run }: BodyOf<typeof endpoints.deviceImport.toPlant>) =>
      start(actor, run, { kind: "plant", plantId: stationId }),
    startToRegister: (actor: Actor, run: BodyOf<typeof endpoints.deviceImport.toRegister>) =>
      start(actor, run, { kind: "register", plantId: null }),

    /** Keeps a choice of columns until the next job, also an incomplete one. A0440 once the import is written. */
    async chooseColumns(
      { scope }: Actor,
      { importId, columns }: BodyOf<typeof endpoints.deviceImport.columns>,
    ): Promise<null> {
      const own = { ...ownAccount(scope), importId };
      await db.transaction().execute(async (trx) => {
        const stored = await lockImport(trx, own);
        if (!stored) throw new AppError("A0404");
        refuseKind(scope, stored.kind);
        refuseWritten(stored);
        checkColumnCount(columns, stored.columnCount);
        await saveChosenColumns(trx, own, columns);
      });
      return null;
    },

    /** Corrects cells of a checked import. A0440 before its first check, and once it is written. */
    async edit(
      { scope, language }: Actor,
      { importId, edits }: BodyOf<typeof endpoints.deviceImport.edit>,
    ): Promise<null> {
      const own = { ...ownAccount(scope), importId };
      await db.transaction().execute(async (trx) => {
        const stored = await lockImport(trx, own);
        const sealed = await readContent(trx, own);
        if (!stored || !sealed) throw new AppError("A0404");
        refuseKind(scope, stored.kind);
        refuseWritten(stored);
        if (stored.columns === null) throw new AppError("A0440", { messageKey: "deviceImport.unchecked" });
        const editedCharacters = countCharacters(stored.editedCharacters, edits);
        const table = editTable(await content.unseal(sealed), stored.columns, { edits, language });
        const edited = new Set(edits.map(({ row }) => row));
        const corrected = readRows(
          stored.kind,
          table.rows.filter(({ row }) => edited.has(row)),
          stored.columns,
        );
        const { rows } = await listResults(trx, own, { onlyWrong: false, offset: 0, limit: null });
        const results = markUnchecked(rows, corrected);
        await saveEdits(trx, own, {
          ...(await content.seal(stored.kind, table)),
          ...{ results, editedCharacters },
        });
      });
      return null;
    },

    /** The caller's imports, so that one is found again. */
    async list({ scope }: Actor): Promise<DataInputOf<typeof endpoints.deviceImport.list>> {
      const runs = await listLastRuns(scope);
      const kept = await listImports(db, ownAccount(scope).accountId);
      return kept.map(({ importId, ...stored }) => ({ importId, ...toHead(stored, runs.get(importId)) }));
    },

    async find({ scope, language }: Actor, importId: string): Promise<ImportState> {
      const own = { ...ownAccount(scope), importId };
      const run = (await listLastRuns(scope)).get(importId);
      // After its job, which stores what it has found when it ends.
      const stored = await get(scope, importId);
      const ran = run?.columns ?? stored.columns;
      const { chosenColumns } = stored;
      const problems = await countProblems(db, own);
      return {
        ...toHead(stored, run),
        columns: withFields(await readColumns(own, stored.kind), chosenColumns ?? ran),
        areColumnsChanged:
          chosenColumns !== null && ran !== null && JSON.stringify(chosenColumns) !== JSON.stringify(ran),
        lastRun: run ? { jobId: run.jobId, mode: run.mode } : null,
        problems: problems.map((problem) => ({ ...problem, text: toGroupSentence(problem.key, language) })),
      };
    },

    async results(
      { scope, language }: Actor,
      { importId, onlyWrong, problem, page, pageSize }: QueryOf<typeof endpoints.deviceImport.results>,
    ): Promise<DataInputOf<typeof endpoints.deviceImport.results>> {
      await get(scope, importId);
      const found = await listResults(
        db,
        { ...ownAccount(scope), importId },
        { onlyWrong, problem, offset: (page - 1) * pageSize, limit: pageSize },
      );
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          ...row,
          problems: row.problems.map((each) => ({
            ...{ key: each.key, field: each.field },
            text: toSentence(each, language),
          })),
        })),
      };
    },

    /** The rows to correct. A0404 when there are none. */
    async corrections({ scope, language }: Actor, importId: string): Promise<FileResponse> {
      const own = { ...ownAccount(scope), importId };
      const stored = await get(scope, importId);
      const { rows: wrong } = await listResults(db, own, { onlyWrong: true, offset: 0, limit: null });
      const sealed = await readContent(db, own);
      if (!sealed || wrong.length === 0) throw new AppError("A0404");
      return await writeCorrections(stored, { table: await content.unseal(sealed), wrong, language });
    },

    template: (kind: ImportKind, format: SheetFormat, language: Language): Promise<FileResponse> =>
      writeTemplate(kind, format, language),

    /** Does the work of `deviceImport` and `deviceRegister`. */
    write: createImportWork({ ...deps, batches, content }),

    /** Deletes uploads after a day; one process calls it periodically. */
    async sweep(): Promise<void> {
      await deleteImportsBefore(db, new Date(clock.now() - RETENTION_MS));
    },
  };
}

export type ImportService = ReturnType<typeof createImportService>;
