import type { DataOf, endpoints, Language, QueryOf, ValueName, Verification } from "@heliograph/contract";
import { say } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { nameOf } from "../identity/identity.service.ts";
import { writeAudit } from "./audit.service.ts";
import type { LogRecord, PlantLogRecord } from "./log.repository.ts";
import { listLogRows, listPlantLogRows, listRefusalRows } from "./log.repository.ts";
import { findValueNames } from "./value-names.ts";
import type { VerificationRow } from "./verifications.repository.ts";
import { askForVerification, findChainState, findVerifications } from "./verifications.repository.ts";

function toLast(row: VerificationRow | undefined): Verification["last"] {
  if (!row?.endedAt) return null;
  const { endedAt, result, firstNumber, lastNumber, isEndKnown } = row;
  return {
    endedAt: endedAt.toISOString(),
    result: result ?? "failed",
    firstNumber,
    lastNumber,
    isEndKnown: isEndKnown ?? false,
    break: row.break && { ...row.break, id: row.break.id ?? null },
  };
}

const coded: ReadonlySet<string> = new Set(["company", "customerType", "role"]);

function sayCompany(company: LogRecord["actorCompany"], language: Language): string | null {
  if (company === null) return null;
  const { name, code } = company;
  return name === null ? say(language, "log.elsewhere") : nameOf("company", { name, code }, language);
}

/** Built-in names in the reader's language; who is not known by name is named by their company. */
function toRow<Row extends LogRecord | PlantLogRecord>(
  row: Row,
  names: ReadonlyMap<string, Record<string, ValueName>>,
  language: Language,
) {
  const { at, actorCompany, objectCode, actorName, objectName, objectType } = row;
  return {
    ...row,
    names: names.get(row.logId) ?? {},
    at: at.toISOString(),
    actorName: actorName ?? sayCompany(actorCompany, language),
    objectName:
      objectName !== null && coded.has(objectType)
        ? nameOf(objectType as "company", { code: objectCode, name: objectName }, language)
        : objectName,
  };
}

/** What people read of the audit: its rows, counted refusals, and the state of its chain. */
export function createLogService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async list(
      scope: Scope,
      query: QueryOf<typeof endpoints.log.list>,
      language: Language,
    ): Promise<DataOf<typeof endpoints.log.list>> {
      const { rows, total } = await listLogRows(db, scope, query);
      const names = await findValueNames(db, { scope, language }, rows);
      return { rows: rows.map((row) => toRow(row, names, language)), total };
    },

    async listOfPlant(
      scope: Scope,
      query: QueryOf<typeof endpoints.log.ofPlant>,
      language: Language,
    ): Promise<DataOf<typeof endpoints.log.ofPlant>> {
      const { rows, total } = await listPlantLogRows(db, scope, query);
      const names = await findValueNames(db, { scope, language }, rows);
      return { rows: rows.map((row) => toRow(row, names, language)), total };
    },

    async listRefusals(
      scope: Scope,
      query: QueryOf<typeof endpoints.log.refusals>,
    ): Promise<DataOf<typeof endpoints.log.refusals>> {
      const { rows, total } = await listRefusalRows(db, scope, query);
      return { rows: rows.map((row) => ({ ...row, minute: row.minute.toISOString() })), total };
    },

    async getVerification(): Promise<Verification> {
      const [{ last, open }, state] = await Promise.all([findVerifications(db), findChainState(db)]);
      return { last: toLast(last), isRunning: open !== undefined, ...state };
    },

    /** The role jobs takes it from there; while one is asked for, nothing is added. Throws A0300 for all but ROOT. */
    async askForVerification({ scope, address }: { scope: Scope; address: string }): Promise<void> {
      if (!scope.isSuper) throw new AppError("A0300");
      await db.transaction().execute(async (trx) => {
        const request = { askedBy: scope.accountId, at: new Date(clock.now()) };
        if (!(await askForVerification(trx, request))) return;
        await writeAudit(trx, {
          kind: "operation",
          type: "audit.verify",
          actorId: scope.accountId,
          companyId: scope.companyId,
          objectType: "audit",
          method: "api",
          address,
        });
      });
    },
  };
}

export type LogService = ReturnType<typeof createLogService>;
