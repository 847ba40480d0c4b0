import type { DataOf, endpoints, Language, QueryOf, ValueName, Verification } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../access/scope.ts";
import { translateName } from "../names/names.service.ts";
import { writeAudit } from "./audit.service.ts";
import type { LogRecord, PlantLogRecord } from "./log.repository.ts";
import { listConfigurationRows, listLogRows, listPlantLogRows, listRefusalRows } from "./log.repository.ts";
import { findValueNames } from "./value-names.ts";
import type { VerificationRow } from "./verifications.repository.ts";
import { findChainState, findVerifications, requestVerification } from "./verifications.repository.ts";

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

const TRANSLATED_OBJECTS: ReadonlySet<string> = new Set(["company", "customerType", "role"]);

/** Name of the company of an actor whose own name the reader may not see. */
export function nameOfCompany(company: LogRecord["actorCompany"], language: Language): string | null {
  if (company === null) return null;
  const { name, code } = company;
  return name === null
    ? formatMessage(language, "log.elsewhere")
    : translateName("company", { name, code }, language);
}

/** Translates built-in names; an actor whose name the reader may not see is named by the company. */
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
    actorName: actorName ?? nameOfCompany(actorCompany, language),
    objectName:
      objectName !== null && TRANSLATED_OBJECTS.has(objectType)
        ? translateName(objectType as "company", { code: objectCode, name: objectName }, language)
        : objectName,
  };
}

/** The audit as users read it: rows, counted refusals, and the state of the chain. */
export function createLogService({ db, clock }: { db: Db; clock: Clock }) {
  /** Adds the names that rows refer to by ids and codes, where they are visible to the caller. */
  async function toPage<Row extends LogRecord | PlantLogRecord>(
    scope: Scope,
    language: Language,
    { rows, total }: { rows: readonly Row[]; total: number },
  ) {
    const names = await findValueNames(db, { scope, language }, rows);
    return { rows: rows.map((row) => toRow(row, names, language)), total };
  }

  return {
    async list(
      scope: Scope,
      query: QueryOf<typeof endpoints.log.list>,
      language: Language,
    ): Promise<DataOf<typeof endpoints.log.list>> {
      return await toPage(scope, language, await listLogRows(db, scope, query));
    },

    async listOfPlant(
      scope: Scope,
      query: QueryOf<typeof endpoints.log.ofPlant>,
      language: Language,
    ): Promise<DataOf<typeof endpoints.log.ofPlant>> {
      return await toPage(scope, language, await listPlantLogRows(db, scope, query));
    },

    async listConfigurationChanges(
      scope: Scope,
      query: QueryOf<typeof endpoints.configuration.history>,
      language: Language,
    ): Promise<DataOf<typeof endpoints.configuration.history>> {
      return await toPage(scope, language, await listConfigurationRows(db, scope, query));
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

    /** Requests a verification by the role jobs, unless one is pending. Throws A0300 unless the caller is ROOT. */
    async requestVerification({ scope, address }: Actor): Promise<void> {
      if (!scope.isSuper) throw new AppError("A0300");
      await db.transaction().execute(async (trx) => {
        const request = { requestedBy: scope.accountId, at: new Date(clock.now()) };
        if (!(await requestVerification(trx, request))) return;
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
