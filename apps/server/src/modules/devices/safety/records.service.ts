import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { MAX_STRING_INSIDE_V, MAX_STRING_OUTSIDE_V } from "@heliograph/contract";
import type { FileLedger, SignedRecord } from "@heliograph/contract/signed-record";
import type { DeviceModel } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import { writeDocument } from "../../../infra/documents/write-document.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findBrand } from "../../base/configuration/configuration.service.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import { createOutputLimits, MIN_INPUT_V } from "./judge-sample.ts";
import type { LedgerFileRow } from "./ledger.repository.ts";
import { readLedgerPart } from "./ledger.repository.ts";
import type { RecordContent } from "./record-document.ts";
import { hasStrings, writeRecordDocument } from "./record-document.ts";
import { publicKeyOf, RECORD_KEY_NAME, signRecord } from "./record-signing.ts";
import type { RecordRow } from "./records.repository.ts";
import { getRecordPlant, listRecordRows } from "./records.repository.ts";
import { findSafety, listNames } from "./safety.repository.ts";
import { listUnits } from "./shown-units.repository.ts";
import { listStringMembers } from "./string-voltages.repository.ts";
import { COLD_MODULE_FACTOR, createRatedVoltages, sumStrings } from "./string-voltages.ts";

export type SafetyRecordService = ReturnType<typeof createSafetyRecordService>;

const toProven = ({ kind, open, closed }: RecordRow): number => (kind === "shutdown" ? open : closed);

/** What the list has of a row. */
function toShown(row: RecordRow) {
  const { operationId, kind, isDrill, string, unit, reason, byName, units, dark, safeAfterS } = row;
  return { operationId, kind, isDrill, string, unit, reason, byName, units, dark, safeAfterS };
}

const toJsonFile = (fileName: string, file: SignedRecord): FileResponse => ({
  content: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
  contentType: "application/json",
  fileName,
});

/** Signed records of shutdowns and resets, and the ledger of a plant as a file. */
export function createSafetyRecordService(deps: {
  db: Db;
  clock: Clock;
  serverKeys: ServerKeys;
  models: readonly DeviceModel[];
}) {
  const { db, clock, serverKeys } = deps;
  const findRatedV = createRatedVoltages(deps.models);
  const findMaxOutputV = createOutputLimits(deps.models);
  const now = () => new Date(clock.now()).toISOString();

  /** Rows with the names that the caller may see. */
  async function readLedger(scope: Scope, plant: PlantAccess, operationId?: string): Promise<FileLedger> {
    const { previousHash, rows } = await readLedgerPart(db, plant.plantId, operationId);
    const accountIds = rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]));
    const names = await listNames(db, { scope, plant, accountIds });
    const toFileRow = ({ at, hash, ...row }: LedgerFileRow) => ({
      ...row,
      at: at.toISOString(),
      actorName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
      hash: hash.toString("hex"),
    });
    return { previousHash: previousHash.toString("hex"), rows: rows.map(toFileRow) };
  }

  async function createRecord(
    scope: Scope,
    plant: PlantAccess,
    operationId: string,
  ): Promise<SignedRecord<RecordContent>> {
    const { plantId } = plant;
    const isLayoutHidden = hidesLayout(plant);
    const { rows } = await listRecordRows(db, { scope, plant, operationId });
    const row = rows[0];
    if (row === undefined) throw new AppError("A0404");
    const { open: _open, closed: _closed, ...operation } = row;
    const safety = await findSafety(db, plantId);
    const units = await listUnits(db, { plantId, operationId, isLayoutHidden });
    const content: RecordContent = {
      kind: "record",
      createdAt: now(),
      brand: await findBrand(db),
      plant: await getRecordPlant(db, plantId),
      operation: { ...operation, proven: toProven(row) },
      /** Of the plant, while this is its current operation. */
      state: safety?.operationId === operationId ? safety.state : null,
      rules: {
        minInputV: MIN_INPUT_V,
        maxStringOutsideV: MAX_STRING_OUTSIDE_V,
        maxStringInsideV: MAX_STRING_INSIDE_V,
        coldModuleFactor: COLD_MODULE_FACTOR,
      },
      units: units.map((unit) => ({ ...unit, maxOpenOutputV: findMaxOutputV(unit) })),
      strings: hasStrings(row)
        ? sumStrings(await listStringMembers(db, { operationId, isLayoutHidden }), findRatedV)
        : [],
      ledger: await readLedger(scope, plant, operationId),
    };
    return signRecord(content, await serverKeys.get(RECORD_KEY_NAME));
  }

  return {
    async list(
      scope: Scope,
      plant: PlantAccess,
      query: QueryOf<typeof endpoints.safety.records>,
    ): Promise<DataInputOf<typeof endpoints.safety.records>> {
      const { rows, total } = await listRecordRows(db, { scope, plant }, query);
      return {
        rows: rows.map((row) => {
          return {
            ...toShown(row),
            acceptedAt: row.acceptedAt.toISOString(),
            endedAt: row.endedAt?.toISOString() ?? null,
            proven: toProven(row),
          };
        }),
        total,
        publicKey: publicKeyOf(await serverKeys.get(RECORD_KEY_NAME)),
      };
    },

    /** A0404 for an operation of another plant. */
    async record(
      scope: Scope,
      plant: PlantAccess,
      { operationId, format, language }: QueryOf<typeof endpoints.safety.record>,
    ): Promise<FileResponse> {
      const file = await createRecord(scope, plant, operationId);
      if (format === "json") return toJsonFile("shutdown-record.json", file);
      const document = writeRecordDocument(file, language);
      return { fileName: "shutdown-record.pdf", ...(await writeDocument(document, "pdf")) };
    },

    async ledgerFile(scope: Scope, plant: PlantAccess): Promise<FileResponse> {
      const content = {
        kind: "ledger",
        createdAt: now(),
        brand: await findBrand(db),
        plant: await getRecordPlant(db, plant.plantId),
        ledger: await readLedger(scope, plant),
      };
      return toJsonFile("safety-ledger.json", signRecord(content, await serverKeys.get(RECORD_KEY_NAME)));
    },
  };
}
