import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { EXAMPLE_PLANT, exampleMaintenance } from "../src/app/examples/example.ts";
import { layoutBackground } from "../src/app/examples/layout-examples.ts";
import type { Db } from "../src/infra/postgres/database.ts";
import { seal } from "../src/infra/sealed.ts";
import { createServerKeys } from "../src/modules/people/identity/server-keys.service.ts";
import { picture } from "./access-samples.ts";
import type { Stage } from "./actors.ts";
import {
  createAccount,
  createDevice,
  createInvitation,
  createPasskey,
  createSession,
  createTransfer,
} from "./fixtures.ts";

// The objects that the examples of calls name, made on both sides.

/** Objects of the stage's plant (`own`) and of the stranger's (`foreign`), by the name of the field that holds their id. */
export type IdsByField = Record<string, { own: string; foreign: string }>;

async function createCommand(db: Db, plantId: string, gatewayId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into commands (plant_id, gateway_id, seq, op) values (${plantId}, ${gatewayId}, 1, 'scan')
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A picture under the published layout of a plant. */
async function createLayoutPicture(db: Db, plantId: string, id: string): Promise<string> {
  const background = JSON.stringify({ ...layoutBackground, pictureKey: id });
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, claimed_at)
    values (${id}, 'layout', 'image/webp', 1, 1, 1, now())`.execute(db);
  await sql`
    insert into picture_contents (picture_id, size, content) values (${id}, 'full', ${picture})`.execute(db);
  await sql`
    insert into layout_pictures (picture_id, plant_id, added_at) values (${id}, ${plantId}, now())`.execute(
    db,
  );
  await sql`
    insert into layout_versions (plant_id, state, number, created_at, updated_at, published_at, background)
    values (${plantId}, 'published', 1, now(), now(), now(), ${background}::jsonb)`.execute(db);
  return id;
}

async function createPopUp(db: Db, operatorId: string): Promise<string> {
  const { previewAt, serviceStopAt, serviceRestartAt } = exampleMaintenance;
  const { rows } = await sql<{ id: string }>`
    insert into maintenance_pop_ups (name, kind, preview_at, service_stop_at, service_restart_at, last_operator_id,
      created_at, updated_at)
    values ('Work', 'web', ${previewAt}, ${serviceStopAt}, ${serviceRestartAt}, ${operatorId}, now(), now())
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A picture in use, or an unused one uploaded by an account. */
export async function createPicture(
  db: Db,
  options: { uploadedBy?: string; purpose?: "avatar" | "plant" } = {},
): Promise<string> {
  const id = randomUUID();
  const { uploadedBy = null, purpose = "provider-qr" } = options;
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, uploaded_by, claimed_at)
    values (${id}, ${purpose}, 'image/webp', 1, 1, 1, ${uploadedBy}, ${uploadedBy === null ? new Date() : null})`.execute(
    db,
  );
  await sql`insert into picture_contents (picture_id, size, content) values (${id}, 'full', ${Buffer.from("x")})`.execute(
    db,
  );
  return id;
}

/** A picture of an account, in place of any it had. */
export async function createAvatar(db: Db, accountId: string): Promise<string> {
  const id = await createPicture(db, { purpose: "avatar" });
  await sql`update accounts set avatar_id = ${id} where id = ${accountId}`.execute(db);
  return id;
}

async function createCorrection(db: Db, plantId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into corrections (plant_id, plant_day, mode, corrected_wh, created_at, is_counted)
    values (${plantId}, '2026-03-03', 'manual', 1000, now(), true) returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** The picture of a plant, in place of any it had. */
async function createPlantPicture(db: Db, plantId: string): Promise<string> {
  const id = await createPicture(db, { purpose: "plant" });
  await sql`update plants set picture_id = ${id} where id = ${plantId}`.execute(db);
  return id;
}

async function createIgnition(db: Db, plantId: string, gatewayId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ignitions (plant_id, gateway_id, mode, at) values (${plantId}, ${gatewayId}, 'auto', now())
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** Site work that is far ahead of what the sample of its start plans. */
async function createSafetyMark(db: Db, plant: { id: string; ownerId: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into safety_marks (plant_id, account_id, marked_at) values (${plant.id}, ${plant.ownerId}, now())
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

async function createSafetyOperation(db: Db, plant: { id: string; ownerId: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into safety_operations (plant_id, kind, author_id, address, reason, idempotency_key, accepted_at, deadline_at,
      ended_at)
    values (${plant.id}, 'shutdown', ${plant.ownerId}, '', '', ${randomUUID()}, now(), now(), now())
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

async function createSiteWork(db: Db, plantId: string): Promise<string> {
  const { serviceStopAt, serviceRestartAt } = exampleMaintenance;
  const { rows } = await sql<{ id: string }>`
    insert into site_works (plant_id, from_at, until_at, reason, created_at)
    values (${plantId}, ${serviceStopAt}, ${serviceRestartAt}, 'Repair', now()) returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A firmware with its file of one byte. */
export async function createFirmware(db: Db, permission: "external" | "internal"): Promise<string> {
  // A model of its own, so that no version of another one is newer.
  const model = randomUUID().slice(0, 8).toUpperCase();
  const name = `OPT_${model}_HW1.0_V1.0.0.bin`;
  const { rows } = await sql<{ id: string }>`
    with file as (
      insert into firmware_files (name, size_bytes, begun_at) values (${name}, 1, now()) returning id
    ), part as (
      insert into firmware_parts (file_id, part, content) select id, 0, 'x' from file
    )
    insert into firmware (file_id, name, device_type, model, hardware, version, version_numbers, size_bytes, sha256,
      signature, signed_by, permission, release_notes, published_at)
    select id, ${name}, 'OPT', ${model}, '1.0', '1.0.0', '{1,0,0}', 1, '', '', 'Test', ${permission}, 'Notes', now() from file
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A firmware file that an account is uploading. */
async function createFirmwareFile(db: Db, uploadedBy: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into firmware_files (name, size_bytes, uploaded_by, begun_at)
    values ('OPT_X_HW1.0_V1.0.0.bin', ${picture.byteLength}, ${uploadedBy}, now()) returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

async function createProvider(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into providers (country_or_region, service_email, sort_order)
    values ('DE', 'service@example.org', 1) returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** An open alarm whose condition has ended. */
export async function createAlarm(db: Db, plantId: string, deviceId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at, gone_at)
    values (${plantId}, ${deviceId}, 'device', ${randomUUID()}, 'warning', now(), now(), now()) returning id`.execute(
    db,
  );
  return (rows[0] as { id: string }).id;
}

/** A webhook of an account whose address is refused when it is tried, and a dead letter of it. */
export async function createWebhook(
  db: Db,
  accountId: string,
): Promise<{ webhookId: string; deliveryIds: string }> {
  const secret = seal(await createServerKeys(db).get("webhook-secrets"), "whsec_c2VjcmV0");
  const { rows } = await sql<{ webhookId: string; deliveryIds: string }>`
    with added as (
      insert into webhooks (account_id, name, url, plants, plant_ids, min_severity, events, state, secret, created_at)
      values (${accountId}, 'Receiver', 'https://192.0.2.1/hook', 'all', '{}', 'fault', '{raised}', 'on', ${secret}, now())
      returning id
    )
    insert into webhook_deliveries (webhook_id, events, event_count, state, created_at, finished_at)
    select id, '[]', 0, 'dead', now(), now() from added
    returning webhook_id as "webhookId", id as "deliveryIds"`.execute(db);
  return rows[0] as { webhookId: string; deliveryIds: string };
}

/** A finished job of an account with its file. */
export async function createJob(db: Db, accountId: string): Promise<{ jobId: string }> {
  const { rows } = await sql<{ jobId: string }>`
    with added as (
      insert into jobs (account_id, kind, title, parameters, state, created_at, next_attempt_at, finished_at)
      values (${accountId}, 'plantExport', 'plants.csv', '{}', 'done', now(), now(), now()) returning id
    )
    insert into job_files (job_id, name, content_type, content, plants)
    select id, 'plants.csv', 'text/csv', 'Name', '[]' from added returning job_id as "jobId"`.execute(db);
  return rows[0] as { jobId: string };
}

/** A schedule of reports that is due long after the test. */
export async function createReportSchedule(db: Db, accountId: string): Promise<{ scheduleId: string }> {
  const { rows } = await sql<{ scheduleId: string }>`
    insert into report_schedules (account_id, kind, format, language, created_at, next_period, due_at)
    values (${accountId}, 'month', 'pdf', 'en', now(), '2098-01', '2098-02-01') returning id as "scheduleId"`.execute(
    db,
  );
  return rows[0] as { scheduleId: string };
}

/** An uploaded file of devices. */
async function createImport(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into device_imports (account_id, kind, file_name, format, content, column_count, total, created_at)
    values (${accountId}, 'plant', 'devices.csv', 'csv', '', 1, 1, now()) returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A paused campaign with one device, which has ended, so that the device can be in another one. */
export async function createCampaign(db: Db, plantId: string, deviceId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with campaign as (
      insert into upgrade_campaigns (firmware_name, device_type, model, hardware, version, version_numbers, size_bytes,
        sha256, signature, state, first_wave, wave_size, max_failures, waves, wave_begun_at, created_at)
      values ('DCON_X_HW1.0_V1.0.0.bin', 'DCON', 'X', '1.0', '1.0.0', '{1,0,0}', 1, '', '', 'paused', 1, 1, 1, 1, now(), now())
      returning id
    )
    insert into upgrade_devices (campaign_id, device_id, plant_id, from_version, wave, state, changed_at, finished_at)
    select id, ${deviceId}, ${plantId}, '', 1, 'confirmed', now(), now() from campaign
    returning campaign_id as id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** A saved view of an account. */
export async function createView(
  db: Db,
  accountId: string,
  list: "plants" | "devices",
): Promise<{ viewId: string }> {
  const { rows } = await sql<{ viewId: string }>`
    insert into list_views (account_id, list, name, kind, query, columns, is_default)
    values (${accountId}, ${list}, ${randomUUID()}, 'table', '{}', '{}', false) returning id as "viewId"`.execute(
    db,
  );
  return rows[0] as { viewId: string };
}

/** A key of an account that reads its plants. */
export async function createApiKey(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (account_id, name, prefix, hash, permission_ids, is_limited, created_at, expires_at)
    values (${accountId}, 'Script', 'hgk_', ${randomBytes(32)}, '{station:read}', false, now(), '2099-01-01')
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** Webhooks of the owner and of the stranger, and their dead letters. */
async function createWebhookIds(db: Db, sides: Record<"own" | "foreign", string>): Promise<IdsByField> {
  const [own, foreign] = [await createWebhook(db, sides.own), await createWebhook(db, sides.foreign)];
  return {
    webhookId: { own: own.webhookId, foreign: foreign.webhookId },
    deliveryIds: { own: own.deliveryIds, foreign: foreign.deliveryIds },
  };
}

/** Alarms of a plant and a device each, and an account they can be assigned to. */
async function createAlarmIds(
  db: Db,
  sides: Record<"own" | "foreign", readonly [plantId: string, deviceId: string, accountId: string]>,
): Promise<IdsByField> {
  const create = async () => ({
    own: await createAlarm(db, sides.own[0], sides.own[1]),
    foreign: await createAlarm(db, sides.foreign[0], sides.foreign[1]),
  });
  return {
    alarmId: await create(),
    alarmIds: await create(),
    parentAlarmId: await create(),
    assigneeId: { own: sides.own[2], foreign: sides.foreign[2] },
  };
}

/** Makes the objects the samples name, on both sides. */
export async function createIds(db: Db, stage: Stage): Promise<IdsByField> {
  const { plant, stranger, actors } = stage;
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const foreignGateway = await createDevice(db, { type: "DCON", plantId: stranger.plant.id });
  await sql`update gateways set is_online = true, last_heard_at = now() where device_id = ${gateway.id}`.execute(
    db,
  );
  const { rows } = await sql<{ code: string; id: string; typeId: string }>`
    select code, id, customer_type_id as "typeId" from roles where is_built_in`.execute(db);
  const role = (code: string) => rows.find((row) => row.code === code) as { id: string; typeId: string };
  const foreignRole = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    values (${stranger.companyId}, ${role("owner").typeId}, 'Their own', '{station:read}') returning id`.execute(
    db,
  );
  const companyId = actors.owner.companyId as string;
  const other = actors["other owner"].accountId as string;
  // The own offers are addressed to the other owner, who has no access to the plant; the foreign ones are between strangers.
  const createOffered = async (create: typeof createInvitation, accountId = other) => ({
    own: (await create(db, { plantId: plant.id, invitedBy: plant.ownerId, accountId })).id,
    foreign: (
      await create(db, {
        plantId: stranger.plant.id,
        invitedBy: stranger.accountId,
        accountId: (await createAccount(db)).id,
      })
    ).id,
  });
  const ownRole = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    values (${companyId}, ${role("owner").typeId}, 'Our own', '{station,station:read}') returning id`.execute(
    db,
  );
  const roleId = (ownRole.rows[0] as { id: string }).id;
  // An account to change, so that the actors stay unchanged; it has the role, so that the role cannot be deleted.
  const changed = await createAccount(db, { companyId, roleId });
  const providerId = await createProvider(db);
  await sql`update plants set name = ${EXAMPLE_PLANT} where id = ${plant.id}`.execute(db);
  return {
    stationId: { own: plant.id, foreign: stranger.plant.id },
    deviceId: { own: gateway.id, foreign: foreignGateway.id },
    deviceIds: { own: gateway.id, foreign: foreignGateway.id },
    toDeviceIds: { own: gateway.id, foreign: foreignGateway.id },
    parentId: { own: gateway.id, foreign: foreignGateway.id },
    stringId: { own: gateway.id, foreign: foreignGateway.id },
    commandId: {
      own: await createCommand(db, plant.id, gateway.id),
      foreign: await createCommand(db, stranger.plant.id, foreignGateway.id),
    },
    ...(await createAlarmIds(db, {
      own: [plant.id, gateway.id, plant.ownerId],
      foreign: [stranger.plant.id, foreignGateway.id, stranger.accountId],
    })),
    campaignId: {
      own: await createCampaign(db, plant.id, gateway.id),
      foreign: await createCampaign(db, stranger.plant.id, foreignGateway.id),
    },
    correctionId: {
      own: await createCorrection(db, plant.id),
      foreign: await createCorrection(db, stranger.plant.id),
    },
    operationId: {
      own: await createSafetyOperation(db, plant),
      foreign: await createSafetyOperation(db, { id: stranger.plant.id, ownerId: stranger.accountId }),
    },
    markId: {
      own: await createSafetyMark(db, plant),
      foreign: await createSafetyMark(db, { id: stranger.plant.id, ownerId: stranger.accountId }),
    },
    ignitionId: {
      own: await createIgnition(db, plant.id, gateway.id),
      foreign: await createIgnition(db, stranger.plant.id, foreignGateway.id),
    },
    siteWorkId: {
      own: await createSiteWork(db, plant.id),
      foreign: await createSiteWork(db, stranger.plant.id),
    },
    apiKeyId: {
      own: await createApiKey(db, plant.ownerId),
      foreign: await createApiKey(db, stranger.accountId),
    },
    ...(await createWebhookIds(db, { own: plant.ownerId, foreign: stranger.accountId })),
    jobId: {
      own: (await createJob(db, plant.ownerId)).jobId,
      foreign: (await createJob(db, stranger.accountId)).jobId,
    },
    importId: {
      own: await createImport(db, plant.ownerId),
      foreign: await createImport(db, stranger.accountId),
    },
    viewId: {
      own: (await createView(db, plant.ownerId, "plants")).viewId,
      foreign: (await createView(db, stranger.accountId, "plants")).viewId,
    },
    scheduleId: {
      own: (await createReportSchedule(db, plant.ownerId)).scheduleId,
      foreign: (await createReportSchedule(db, stranger.accountId)).scheduleId,
    },
    maintenanceId: {
      own: await createPopUp(db, actors.ROOT.accountId as string),
      foreign: await createPopUp(db, actors.ROOT.accountId as string),
    },
    companyId: { own: companyId, foreign: stranger.companyId },
    upstreamCompanyId: { own: companyId, foreign: stranger.companyId },
    installerCompanyId: { own: companyId, foreign: stranger.companyId },
    ownerId: { own: actors.owner.accountId as string, foreign: stranger.accountId },
    actorId: { own: actors.owner.accountId as string, foreign: stranger.accountId },
    supervisorId: { own: actors.owner.accountId as string, foreign: stranger.accountId },
    accountId: { own: changed.id, foreign: stranger.accountId },
    administratorId: { own: changed.id, foreign: stranger.accountId },
    stationIds: { own: plant.id, foreign: stranger.plant.id },
    roleId: { own: roleId, foreign: (foreignRole.rows[0] as { id: string }).id },
    providerId: { own: providerId, foreign: await createProvider(db) },
    providerIds: { own: providerId, foreign: randomUUID() },
    pictureId: {
      own: await createPicture(db),
      foreign: await createPicture(db, { uploadedBy: stranger.accountId }),
    },
    avatarId: {
      own: await createAvatar(db, changed.id),
      foreign: await createAvatar(db, stranger.accountId),
    },
    plantPictureId: {
      own: await createPlantPicture(db, plant.id),
      foreign: await createPlantPicture(db, stranger.plant.id),
    },
    layoutPictureId: {
      own: await createLayoutPicture(db, plant.id, layoutBackground.pictureKey),
      foreign: await createLayoutPicture(db, stranger.plant.id, randomUUID()),
    },
    qrPictureId: {
      own: await createPicture(db, { uploadedBy: actors.ROOT.accountId }),
      foreign: await createPicture(db, { uploadedBy: stranger.accountId }),
    },
    sessionId: {
      own: (await createSession(db, { accountId: actors.owner.accountId as string })).sessionId,
      foreign: (await createSession(db, { accountId: stranger.accountId })).sessionId,
    },
    passkeyId: {
      own: await createPasskey(db, actors.owner.accountId as string),
      foreign: await createPasskey(db, stranger.accountId),
    },
    firmwareId: {
      own: await createFirmware(db, "external"),
      foreign: await createFirmware(db, "internal"),
    },
    fileId: {
      own: await createFirmwareFile(db, actors.ROOT.accountId as string),
      foreign: await createFirmwareFile(db, stranger.accountId),
    },
    grantId: await createOffered(createInvitation),
    keepGrantIds: await createOffered(createInvitation, (await createAccount(db)).id),
    transferId: await createOffered(createTransfer),
    customerTypeId: { own: role("owner").typeId, foreign: role("ROOT").typeId },
  };
}
