import { defaultAlarmMailSettings } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlant, createSession } from "../../../../test/fixtures.ts";
import type { TestStage } from "../../../../test/notifications.ts";
import { openNotificationStage } from "../../../../test/notifications.ts";
import { systemScope } from "../../base/access/scope.ts";
import { eraseAccount } from "../../people/identity/erasure.service.ts";

let stage: TestStage;
beforeAll(async () => {
  stage = await openNotificationStage();
});
afterAll(async () => await stage.close());

async function createCaller(options: Parameters<TestStage["createOwner"]>[0] = {}) {
  const one = await stage.createOwner(options);
  const { authorization } = await createSession(stage.db, { accountId: one.owner.id });
  const get = async () =>
    (await stage.app.call("GET", "/user/settings/alarmMails", { authorization })).envelope.data;
  const post = async (path: string, body: object) =>
    (await stage.app.call("POST", `/user/settings/${path}`, { authorization, body })).envelope;
  const update = (body: object) => post("updateAlarmMails", body);
  return { ...one, get, update, sendTest: () => post("testAlarmMail", {}) };
}

test("returns the defaults, then what was saved, with the names of the chosen plants", async () => {
  const { owner, plant, get, update } = await createCaller();
  expect(await get()).toEqual({ ...defaultAlarmMailSettings, email: owner.email, chosenPlants: [] });
  const body = {
    minSeverity: "warning",
    plants: "chosen",
    stationIds: [plant.id],
    digest: "daily",
    hasRecovery: true,
    quietFrom: 22,
    quietTo: 6,
    quietZone: "account",
    timeZone: "Europe/Berlin",
    maxPerHour: 2,
  };
  expect(await update(body)).toMatchObject({ code: "0", msg: "Your alarm email settings have been saved." });
  const chosenPlants = [{ stationId: plant.id, stationName: plant.name }];
  expect(await get()).toEqual({ ...defaultAlarmMailSettings, ...body, email: owner.email, chosenPlants });
});

test("refuses an unknown zone, one quiet hour without the other, and plants of strangers", async () => {
  const { update, get } = await createCaller();
  const { id } = await createPlant(stage.db);
  const refused = async (body: object) => {
    const { code, data } = await update(body);
    return [code, data.fields.map(({ path }: { path: string }) => path)];
  };
  expect(await refused({ timeZone: "Mars/Crater" })).toEqual(["A0400", ["timeZone"]]);
  expect(await refused({ quietFrom: 22 })).toEqual(["A0400", ["quietTo"]]);
  expect(await refused({ quietFrom: 22, quietTo: 22 })).toEqual(["A0400", ["quietTo"]]);
  expect(await refused({ plants: "chosen" })).toEqual(["A0400", ["stationIds"]]);
  expect(await refused({ plants: "chosen", stationIds: [id] })).toEqual(["A0400", ["stationIds"]]);
  expect((await get()).plants).toBe("owned");
});

test("sends a test mail to the verified email, within the limit of the account", async () => {
  const { owner, sendTest } = await createCaller({ settings: { maxPerHour: 2 } });
  expect(await sendTest()).toMatchObject({ code: "0", data: { email: owner.email } });
  expect((await sendTest()).code).toBe("0");
  expect((await sendTest()).code).toBe("A0501");
  expect(await stage.subjects(owner)).toEqual(Array(2).fill("Heliograph: test of alarm emails"));
  const unverified = await createCaller({ isEmailVerified: false });
  expect(await unverified.sendTest()).toMatchObject({
    code: "A0400",
    msg: expect.stringContaining("verified"),
  });
});

async function mailLink(one: Awaited<ReturnType<typeof createCaller>>): Promise<string> {
  await one.raise("0");
  await stage.work();
  const link = /http\S+(\/unsubscribe\?token=\S+)/.exec((await stage.bodies(one.owner)).at(-1) ?? "")?.[1];
  if (link === undefined) throw new Error("the mail has no link");
  return link;
}

test("ends the mails from the link of a mail without a session: reading it changes nothing, posting does", async () => {
  const one = await createCaller({ language: "pt" });
  const { app } = stage.app;
  const url = await mailLink(one);
  const page = await app.inject({ method: "GET", url });
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  expect(page.body).toContain('<form method="post"><button type="submit">Cancelar inscrição</button></form>');
  expect(page.body).toContain('<a href="./#/personal-center">Área pessoal</a>');
  expect((await one.get()).isOn).toBe(true);
  const posted = await app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect([posted.statusCode, (await one.get()).isOn]).toEqual([200, false]);
  expect(posted.body).toContain("Você não recebe mais e-mails de alarme.");
  await one.raise("1");
  await stage.work();
  expect(await stage.subjects(one.owner)).toHaveLength(1);
  const { rows } = await sql<{ new: object }>`
    select new from audit where object_id = ${one.owner.id} and type = 'account.update'`.execute(stage.db);
  expect(rows).toEqual([{ new: { fields: ["alarmMails"] } }]);
});

test("refuses a link that this server did not sign, and accepts the two types of body that mail programs send", async () => {
  const [one, other] = [await createCaller(), await createCaller()];
  const { app } = stage.app;
  const url = await mailLink(one);
  const forged = url.replace(one.owner.id, other.owner.id);
  for (const wrong of [forged, "/unsubscribe", "/unsubscribe?token=x", `${url}x`]) {
    expect((await app.inject({ method: "GET", url: wrong })).statusCode).toBe(404);
    expect((await app.inject({ method: "POST", url: wrong })).statusCode).toBe(404);
  }
  expect([(await one.get()).isOn, (await other.get()).isOn]).toEqual([true, true]);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const payload =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(200);
  expect((await one.get()).isOn).toBe(false);
});

test("deletes the settings of an account that is cancelled", async () => {
  const { owner, update } = await createCaller();
  await update({ digest: "daily" });
  const actor = { scope: systemScope(), address: "", language: "en" } as const;
  const at = new Date(stage.clock.now());
  await stage.db.transaction().execute((trx) => eraseAccount(trx, actor, { accountId: owner.id, at }));
  const { rows } = await sql`select from alarm_mail_settings where account_id = ${owner.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);
});
