import type { Db } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import { builtInCompanyCode } from "../../../base/names/names-sql.ts";

/** What a user sees of the own account; built-in names are still codes. */
export interface UserInfoRow {
  accountId: string;
  userName: string;
  nickname: string;
  email: string | null;
  phone: string | null;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  salutation: "Mr" | "Ms" | null;
  relation: "customer" | "colleague";
  companyId: string;
  companyName: string;
  roleName: string;
  roleCode: string | null;
  customerTypeName: string;
  customerTypeCode: string | null;
  emailNotify: boolean;
  avatarId: string | null;
  language: "zh-cn" | "en" | "pt" | "th";
  companyCode: string | null;
  upstreamCompanyName: string | null;
  upstreamCode: string | null;
  contact: string;
  supervisorName: string | null;
}

/** The account of a session, and when the session was started. */
export interface SessionUserInfoRow extends UserInfoRow {
  sessionId: string;
  signedInAt: Date;
}

const userInfo = sql`a.id as "accountId", a.user_name as "userName", a.nickname, a.email, a.phone, a.salutation, a.relation,
      a.email_verified_at is not null as "isEmailVerified", a.phone_verified_at is not null as "isPhoneVerified",
      a.company_id as "companyId", c.name as "companyName", r.name as "roleName", r.code as "roleCode",
      ct.name as "customerTypeName", ct.code as "customerTypeCode", a.email_notify as "emailNotify", a.language,
      ${builtInCompanyCode("c")} as "companyCode", a.contact, a.avatar_id as "avatarId",
      up.name as "upstreamCompanyName", ${builtInCompanyCode("up")} as "upstreamCode",
      (select s.user_name from accounts s where s.id = a.supervisor_id and s.cancelled_at is null) as "supervisorName"`;

const userInfoJoins = sql`join companies c on c.id = a.company_id join roles r on r.id = a.role_id
      join customer_types ct on ct.id = r.customer_type_id left join companies up on up.id = c.upstream_id`;

export async function findUserInfo(db: Db, accountId: string): Promise<UserInfoRow | undefined> {
  const { rows } = await sql<UserInfoRow>`
    select ${userInfo} from accounts a ${userInfoJoins} where a.id = ${accountId}`.execute(db);
  return rows[0];
}

/** The accounts of these sessions, by session. */
export async function listUserInfo(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, SessionUserInfoRow>> {
  const { rows } = await sql<SessionUserInfoRow>`
    select own.id as "sessionId", own.created_at as "signedInAt", ${userInfo}
    from sessions own join accounts a on a.id = own.account_id ${userInfoJoins}
    where own.id = any(${sessionIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.sessionId, row]));
}
