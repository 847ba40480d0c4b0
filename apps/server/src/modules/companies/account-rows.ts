import type { AccountRow, Language } from "@heliograph/contract";
import { nameOf } from "../identity/identity.service.ts";
import type { AccountRecord } from "./account-list.repository.ts";

/** An account as a caller sees it: what is built in is named in their language. */
export function toAccountRow(record: AccountRecord, language: Language): AccountRow {
  const { roleCode, customerTypeCode, companyCode, upstreamCode, ...row } = record;
  const { upstreamCompanyName } = row;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    roleName: nameOf("role", { code: roleCode, name: row.roleName }, language),
    customerTypeName: nameOf(
      "customerType",
      { code: customerTypeCode, name: row.customerTypeName },
      language,
    ),
    companyName: nameOf("company", { code: companyCode, name: row.companyName }, language),
    upstreamCompanyName:
      upstreamCompanyName && nameOf("company", { code: upstreamCode, name: upstreamCompanyName }, language),
  };
}
