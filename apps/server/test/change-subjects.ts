import { randomUUID } from "node:crypto";
import { defaultAlarmMailSettings } from "@heliograph/contract";
import { sql } from "kysely";
import { createFirmware } from "./access-ids.ts";
import type { TestApp } from "./app.ts";
import type { TestEngines } from "./engines.ts";
import {
  createAccount,
  createCompany,
  createDevice,
  createPlant,
  createSession,
  ensurePlatform,
} from "./fixtures.ts";

type Values = Record<string, unknown>;

/** An object of an update endpoint, with every field set. */
export interface ChangeSubject {
  /** The account that changes it, if not the super user. */
  readonly authorization?: string;
  /** The ids of the body. */
  readonly ids: Values;
  /** Another valid value for every field of the body, by its path. */
  readonly other: Values;
  /** Fields that cannot change alone: what is sent with them, for another value and for null. */
  readonly together?: Readonly<Record<string, { readonly other?: Values; readonly cleared?: Values }>>;
  /** Fields that follow from another one. */
  readonly follows?: Readonly<Record<string, readonly string[]>>;
  /** Fields of the body that are not stored under their name. */
  readonly notStored?: readonly string[];
  /** The fields as they are now, and the revision where there is one. */
  read(): Promise<Values>;
}

/** A stepped-up super user, and how to create the object of each update endpoint, by its path. */
export async function createChangeSubjects(
  { db }: TestEngines,
  server: TestApp,
): Promise<{ authorization: string; subjects: Record<string, () => Promise<ChangeSubject>> }> {
  const now = server.clock.now();
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const name = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
  const { companyId: operatorId } = await ensurePlatform(db);
  const root = await createAccount(db, { roleCode: "ROOT", companyId: operatorId });
  const { authorization } = await createSession(db, { accountId: root.id, steppedUpAt: new Date(now) });
  const call = async (method: "GET" | "POST", path: string, input: Values = {}): Promise<Values> => {
    const { envelope } = await server.call(method, path, {
      authorization,
      ...(method === "GET" ? { query: input } : { body: input }),
    });
    if (envelope.code !== "0") throw new Error(`${path}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  const get = (path: string, query: Values) => call("GET", path, query);
  const findRow = async (path: string, idField: string, id: unknown): Promise<Values> => {
    const { rows } = (await get(path, { pageSize: 200 })) as { rows: Values[] };
    return rows.find((row) => row[idField] === id) as Values;
  };
  const findRole = async (code: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select id from roles where code = ${code}`.execute(db);
    return (rows[0] as { id: string }).id;
  };
  const uploadPicture = async (purpose: "provider-qr" | "plant" = "provider-qr"): Promise<string> => {
    const id = randomUUID();
    await sql`
      insert into pictures (id, purpose, content_type, width, height, size_bytes)
      values (${id}, ${purpose}, 'image/webp', 1, 1, 1)`.execute(db);
    return id;
  };

  async function createFilledAccount(): Promise<string> {
    const { id, companyId } = await createAccount(db);
    const supervisor = await createAccount(db, { companyId });
    await sql`
      update accounts set nickname = 'Nick', salutation = 'Ms', phone = ${`+4930${Math.random().toString().slice(2, 10)}`},
        contact = 'Office', remarks = 'Remarks', supervisor_id = ${supervisor.id} where id = ${id}`.execute(
      db,
    );
    return id;
  }

  const subjects: Record<string, () => Promise<ChangeSubject>> = {
    "/account/update": async () => {
      const accountId = await createFilledAccount();
      const { companyId } = await get("/account/detail", { accountId });
      const colleague = await createAccount(db, { companyId: companyId as string });
      return {
        ids: { accountId },
        other: {
          roleId: await findRole("family"),
          supervisorId: colleague.id,
          userName: "Another name",
          nickname: "Another nickname",
          salutation: "Mr",
          email: `${randomUUID()}@example.org`,
          phone: `+4940${Math.random().toString().slice(2, 10)}`,
          contact: "Another contact",
          remarks: "Another remark",
        },
        read: () => get("/account/detail", { accountId }),
      };
    },
    "/account/scope": async () => {
      const account = await createAccount(db, { roleCode: "distributor-engineer" });
      const [first, second] = [
        await createPlant(db, { companyId: account.companyId }),
        await createPlant(db, { companyId: account.companyId }),
      ];
      const read = async () => {
        const detail = await get("/account/detail", { accountId: account.id });
        const stations = detail.scopeStations as { stationId: string }[];
        return {
          revision: detail.revision,
          kind: detail.scopeKind,
          stationIds: stations.map(({ stationId }) => stationId),
        };
      };
      const { revision } = await read();
      await call("POST", "/account/scope", {
        accountId: account.id,
        revision,
        kind: "plants",
        stationIds: [first.id],
      });
      return {
        ids: { accountId: account.id },
        other: { kind: "company", stationIds: [second.id] },
        follows: { kind: ["stationIds"] },
        read,
      };
    },
    "/company/update": async () => {
      const { id: companyId } = await createCompany(db);
      const administrator = await createAccount(db, { companyId });
      const colleague = await createAccount(db, { companyId });
      await sql`
        update companies set address = 'Street 1', contact = 'Ana', contact_phone = '+49 30 1234',
          contact_email = 'ana@example.org', administrator_id = ${administrator.id} where id = ${companyId}`.execute(
        db,
      );
      return {
        ids: { companyId },
        other: {
          name: name("Company"),
          address: "Street 2",
          contact: "Ida",
          contactPhone: "+49 30 5678",
          contactEmail: "ida@example.org",
          administratorId: colleague.id,
          upstreamCompanyId: (await createCompany(db)).id,
        },
        read: () => get("/company/detail", { companyId }),
      };
    },
    "/system/config/update": async () => {
      const before = await get("/system/config/get", {});
      const filled = {
        brand: "Brand",
        servers: {
          china: "https://cn.example.org",
          international: "https://int.example.org",
          southeastAsia: "https://sea.example.org",
        },
        minimumWidth: 1600,
        mapTileUrl: "https://tiles.example.org/{z}/{x}/{y}.png",
        mapAttribution: "Tiles Ltd",
        storeLinks: {
          ios: "https://apps.apple.com/app/id1",
          android: "https://play.google.com/store/apps/a",
        },
        agreementVersion: "2.0",
        languages: ["en", "th"],
      };
      await call("POST", "/system/config/update", { ...filled, revision: before.revision });
      return {
        ids: {},
        other: {
          brand: "Another brand",
          "servers.china": "https://cn2.example.org",
          "servers.international": "https://int2.example.org",
          "servers.southeastAsia": "https://sea2.example.org",
          minimumWidth: 1700,
          mapTileUrl: "https://tiles2.example.org/{z}/{x}/{y}.png",
          mapAttribution: "Other tiles",
          "storeLinks.ios": "https://apps.apple.com/app/id2",
          "storeLinks.android": "https://play.google.com/store/apps/b",
          agreementVersion: "3.0",
          languages: ["pt"],
        },
        read: () => get("/system/config/get", {}),
      };
    },
    "/system/provider/update": async () => {
      const { providerId } = await call("POST", "/system/provider/add", {
        countryOrRegion: "DE",
        serviceEmail: "service@example.org",
        text: "Text",
      });
      const pictureId = await uploadPicture();
      await sql`update pictures set claimed_at = now() where id = ${pictureId}`.execute(db);
      await sql`update providers set qr_picture_id = ${pictureId} where id = ${providerId}`.execute(db);
      const otherPictureId = await uploadPicture();
      await sql`update pictures set uploaded_by = ${root.id} where id = ${otherPictureId}`.execute(db);
      return {
        ids: { providerId },
        other: {
          countryOrRegion: "BR",
          serviceEmail: "other@example.org",
          qrPictureId: otherPictureId,
          text: "Another text",
        },
        read: () => findRow("/system/provider/list", "providerId", providerId),
      };
    },
    "/system/firmware/update": async () => {
      const firmwareId = await createFirmware(db, "external");
      return {
        ids: { firmwareId },
        other: { permission: "internal", releaseNotes: "Other notes" },
        read: () => findRow("/system/firmware/list", "firmwareId", firmwareId),
      };
    },
    "/system/maintenance/update": async () => {
      const { maintenanceId } = await call("POST", "/system/maintenance/add", {
        name: "Work",
        kind: "web",
        previewAt: inDays(300),
        serviceStopAt: inDays(302),
        serviceRestartAt: inDays(304),
      });
      return {
        ids: { maintenanceId },
        other: {
          name: "Other work",
          kind: "app",
          previewAt: inDays(301),
          serviceStopAt: inDays(303),
          serviceRestartAt: inDays(305),
        },
        read: () => findRow("/system/maintenance/list", "maintenanceId", maintenanceId),
      };
    },
    "/role/update": async () => {
      const types = (await get("/customerType/list", { pageSize: 200 })) as { rows: Values[] };
      const { customerTypeId } = types.rows.find(({ code }) => code === "plant-owner") as Values;
      const { roleId } = await call("POST", "/role/add", {
        customerTypeId,
        name: name("Role"),
        remarks: "Remarks",
        permissionIds: ["station", "station:read"],
      });
      return {
        ids: { roleId },
        other: { name: name("Role"), remarks: "Others", permissionIds: ["device", "device:read"] },
        read: () => get("/role/detail", { roleId }),
      };
    },
    "/customerType/update": async () => {
      const { customerTypeId } = await call("POST", "/customerType/add", {
        name: name("Type"),
        remarks: "Remarks",
        permissionIds: ["station", "station:read"],
      });
      return {
        ids: { customerTypeId },
        other: { name: name("Type"), remarks: "Others", permissionIds: ["device", "device:read"] },
        read: () => get("/customerType/detail", { customerTypeId }),
      };
    },
    "/workData/device/update": async () => {
      const { id: plantId } = await createPlant(db);
      const { id: deviceId, slotId } = await createDevice(db, { type: "OPT", plantId, slotLabel: "A1" });
      await sql`update devices set alias = 'South1', rated_power_w = 500 where id = ${deviceId}`.execute(db);
      await sql`update slots set tilt_deg = 20, azimuth_deg = 180, pole_position = 1 where id = ${slotId}`.execute(
        db,
      );
      return {
        ids: { deviceId },
        other: { alias: "West2", ratedPowerW: 450.5, tiltDeg: 30, azimuthDeg: 270, polePosition: 9 },
        read: () => get("/workData/device/settings", { deviceId }),
      };
    },
    "/workData/powerStation/update": async () => {
      const { id: installerCompanyId } = await createCompany(db);
      const { id: stationId } = await createPlant(db, {
        latitude: 52.5,
        longitude: 13.4,
        installerCompanyId,
      });
      await sql`
        update plants set installer = 'Roof & Co', email = 'plant@example.org', investment_amount = 9000,
          person_in_charge = 'Ana', phone = '+49 30 1234', address = 'Street 1' where id = ${stationId}`.execute(
        db,
      );
      const pictureId = await uploadPicture("plant");
      await sql`update pictures set claimed_at = now() where id = ${pictureId}`.execute(db);
      await sql`update plants set picture_id = ${pictureId} where id = ${stationId}`.execute(db);
      const otherPictureId = await uploadPicture("plant");
      await sql`update pictures set uploaded_by = ${root.id} where id = ${otherPictureId}`.execute(db);
      return {
        ids: { stationId },
        other: {
          pictureId: otherPictureId,
          timeZone: "Europe/Berlin",
          name: "Another plant",
          installedCapacityKwp: 20,
          gridConnectionDate: "2021-01-01",
          installer: "Others",
          installerCompanyId: (await createCompany(db)).id,
          email: "other@example.org",
          currency: "USD",
          investmentAmount: "8000.00",
          tariff: { method: "fixed", price: "0.5" },
          personInCharge: "Ida",
          phone: "+49 30 5678",
          address: "Street 2",
          latitude: 45,
          longitude: 7,
          visibility: "public",
        },
        together: { latitude: { cleared: { longitude: null } }, longitude: { cleared: { latitude: null } } },
        follows: { installerCompanyId: ["installerCompanyName"], timeZone: ["zones"] },
        notStored: ["tariffFrom", "revaluesPast", "timeZoneFrom"],
        read: () => get("/workData/powerStation/detail", { stationId }),
      };
    },
    "/workData/powerStation/settings": async () => {
      const { id: stationId } = await createPlant(db);
      await call("POST", "/workData/powerStation/settings", {
        stationId,
        jump: "address",
        jumpAddress: "https://example.org/one",
        participantSees: ["energy"],
        participantsOperate: true,
      });
      return {
        ids: { stationId },
        other: {
          jump: "devices",
          jumpAddress: "https://example.org/two",
          participantSees: ["energy", "alarms"],
          participantsOperate: false,
        },
        together: { jumpAddress: { cleared: { jump: "overview" } } },
        follows: { jump: ["jumpAddress"] },
        read: () => get("/workData/powerStation/detail", { stationId }),
      };
    },
    "/user/settings/updateUserInfo": async () => await createOwnSubject(),
    "/user/settings/updateMessageNotify": async () => {
      const { authorization, read } = await createOwnSubject();
      return { authorization, ids: {}, other: { emailNotify: false }, read };
    },
    "/user/settings/updateAlarmMails": async () => {
      const owner = await createAccount(db);
      const [first, second] = [
        await createPlant(db, { ownerId: owner.id }),
        await createPlant(db, { ownerId: owner.id }),
      ];
      const { authorization } = await createSession(db, { accountId: owner.id });
      const settings = {
        ...defaultAlarmMailSettings,
        plants: "chosen",
        stationIds: [first.id],
        quietFrom: 22,
        quietTo: 6,
      };
      await server.call("POST", "/user/settings/updateAlarmMails", { authorization, body: settings });
      return {
        authorization,
        ids: {},
        other: {
          isOn: false,
          minSeverity: "warning",
          plants: "all",
          stationIds: [second.id],
          digest: "daily",
          hasRecovery: true,
          quietFrom: 21,
          quietTo: 7,
          quietZone: "account",
          timeZone: "Asia/Bangkok",
          maxPerHour: 3,
        },
        together: { quietFrom: { cleared: { quietTo: null } }, quietTo: { cleared: { quietFrom: null } } },
        read: async () =>
          (await server.call("GET", "/user/settings/alarmMails", { authorization })).envelope.data as Values,
      };
    },
    "/alarm/webhook/update": async () => {
      const owner = await createAccount(db);
      const [first, second] = [
        await createPlant(db, { ownerId: owner.id }),
        await createPlant(db, { ownerId: owner.id }),
      ];
      const { authorization } = await createSession(db, { accountId: owner.id });
      const body = {
        name: "Operations centre",
        url: "https://1.1.1.1/alarms",
        plants: "chosen",
        stationIds: [first.id],
        minSeverity: "alarm",
        events: ["raised"],
      };
      const { envelope } = await server.call("POST", "/alarm/webhook/add", { authorization, body });
      return {
        authorization,
        ids: { webhookId: envelope.data.webhookId },
        other: {
          name: "Monitoring",
          url: "https://1.0.0.1/alarms",
          plants: "all",
          stationIds: [second.id],
          minSeverity: "fault",
          events: ["raised", "ended"],
          isOn: false,
        },
        follows: { plants: ["stationIds"] },
        read: async () => {
          const list = await server.call("GET", "/alarm/webhook/list", { authorization });
          const [webhook] = list.envelope.data.rows;
          return { ...webhook, isOn: webhook.state === "on" };
        },
      };
    },
    "/report/schedule/update": async () => {
      const { id } = await createAccount(db);
      const { authorization } = await createSession(db, { accountId: id });
      const added = await server.call("POST", "/report/schedule/add", {
        authorization,
        body: { kind: "month", format: "pdf", language: "en" },
      });
      return {
        authorization,
        ids: { scheduleId: added.envelope.data.scheduleId },
        other: { kind: "year", format: "xlsx", language: "pt" },
        read: async () =>
          (await server.call("GET", "/report/schedule/list", { authorization })).envelope.data.rows[0],
      };
    },
  };

  async function createOwnSubject() {
    const accountId = await createFilledAccount();
    const { authorization } = await createSession(db, { accountId });
    return {
      authorization,
      ids: {},
      other: {
        userName: "Another name",
        nickname: "Another nickname",
        salutation: "Mr",
        contact: "Another contact",
        language: "pt",
      },
      read: async () =>
        (await server.call("GET", "/user/settings/getUserInfo", { authorization })).envelope.data as Values,
    };
  }
  return { authorization, subjects };
}
