import type { AccountRow, Language } from "@heliograph/contract";
import { translateName } from "../../base/names/names.service.ts";
import type { AccountRecord } from "./account-list.repository.ts";

/** An account as a caller sees it, with built-in names in the caller's language. */
export function toAccountRow(record: AccountRecord, language: Language): AccountRow {
  const { roleCode, customerTypeCode, companyCode, upstreamCode, ...row } = record;
  const { upstreamCompanyName } = row;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    roleName: translateName("role", { code: roleCode, name: row.roleName }, language),
    customerTypeName: translateName(
      "customerType",
      { code: customerTypeCode, name: row.customerTypeName },
      language,
    ),
    companyName: translateName("company", { code: companyCode, name: row.companyName }, language),
    upstreamCompanyName:
      upstreamCompanyName &&
      translateName("company", { code: upstreamCode, name: upstreamCompanyName }, language),
  };
}
