import type { BodyOf, CompanyDetail, endpoints, Language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { translateName } from "../../base/names/names.service.ts";
import { findCompanyRow, insertCompany } from "./companies.repository.ts";
import { createCompanyChanges } from "./company-changes.ts";
import { addOwnCompany } from "./own-company.ts";

type AddCompany = BodyOf<typeof endpoints.account.addCompany>;

/** Companies and their tree. */
export function createCompaniesService({ db, bus }: { db: Db; bus: Bus }) {
  return {
    ...createCompanyChanges({ db, bus }),

    /** mount() has checked that the company above is in the caller's scope. */
    async addCompany({ scope, address }: Actor, body: AddCompany): Promise<{ companyId: string }> {
      const company = { ...body, upstreamCompanyId: body.upstreamCompanyId ?? (scope.companyId as string) };
      return await db.transaction().execute(async (trx) => {
        const companyId = await insertCompany(trx, company);
        await writeAudit(trx, {
          kind: "operation",
          type: "company.add",
          actorId: scope.accountId,
          companyId: company.upstreamCompanyId,
          objectType: "company",
          objectId: companyId,
          new: company,
          method: "api",
          address,
        });
        return { companyId };
      });
    },

    /** Adds a company below the operator for a user who registers, with the user as its owner and administrator. */
    addOwnCompany,

    /** mount() has checked that the company is in the caller's scope; the caller's own needs no permission. */
    async getCompany(
      scope: Scope,
      companyId: string | undefined,
      language: Language,
    ): Promise<CompanyDetail> {
      const id = companyId ?? scope.companyId;
      if (id !== scope.companyId && !scope.permissionIds.has("company:read")) throw new AppError("A0300");
      const row = id === undefined ? undefined : await findCompanyRow(db, scope, id);
      if (!row) throw new AppError("A0404");
      const { code, upstreamCode, ...company } = row;
      return {
        ...company,
        createdAt: row.createdAt.toISOString(),
        name: translateName("company", { code, name: row.name }, language),
        upstreamCompanyName:
          row.upstreamCompanyName &&
          translateName("company", { code: upstreamCode, name: row.upstreamCompanyName }, language),
      };
    },
  };
}

export type CompaniesService = ReturnType<typeof createCompaniesService>;
