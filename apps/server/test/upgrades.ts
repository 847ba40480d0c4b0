import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DeviceType } from "@heliograph/contract";
import { parseFirmwareName, versionNumbers } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import { createPlant } from "./fixtures.ts";

export interface TestUnit {
  readonly type: DeviceType;
  readonly model: string;
  readonly hw: string;
  readonly sw: string;
}

export const optimizer: TestUnit = { type: "OPT", model: "MX-600", hw: "1.2", sw: "3.0.0" };

/** A published firmware of random bytes. */
export async function createImage(
  db: Db,
  name: string,
  sizeBytes = 100,
): Promise<{ id: string; content: Buffer }> {
  const content = randomBytes(sizeBytes);
  const named = parseFirmwareName(name);
  if (!named) throw new Error(`${name} does not follow the naming standard`);
  const { type, model, hardware, version } = named;
  const { rows } = await sql<{ id: string }>`
    with file as (
      insert into firmware_files (name, size_bytes, begun_at) values (${name}, ${sizeBytes}, now()) returning id
    ), part as (
      insert into firmware_parts (file_id, part, content) select id, 0, ${content} from file
    )
    insert into firmware (file_id, name, device_type, model, hardware, version, version_numbers, size_bytes, sha256,
      signature, signed_by, permission, release_notes, published_at)
    select id, ${name}, ${type}, ${model}, ${hardware}, ${version}, ${[...versionNumbers(version)]}::int[], ${sizeBytes},
      ${createHash("sha256").update(content).digest("hex")}, ${`${"A".repeat(86)}==`}, 'Test', 'external', '', now()
    from file returning id`.execute(db);
  return { id: (rows[0] as { id: string }).id, content };
}

/** A plant of this owner with an online gateway and units, as its birth names them. */
export async function createUnits(
  db: Db,
  { ownerId, units, timeZone }: { ownerId: string; units: readonly TestUnit[]; timeZone?: string },
): Promise<{ plantId: string; gatewayId: string; deviceIds: string[] }> {
  const plant = await createPlant(db, { ownerId, ...(timeZone !== undefined && { timeZone }) });
  const prefix = randomBytes(5).toString("hex").toUpperCase();
  const gatewayId = randomUUID();
  const rows = units.map((unit, index) => ({
    ...unit,
    id: randomUUID(),
    sn: `${prefix}-${index + 1}`,
    unit: index + 1,
  }));
  const gateway = {
    id: gatewayId,
    sn: `${prefix}-GW`,
    type: "DCON",
    model: "DC-500",
    hw: "1.4",
    sw: "2.1.0",
  };
  await sql`
    insert into devices (id, sn, type, model, hardware_version, software_version)
    select id, sn, type, model, hw, sw
    from jsonb_to_recordset(${JSON.stringify([gateway, ...rows])}::jsonb)
      as u (id uuid, sn text, type text, model text, hw text, sw text)`.execute(db);
  await sql`insert into device_states (device_id) select id from devices where sn like ${`${prefix}-%`}`.execute(
    db,
  );
  await sql`
    insert into device_links (device_id, plant_id, parent_id, from_at)
    select id, ${plant.id}, case when id <> ${gatewayId} then ${gatewayId}::uuid end, '2020-01-01' from devices
    where sn like ${`${prefix}-%`}`.execute(db);
  await sql`
    insert into gateways (device_id, birth_rev, is_online, online_since)
    values (${gatewayId}, 1, true, '2020-01-01')`.execute(db);
  const { sn, model, hw, sw } = gateway;
  const body = {
    gateway: { sn, type: "DCON", model, hw, sw },
    units: rows.map((row) => [row.unit, row.sn, row.type, row.model, row.hw, row.sw]),
  };
  await sql`
    insert into births (gateway_id, rev, body) values (${gatewayId}, 1, ${JSON.stringify(body)}::jsonb)`.execute(
    db,
  );
  return { plantId: plant.id, gatewayId, deviceIds: rows.map(({ id }) => id) };
}
