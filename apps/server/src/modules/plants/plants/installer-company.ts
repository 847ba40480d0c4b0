import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { lockInstaller } from "./plants.repository.ts";

/**
 * Checks that the caller may name a company as installer of a plant, which gives it access: A0300 without the permission to
 * share plants, A0404 when the company is not visible to the caller. Null takes the access away.
 */
export async function checkInstallerCompany(
  trx: Transaction,
  scope: Scope,
  companyId: string | null | undefined,
): Promise<void> {
  if (companyId === undefined) return;
  if (!scope.permissionIds.has("station:share")) throw new AppError("A0300");
  if (companyId !== null && !(await lockInstaller(trx, scope, companyId))) throw new AppError("A0404");
}
