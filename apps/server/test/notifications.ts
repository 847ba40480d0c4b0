import type { AlarmMailSettings, AlarmSeverity, Language } from "@heliograph/contract";
import { defaultAlarmMailSettings } from "@heliograph/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { createNotificationJob } from "../src/modules/devices/notifications/notification-job.ts";
import { writeSettings } from "../src/modules/devices/notifications/settings.repository.ts";
import { createServerKeys } from "../src/modules/people/identity/server-keys.service.ts";
import { createTestApp } from "./app.ts";
import { openTestEngines } from "./engines.ts";
import type { AccountOptions } from "./fixtures.ts";
import { createAccount, createDevice, createPlant, createSession } from "./fixtures.ts";
import { listMessages } from "./outbox.ts";

export type TestStage = Awaited<ReturnType<typeof openNotificationStage>>;

/** The text of a received mail, decoded. */
function readBody(text: string): string {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(body, "base64").toString();
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** The app and the job of notifications on a database of their own, as the job acts for all accounts. */
export async function openNotificationStage() {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const app = await createTestApp(engines);
  const { db } = engines;
  const { clock, services } = app;
  const { alarms, ownAddress } = services;
  const logger = pino({ level: "silent" });
  const serverKeys = createServerKeys(db);
  const createJob = () => createNotificationJob({ db, clock, logger, ownAddress, serverKeys });
  let seq = 0;

  async function createSubscriber(settings: Partial<AlarmMailSettings>, options: AccountOptions = {}) {
    const account = await createAccount(db, options);
    const row = { ...defaultAlarmMailSettings, ...settings };
    await db.transaction().execute((trx) => writeSettings(trx, { accountId: account.id }, row));
    return account;
  }

  return {
    app,
    db,
    clock,
    readBody,
    createSubscriber,
    createSession: (accountId: string) => createSession(db, { accountId }),
    /** One round of a process that has just started. */
    work: () => createJob().work(),
    async subjects({ email }: { email: string }): Promise<string[]> {
      return (await listMessages(db, email)).map(({ subject }) => subject);
    },
    async bodies({ email }: { email: string }): Promise<string[]> {
      return (await listMessages(db, email)).map(({ body }) => body);
    },
    /** An owner, a plant and an optimizer; `raise` and `end` report conditions of it. */
    async createOwner(
      options: {
        language?: Language;
        timeZone?: string;
        settings?: Partial<AlarmMailSettings>;
        isEmailVerified?: boolean;
      } = {},
    ) {
      const { settings, timeZone = "UTC", ...account } = options;
      const owner = settings ? await createSubscriber(settings, account) : await createAccount(db, account);
      const plant = await createPlant(db, { ownerId: owner.id, timeZone });
      const device = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "C15-4" });
      const apply = async (
        kind: "raised" | "gone",
        faultCode: string,
        { severity, at }: { severity: AlarmSeverity; at: number },
      ) => {
        seq += 1;
        const condition = { kind, faultCode, severity, source: "OPT", description: "", seq, intervalMs: 1 };
        const ids = { plantId: plant.id, deviceId: device.id };
        await alarms.applyDeviceConditions([{ ...condition, ...ids, at: new Date(at) }]);
        const { rows } = await sql<{ id: string }>`
          select id from alarms where device_id = ${device.id} and fault_code = ${faultCode} order by first_at desc limit 1`.execute(
          db,
        );
        return (rows[0] as { id: string }).id;
      };
      return {
        owner,
        plant,
        device,
        raise: (code: string, severity: AlarmSeverity = "fault", at = clock.now() + seq) =>
          apply("raised", code, { severity, at }),
        end: (code: string, severity: AlarmSeverity = "fault", at = clock.now() + seq) =>
          apply("gone", code, { severity, at }),
      };
    },
    async close() {
      await app.close();
      await engines.close();
    },
  };
}
