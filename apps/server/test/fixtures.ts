import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import { hashPassword } from "../src/modules/people/identity/passwords.service.ts";
import { lockIdentity } from "../src/modules/people/identity/seed-matrix.repository.ts";
import { seedMatrix } from "../src/modules/people/identity/seed-matrix.ts";
import { createTokenPair, hashToken } from "../src/modules/people/identity/sessions/token-values.ts";

/** The platform operator's company with customer types and built-in roles; made once per database. */
export async function ensurePlatform(db: Db): Promise<{ companyId: string }> {
  return await db.transaction().execute(async (trx) => {
    await lockIdentity(trx);
    return await seedMatrix(trx);
  });
}

async function insertId(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  const { rows } = await query.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A company below the operator, or below another. */
export async function createCompany(
  db: Db,
  options: { upstreamId?: string; name?: string } = {},
): Promise<{ id: string; name: string }> {
  const upstreamId = options.upstreamId ?? (await ensurePlatform(db)).companyId;
  const name = options.name ?? `Company ${randomBytes(3).toString("hex")}`;
  const id = await insertId(
    db,
    sql<{
      id: string;
    }>`insert into companies (upstream_id, name, address, contact, contact_phone)
      values (${upstreamId}, ${name}, '2 Moon Street', 'Ben', '+49 40 7654321') returning id`,
  );
  return { id, name };
}

export interface AccountOptions {
  companyId?: string;
  /** Code of a built-in role; `owner` by default. */
  roleCode?: string;
  roleId?: string;
  password?: string;
  userName?: string;
  email?: string;
  /** False for an account that another user added and whose email is not verified. */
  isEmailVerified?: boolean;
  language?: "zh-cn" | "en" | "pt" | "th";
  /** A chosen list of plants instead of all of the company. */
  plantIds?: readonly string[];
}

export async function createAccount(
  db: Db,
  options: AccountOptions = {},
): Promise<{ id: string; companyId: string; email: string; userName: string }> {
  await ensurePlatform(db);
  const companyId = options.companyId ?? (await createCompany(db)).id;
  const email = options.email ?? `${randomUUID()}@example.org`;
  const userName = options.userName ?? `Person ${randomBytes(3).toString("hex")}`;
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password);
  const id = await insertId(
    db,
    sql<{ id: string }>`
      insert into accounts (company_id, role_id, relation, user_name, email, email_verified_at, password_hash, language, scope_kind)
      select ${companyId}, id, 'customer', ${userName}, ${email}, ${options.isEmailVerified === false ? null : new Date()}, ${passwordHash}, ${options.language ?? "en"},
        ${options.plantIds ? "plants" : "company"}
      from roles where id = ${options.roleId ?? null} or code = ${options.roleId ? null : (options.roleCode ?? "owner")}
      returning id`,
  );
  for (const plantId of options.plantIds ?? []) {
    await sql`insert into account_scope_plants (account_id, plant_id) values (${id}, ${plantId})`.execute(db);
  }
  return { id, companyId, email, userName };
}

/** A session as created by sign-in, without hashing; anonymous without an account. */
export async function createSession(
  db: Db,
  options: { accountId?: string; expiresAt?: Date; steppedUpAt?: Date } = {},
): Promise<{ sessionId: string; access: string; refresh: string; authorization: string }> {
  const sessionId = await insertId(
    db,
    sql<{ id: string }>`
      insert into sessions (account_id, endpoint, stepped_up_at)
      values (${options.accountId ?? null}, 'WEB', ${options.steppedUpAt ?? null}) returning id`,
  );
  const pair = createTokenPair();
  const expiresAt = options.expiresAt ?? new Date("2100-01-01T00:00:00Z");
  await sql`
    insert into tokens (hash, session_id, kind, expires_at) values
      (${hashToken(pair.access)}, ${sessionId}, 'access', ${expiresAt}),
      (${hashToken(pair.refresh)}, ${sessionId}, 'refresh', ${expiresAt})`.execute(db);
  return { sessionId, ...pair, authorization: `Bearer ${pair.access}` };
}

