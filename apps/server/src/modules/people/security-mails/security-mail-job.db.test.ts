import type { AuditType, Language } from "@heliograph/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, ensurePlatform } from "../../../../test/fixtures.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import { listMessages } from "../../../../test/outbox.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createOutboxJob } from "../../../infra/mail/outbox-job.ts";
import { createOwnAddress } from "../../../infra/own-address.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { createSecurityMailJob } from "./security-mail-job.ts";

const MINUTE_MS = 60_000;
const clock = createVirtualClock(Date.now());
const logger = pino({ level: "silent" });
const ownAddress = createOwnAddress({ publicUrl: "https://solar.example.org", host: "127.0.0.1", port: 1 });
let engines: TestEngines;

beforeAll(async () => {
  // The job acts for all ROOT accounts.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(async () => await engines.close());

async function createRoot(options: { language?: Language; isEmailVerified?: boolean } = {}) {
  const { companyId } = await ensurePlatform(engines.db);
  return await createAccount(engines.db, { companyId, roleCode: "ROOT", ...options });
}

const raise = (type: AuditType, more: { objectId?: string; plantId?: string; kind?: "operation" } = {}) =>
  engines.db
    .transaction()
    .execute((trx) =>
      writeAudit(trx, { kind: "security", type, objectType: "device", method: "link", ...more }),
    );

/** One round of a process that has just started. */
const work = () => createSecurityMailJob({ db: engines.db, clock, logger, ownAddress }).work();
/** Lets the time pass in which no second mail is sent. */
async function pass(): Promise<void> {
  clock.advance(15 * MINUTE_MS);
  await work();
}
const mailsOf = ({ email }: { email: string }) => listMessages(engines.db, email);

test("mails a security alarm to every ROOT through SMTP in its language, with what, when and where to look", async () => {
  const { db } = engines;
  const smtp = await startMailServer();
  const outbox = createOutboxJob({ db, clock, logger, config: { smtpUrl: smtp.url } });
  const words = {
    en: "Units of another plant",
    pt: "Dispositivos de outra usina",
    th: "อุปกรณ์ของโรงไฟฟ้าอื่น",
    "zh-cn": "上报了其他电站的设备",
  } as const;
  const roots = await Promise.all(
    (["en", "pt", "th", "zh-cn"] as const).map(async (language) => ({
      language,
      account: await createRoot({ language }),
    })),
  );
  const plant = await createPlant(db);
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  await raise("device.other-plant", { objectId: gateway.id, plantId: plant.id });
  await work();
  const bodies = new Map(
    await Promise.all(
      roots.map(
        async ({ language, account }) => [language, (await mailsOf(account))[0]?.body ?? ""] as const,
      ),
    ),
  );
  for (const language of ["en", "pt", "th", "zh-cn"] as const)
    for (const part of [
      words[language],
      gateway.sn,
      plant.name,
      "https://solar.example.org/#/system/setup/logs?log=security",
    ])
      expect(bodies.get(language)).toContain(part);
  await outbox.work();
  await outbox.stop();
  await smtp.close();
  expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
    roots.map(({ account }) => account.email).sort(),
  );
});

test("sends at most one mail in 15 minutes, and sums up what comes later by kind", async () => {
  const root = await createRoot();
  await pass();
  await raise("device.claim-locked");
  await work();
  expect(await mailsOf(root)).toHaveLength(1);
  for (let count = 0; count < 30; count += 1) await raise("device.claim-locked");
  await raise("session.replay");
  clock.advance(14 * MINUTE_MS);
  await work();
  expect(await mailsOf(root)).toHaveLength(1);
  clock.advance(MINUTE_MS);
  await work();
  const [, summary] = await mailsOf(root);
  expect(summary?.subject).toContain("31");
  expect(summary?.body).toContain("30 times");
  await pass();
  expect(await mailsOf(root)).toHaveLength(2);
});

test("mails each event once with several processes running", async () => {
  const root = await createRoot();
  await pass();
  for (let count = 0; count < 5; count += 1) await raise("audit.broken");
  await Promise.all([work(), work(), work(), work()]);
  await work();
  await pass();
  const mails = await mailsOf(root);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain("5 times");
});

test("mails no account but active ROOTs with a verified email, and nothing about other rows of the log", async () => {
  const [root, unverified, cancelled, disabled] = [
    await createRoot(),
    await createRoot({ isEmailVerified: false }),
    await createRoot(),
    await createRoot(),
  ];
  await sql`update accounts set cancelled_at = now() where id = ${cancelled.id}`.execute(engines.db);
  await sql`update accounts set disabled_at = now() where id = ${disabled.id}`.execute(engines.db);
  const owner = await createAccount(engines.db);
  await pass();
  await raise("session.step-up");
  await raise("device.claimed");
  await raise("audit.broken", { kind: "operation" });
  await pass();
  expect(await mailsOf(root)).toEqual([]);
  await raise("audit.broken");
  await pass();
  expect(await mailsOf(root)).toHaveLength(1);
  for (const account of [unverified, cancelled, disabled, owner]) expect(await mailsOf(account)).toEqual([]);
});

test("a mail that cannot be sent writes no row of the log", async () => {
  const { db } = engines;
  await createRoot();
  await pass();
  await raise("audit.broken");
  await work();
  const count = async () =>
    (await sql<{ total: number }>`select count(*)::int as total from audit`.execute(db)).rows[0]?.total;
  const before = await count();
  const outbox = createOutboxJob({ db, clock, logger, config: { smtpUrl: "smtp://127.0.0.1:1" } });
  await outbox.work();
  await outbox.stop();
  await pass();
  expect(await count()).toBe(before);
});
