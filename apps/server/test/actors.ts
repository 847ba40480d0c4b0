import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "./fixtures.ts";

/** All kinds of callers (security: rule 1). */
export const actorNames = [
  "none",
  "anonymous",
  "other owner",
  "participant",
  "operating participant",
  "administrator",
  "installer",
  "colleague",
  "owner",
  "ROOT",
] as const;
export type ActorName = (typeof actorNames)[number];

export interface Actor {
  name: ActorName;
  /** Code of the account's built-in role. */
  roleCode?: string;
  accountId?: string;
  companyId?: string;
  /** Its Authorization header. */
  authorization?: string;
}

export interface Stage {
  actors: Record<ActorName, Actor>;
  /** The concealed plant that the actors have different access to. */
  plant: Awaited<ReturnType<typeof createPlant>>;
  /** A plant, company and account that only ROOT has access to. */
  stranger: { plant: Awaited<ReturnType<typeof createPlant>>; companyId: string; accountId: string };
  /** Restores the grants of the plant's guests that a call has ended, and what they see and operate. */
  restore(): Promise<void>;
}

// The participant's role allows everything, so that only its level can refuse; the colleague's level allows nearly
// everything, so that only its role can.
const roleCodes: Record<Exclude<ActorName, "none" | "anonymous">, string> = {
  "other owner": "owner",
  participant: "owner",
  "operating participant": "owner",
  administrator: "owner",
  installer: "installer-administrator",
  colleague: "family",
  owner: "owner",
  ROOT: "ROOT",
};

/** All actors of one concealed plant, and a stranger's plant; inserted by SQL with random ids. */
export async function createStage(db: Db): Promise<Stage> {
  const { companyId: operatorId } = await ensurePlatform(db);
  const companyId = (await createCompany(db)).id;
  const installerCompanyId = (await createCompany(db)).id;

  async function createActor(
    name: Exclude<ActorName, "none" | "anonymous">,
    ofCompany?: string,
  ): Promise<Required<Actor>> {
    const roleCode = roleCodes[name];
    const account = await createAccount(db, { roleCode, companyId: ofCompany });
    const { authorization } = await createSession(db, { accountId: account.id });
    return { name, roleCode, accountId: account.id, companyId: account.companyId, authorization };
  }

  const owner = await createActor("owner", companyId);
  const plant = await createPlant(db, { ownerId: owner.accountId, installerCompanyId });
  const other = await createActor("other owner");
  await createPlant(db, { ownerId: other.accountId });
  const participant = await createActor("participant");
  const operating = await createActor("operating participant");
  const administrator = await createActor("administrator");
  const guests = [participant, operating, administrator];
  for (const actor of guests) {
    await createGrant(db, {
      plantId: plant.id,
      accountId: actor.accountId,
      level: actor === administrator ? "administrator" : "participant",
      mayOperate: actor === operating,
      invitedBy: owner.accountId,
    });
  }
  const stranger = await createAccount(db);
  return {
    actors: {
      none: { name: "none" },
      anonymous: { name: "anonymous", authorization: (await createSession(db)).authorization },
      "other owner": other,
      participant,
      "operating participant": operating,
      administrator,
      installer: await createActor("installer", installerCompanyId),
      colleague: await createActor("colleague", companyId),
      owner,
      ROOT: await createActor("ROOT", operatorId),
    },
    plant,
    async restore() {
      await sql`
        update plant_grants set state = 'active', ended_at = null, may_operate = account_id = ${operating.accountId}
        where plant_id = ${plant.id} and account_id = any(${guests.map(({ accountId }) => accountId)}::uuid[])
          and answered_at is not null`.execute(db);
      await sql`update plants set settings = '{}' where id = ${plant.id}`.execute(db);
    },
    stranger: {
      plant: await createPlant(db, { ownerId: stranger.id }),
      companyId: stranger.companyId,
      accountId: stranger.id,
    },
  };
}

/** A digest of every row of every table, to see that nothing changed. */
export async function digestTables(db: Db, except: readonly string[]): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  // In one statement: it is asked for before and after each endpoint.
  const digests = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) => sql`
        select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) as digest
        from ${sql.table(name)} r`,
    );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