/** A passkey that signs nothing. */
export async function createPasskey(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${accountId}, ${randomUUID()}, ${Buffer.from("x")}, 0, '{}', 'Key', now()) returning id`.execute(
    db,
  );
  return (rows[0] as { id: string }).id;
}

export interface PlantOptions {
  companyId?: string;
  ownerId?: string;
  name?: string;
  installerCompanyId?: string;
  visibility?: "public" | "concealed";
  timeZone?: string;
  currency?: string;
  installedCapacityKwp?: number;
  gridConnectionDate?: string;
  latitude?: number;
  longitude?: number;
  meteringLevel?: "ac-meter" | "string" | "module";
  /** Price per kWh of its first tariff. */
  price?: string;
}

const numberAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const createNumber = () => Array.from({ length: 8 }, () => numberAlphabet[randomInt(32)]).join("");

/** A plant with its first tariff and metering set; its company is the owner's. */
export async function createPlant(
  db: Db,
  options: PlantOptions = {},
): Promise<{ id: string; key: number; number: string; name: string; ownerId: string; companyId: string }> {
  const ownerId = options.ownerId ?? (await createAccount(db, { companyId: options.companyId })).id;
  const name = options.name ?? `Plant ${randomBytes(3).toString("hex")}`;
  const number = createNumber();
  const since = options.gridConnectionDate ?? "2020-01-01";
  const { rows } = await sql<{ id: string; key: number; companyId: string }>`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, installer_company_id, time_zone,
      currency, latitude, longitude, visibility, owner_id, company_id)
    select ${number}, ${name}, ${options.installedCapacityKwp ?? 10}, ${since}, ${options.installerCompanyId ?? null},
      ${options.timeZone ?? "UTC"}, ${options.currency ?? "EUR"}, ${options.latitude ?? null}, ${options.longitude ?? null},
      ${options.visibility ?? "concealed"}, id, ${options.companyId ?? sql`company_id`}
    from accounts where id = ${ownerId}
    returning id, key, company_id as "companyId"`.execute(db);
  const plant = rows[0] as { id: string; key: number; companyId: string };
  await sql`
    insert into tariffs (plant_id, valid_from, method, price)
    values (${plant.id}, ${since}, 'fixed', ${options.price ?? "0.25"})`.execute(db);
  await sql`
    insert into metering_sets (plant_id, valid_from, level)
    values (${plant.id}, ${since}, ${options.meteringLevel ?? "module"})`.execute(db);
  return { ...plant, number, name, ownerId };
}

/** An open invitation of an account to a plant. */
export async function createInvitation(
  db: Db,
  options: { plantId: string; accountId: string; invitedBy: string },
): Promise<{ id: string }> {
  const { plantId, accountId, invitedBy } = options;
  const id = await insertId(
    db,
    sql<{ id: string }>`
      insert into plant_grants (plant_id, account_id, level, state, invited_by)
      values (${plantId}, ${accountId}, 'participant', 'invited', ${invitedBy}) returning id`,
  );
  return { id };
}

/** An open offer of a plant to an account. */
export async function createTransfer(
  db: Db,
  options: { plantId: string; accountId: string; invitedBy: string },
): Promise<{ id: string }> {
  const { plantId, accountId, invitedBy } = options;
  const id = await insertId(
    db,
    sql<{ id: string }>`
      insert into plant_transfers (plant_id, from_account_id, to_account_id, state)
      values (${plantId}, ${invitedBy}, ${accountId}, 'offered') returning id`,
  );
  return { id };
}

/** An active grant of a plant. */
export async function createGrant(
  db: Db,
  options: {
    plantId: string;
    accountId: string;
    level: "participant" | "administrator";
    mayOperate?: boolean;
    invitedBy: string;
    endsAt?: Date;
  },
): Promise<{ id: string }> {
  const id = await insertId(
    db,
    sql<{ id: string }>`
      insert into plant_grants (plant_id, account_id, level, may_operate, state, invited_by, ends_at, answered_at)
      values (${options.plantId}, ${options.accountId}, ${options.level}, ${options.mayOperate ?? false}, 'active',
        ${options.invitedBy}, ${options.endsAt ?? null}, now())
      returning id`,
  );
  return { id };
}

export interface DeviceOptions {
  sn?: string;
  type: "DCON" | "SCON" | "MCON" | "OPT" | "RSD";
  model?: string;
  /** Links the device to this plant; without it the device is a register entry. */
  plantId?: string;
  parentId?: string;
  /** Creates a slot with this label; by default the device has none. */
  slotLabel?: string;
  linkedFromAt?: Date;
  registrationCodeHash?: Buffer;
  ratedPowerW?: number;
}

/** A device with its state row, a gateway row for a DCON, and its open link and slot if it is in a plant. */
export async function createDevice(
  db: Db,
  options: DeviceOptions,
): Promise<{ id: string; key: number; sn: string; slotId?: string; slotKey?: number }> {
  const sn = options.sn ?? `T${randomBytes(8).toString("hex").toUpperCase()}`;
  const { rows } = await sql<{ id: string; key: number }>`
    insert into devices (sn, type, model, registration_code_hash, rated_power_w)
    values (${sn}, ${options.type}, ${options.model ?? "TEST"}, ${options.registrationCodeHash ?? null},
      ${options.ratedPowerW ?? null})
    returning id, key`.execute(db);
  const device = rows[0] as { id: string; key: number };
  await sql`insert into device_states (device_id) values (${device.id})`.execute(db);
  if (options.type === "DCON") await sql`insert into gateways (device_id) values (${device.id})`.execute(db);
  if (options.plantId === undefined) return { ...device, sn };
  const slot =
    options.slotLabel === undefined ? undefined : await createSlot(db, options.plantId, options.slotLabel);
  await sql`
    insert into device_links (device_id, plant_id, slot_id, parent_id, from_at)
    values (${device.id}, ${options.plantId}, ${slot?.id ?? null}, ${options.parentId ?? null},
      ${options.linkedFromAt ?? new Date("2020-01-01T00:00:00Z")})`.execute(db);
  return { ...device, sn, slotId: slot?.id, slotKey: slot?.key };
}

async function createSlot(db: Db, plantId: string, label: string): Promise<{ id: string; key: number }> {
  const { rows } = await sql<{ id: string; key: number }>`
    insert into slots (plant_id, label) values (${plantId}, ${label}) returning id, key`.execute(db);
  return rows[0] as { id: string; key: number };
}
