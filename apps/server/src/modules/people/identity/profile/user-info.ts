import type { Language, UserInfo } from "@heliograph/contract";
import { translateName } from "../../../base/names/names.service.ts";
import type { SessionUserInfoRow } from "./user-info.repository.ts";

/** The own account as the user sees it: built-in names in the user's language. */
export function toUserInfo(
  row: SessionUserInfoRow,
  { language, isPlatform }: { language: Language; isPlatform: boolean },
): UserInfo {
  const { roleCode, customerTypeCode, companyCode, upstreamCode, sessionId, signedInAt, ...info } = row;
  const { upstreamCompanyName } = row;
  return {
    ...info,
    isPlatform,
    signedInAt: signedInAt.toISOString(),
    companyName: translateName("company", { code: companyCode, name: row.companyName }, language),
    upstreamCompanyName:
      upstreamCompanyName &&
      translateName("company", { code: upstreamCode, name: upstreamCompanyName }, language),
    roleName: translateName("role", { code: roleCode, name: row.roleName }, language),
    customerTypeName: translateName(
      "customerType",
      { code: customerTypeCode, name: row.customerTypeName },
      language,
    ),
  };
}
