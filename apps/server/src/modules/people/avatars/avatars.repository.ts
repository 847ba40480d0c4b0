import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** Whether a picture is the account's current one. */
export async function isAvatarOf(
  db: Db,
  { accountId, avatarId }: { accountId: string; avatarId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${accountId} and avatar_id = ${avatarId} and cancelled_at is null`.execute(
    db,
  );
  return rows.length > 0;
}
