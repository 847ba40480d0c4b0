import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { drawPicture } from "../../../../test/pictures.ts";

let engines: TestEngines;
let server: TestApp;
let other: TestApp;
let root: { authorization: string; accountId: string };

beforeAll(async () => {
  // An own database, since every account sees all contacts in one order.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  other = await createTestApp({ ...engines, bus: server.bus });
});
afterAll(async () => {
  await server.close();
  await other.close();
  await engines.close();
});
beforeEach(async () => {
  root = await createOperator();
  const { rows } = await list();
  for (const { providerId } of rows) await send("delete", { providerId });
});

async function createOperator() {
  const { companyId } = await ensurePlatform(engines.db);
  const account = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  return { accountId: account.id, ...(await createSession(engines.db, { accountId: account.id })) };
}

const send = (verb: string, body: object, authorization = root.authorization) =>
  server.call("POST", `/system/provider/${verb}`, { authorization, body });
const list = async () =>
  (await server.call("GET", "/system/provider/list", { authorization: root.authorization })).envelope.data;
const shown = async (app: TestApp = server) =>
  (await app.call("GET", "/public/providers")).envelope.data.rows as Record<string, unknown>[];
const upload = (file: Buffer, type = "image/png", authorization = root.authorization) =>
  server.call("POST", "/system/provider/picture", {
    authorization,
    body: file,
    headers: { "content-type": type },
  });

async function add(fields: object = {}): Promise<string> {
  const body = { countryOrRegion: "DE", serviceEmail: "service@example.org", ...fields };
  const { envelope } = await send("add", body);
  expect(envelope.code).toBe("0");
  return envelope.data.providerId;
}
async function uploadPicture(): Promise<string> {
  const { envelope } = await upload(await drawPicture());
  expect(envelope).toMatchObject({ code: "0", data: { width: 64, height: 64 } });
  return envelope.data.pictureId;
}
const see = (pictureId: string) => server.call("GET", "/public/picture", { query: { pictureId } });
/** Pictures whose content is stored. */
async function storedPictures(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select picture_id as id from picture_contents`.execute(
    engines.db,
  );
  return rows.map(({ id }) => id);
}

test("stores a contact with region, email, text and order, visible to everyone immediately [R3.16, R1.11]", async () => {
  await shown(other);
  const providerId = await add({ countryOrRegion: "BR", text: "Mon-Fri\n09:00-18:00" });
  expect((await list()).rows).toEqual([
    {
      providerId,
      countryOrRegion: "BR",
      serviceEmail: "service@example.org",
      qrPictureId: null,
      text: "Mon-Fri\n09:00-18:00",
      sortOrder: 1,
      revision: 1,
    },
  ]);
  for (const app of [server, other])
    expect(await shown(app)).toEqual([
      {
        providerId,
        countryOrRegion: "BR",
        serviceEmail: "service@example.org",
        qrPictureId: null,
        text: "Mon-Fri\n09:00-18:00",
      },
    ]);
});

test("shows contacts in the configured order [R3.16]", async () => {
  const [one, two, three] = [await add(), await add({ countryOrRegion: "035" }), await add()];
  const order = async () => (await shown()).map((row) => row.providerId);
  expect(await order()).toEqual([one, two, three]);
  expect((await send("sort", { providerIds: [three, one, two] })).envelope.code).toBe("0");
  expect(await order()).toEqual([three, one, two]);
  await send("delete", { providerId: one });
  expect((await list()).rows.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([1, 2]);
  for (const providerIds of [[three], [three, two, one], [three, three], [three, randomUUID()]])
    expect((await send("sort", { providerIds })).envelope.code).toBe("A0440");
  expect(await order()).toEqual([three, two]);
});

test("gives concurrently added contacts different places", async () => {
  await Promise.all(Array.from({ length: 5 }, () => add()));
  expect((await list()).rows.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([
    1, 2, 3, 4, 5,
  ]);
});

test("refuses an unknown region, a wrong email and a text too long, each with its message [R5.3, R5.24]", async () => {
  const fieldsOf = async (fields: object) =>
    (await send("add", { countryOrRegion: "DE", serviceEmail: "a@example.org", ...fields })).envelope.data
      .fields;
  expect(await fieldsOf({ countryOrRegion: "XX" })).toEqual([
    { path: "countryOrRegion", message: "Select one of the available values." },
  ]);
  expect(await fieldsOf({ serviceEmail: "service@" })).toEqual([
    { path: "serviceEmail", message: "Enter a valid email address." },
  ]);
  expect(await fieldsOf({ text: "x".repeat(1_001) })).toEqual([
    { path: "text", message: "Enter at most 1000 characters." },
  ]);
});

test("refuses a change based on an older version, and returns A0404 for a deleted contact", async () => {
  const providerId = await add();
  const change = { providerId, revision: 1, countryOrRegion: "FR", serviceEmail: "fr@example.org" };
  expect((await send("update", change)).envelope.msg).toBe("The contact has been saved.");
  expect((await send("update", { ...change, serviceEmail: "late@example.org" })).envelope.code).toBe("A0440");
  expect((await shown())[0]).toMatchObject({ countryOrRegion: "FR", serviceEmail: "fr@example.org" });
  await send("delete", { providerId });
  expect((await send("update", change)).envelope.code).toBe("A0404");
  expect((await send("delete", { providerId })).envelope.code).toBe("A0404");
});

test("writes an audit row with the old and new value for every change [R3.14]", async () => {
  const providerId = await add({ serviceEmail: "old@example.org" });
  await send("update", { providerId, revision: 1, countryOrRegion: "DE", serviceEmail: "new@example.org" });
  await send("sort", { providerIds: [providerId] });
  await send("delete", { providerId });
  const { rows } = await sql<{ type: string; original: object; new: object }>`
    select type, original, new from audit where actor_id = ${root.accountId} and type like 'provider.%' order by at`.execute(
    engines.db,
  );
  const ofThis = rows.slice(-4);
  expect(ofThis.map(({ type }) => type)).toEqual([
    "provider.add",
    "provider.update",
    "provider.sort",
    "provider.delete",
  ]);
  expect(ofThis[0]).toMatchObject({ original: null, new: { serviceEmail: "old@example.org" } });
  expect(ofThis[1]).toMatchObject({
    original: { serviceEmail: "old@example.org" },
    new: { serviceEmail: "new@example.org" },
  });
  expect(ofThis[3]).toMatchObject({ original: { serviceEmail: "new@example.org" }, new: null });
});

test("serves a QR code to everyone once its contact is saved, with headers that prevent execution", async () => {
  const qrPictureId = await uploadPicture();
  expect((await see(qrPictureId)).envelope.code).toBe("A0404");
  await add({ qrPictureId });
  const response = await see(qrPictureId);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-disposition": 'attachment; filename="picture.webp"',
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect(response.rawPayload.subarray(8, 12).toString()).toBe("WEBP");
  for (const pictureId of [randomUUID(), "../../../etc/passwd", ""])
    expect((await see(pictureId)).statusCode).toBeGreaterThanOrEqual(400);
});

test("serves a picture from every process", async () => {
  const pictureId = await uploadPicture();
  await add({ qrPictureId: pictureId });
  const { statusCode, rawPayload } = await other.call("GET", "/public/picture", { query: { pictureId } });
  expect(statusCode).toBe(200);
  expect(rawPayload).toEqual((await see(pictureId)).rawPayload);
});

test("takes over the pictures that former versions kept as files, once", async () => {
  const pictureId = await uploadPicture();
  await add({ qrPictureId: pictureId });
  const content = (await see(pictureId)).rawPayload;
  await sql`delete from picture_contents where picture_id = ${pictureId}`.execute(engines.db);
  expect((await see(pictureId)).statusCode).toBe(404);
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  await mkdir(join(folder, pictureId.slice(0, 2)));
  await writeFile(join(folder, pictureId.slice(0, 2), pictureId), content);
  await server.services.pictures.takeOverFormerFiles(folder);
  expect((await see(pictureId)).rawPayload).toEqual(content);
  expect(existsSync(folder)).toBe(false);
  await server.services.pictures.takeOverFormerFiles(folder);
  expect((await see(pictureId)).rawPayload).toEqual(content);
});

test("deletes the content of a picture that is replaced or removed, or whose contact is deleted", async () => {
  const [first, second, third] = [await uploadPicture(), await uploadPicture(), await uploadPicture()];
  const providerId = await add({ qrPictureId: first });
  const contact = { providerId, countryOrRegion: "DE", serviceEmail: "service@example.org" };
  await send("update", { ...contact, revision: 1, qrPictureId: second });
  expect([(await see(first)).statusCode, (await see(second)).statusCode]).toEqual([404, 200]);
  await send("update", { ...contact, revision: 2, text: "Same picture", qrPictureId: second });
  expect((await see(second)).statusCode).toBe(200);
  await send("update", { ...contact, revision: 3, qrPictureId: null });
  expect((await see(second)).statusCode).toBe(404);
  await send("update", { ...contact, revision: 4, qrPictureId: third });
  await send("delete", { providerId });
  const files = await storedPictures();
  for (const pictureId of [first, second, third]) expect(files).not.toContain(pictureId);
});

async function ageAll(): Promise<void> {
  const longAgo = new Date(server.clock.now() - 25 * 3_600_000);
  await sql`update pictures set uploaded_at = ${longAgo}`.execute(engines.db);
}
async function countWaitingFor(backend: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where ${backend} = any(pg_blocking_pids(pid))`.execute(
    engines.db,
  );
  return rows[0]?.count ?? 0;
}

test("keeps the file of a picture that is claimed while it is being removed", async () => {
  const { pictures } = server.services;
  const removals = [(pictureId: string) => pictures.removeReleased(pictureId), () => pictures.sweep()];
  for (const remove of removals) {
    const pictureId = await uploadPicture();
    await ageAll();
    const removal = await engines.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ backend: number }>`
        update pictures set claimed_at = now() where id = ${pictureId} returning pg_backend_pid() as backend`.execute(
        trx,
      );
      const { backend } = rows[0] as { backend: number };
      const done = remove(pictureId);
      await expect.poll(() => countWaitingFor(backend)).toBe(1);
      return { done };
    });
    await removal.done;
    expect((await see(pictureId)).statusCode).toBe(200);
  }
});

test("keeps the old picture after a refused change, and the new one can still be used", async () => {
  const [old, next] = [await uploadPicture(), await uploadPicture()];
  const providerId = await add({ qrPictureId: old });
  const contact = {
    providerId,
    countryOrRegion: "DE",
    serviceEmail: "service@example.org",
    qrPictureId: next,
  };
  expect((await send("update", { ...contact, revision: 9 })).envelope.code).toBe("A0440");
  expect((await see(old)).statusCode).toBe(200);
  expect((await send("update", { ...contact, revision: 1 })).envelope.code).toBe("0");
});

test("refuses pictures uploaded by other accounts or already in use", async () => {
  const taken = await uploadPicture();
  await add({ qrPictureId: taken });
  const theirs = await uploadPicture();
  const colleague = await createOperator();
  for (const qrPictureId of [taken, theirs, randomUUID()]) {
    const { envelope } = await send(
      "add",
      { countryOrRegion: "DE", serviceEmail: "service@example.org", qrPictureId },
      colleague.authorization,
    );
    expect([envelope.code, envelope.msg]).toEqual([
      "A0440",
      "This picture no longer exists. Upload it again.",
    ]);
  }
});

test("removes unused uploads after a day, file and row", async () => {
  const unused = await uploadPicture();
  const used = await uploadPicture();
  await add({ qrPictureId: used });
  await sql`update pictures set uploaded_at = ${new Date(server.clock.now() - 23 * 3_600_000)} where id = ${unused}`.execute(
    engines.db,
  );
  await server.services.pictures.sweep();
  expect(await storedPictures()).toContain(unused);
  await ageAll();
  await server.services.pictures.sweep();
  const files = await storedPictures();
  expect([files.includes(unused), files.includes(used)]).toEqual([false, true]);
  const { rows } = await sql`select from pictures where id = ${unused}`.execute(engines.db);
  expect(rows).toEqual([]);
});

test("limits the unused pictures of an account", async () => {
  const picture = await drawPicture();
  for (let count = 0; count < 20; count += 1) expect((await upload(picture)).statusCode).toBe(200);
  const refused = await upload(picture);
  expect([refused.envelope.code, refused.statusCode]).toEqual(["A0700", 400]);
  expect(refused.envelope.msg).toMatch(/^Too many uploaded pictures/);
});

test("applies the limit to concurrent uploads too, and does not count refused files", async () => {
  const picture = await drawPicture();
  expect((await upload(picture.subarray(0, 60))).envelope.code).toBe("A0700");
  const responses = await Promise.all(Array.from({ length: 40 }, () => upload(picture)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
});

test("refuses files of a wrong type, size or content with a message that states the reason", async () => {
  const before = (await storedPictures()).length;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const sentence = async (file: Buffer, type?: string) => {
    const { envelope } = await upload(file, type);
    return `${envelope.code} ${envelope.msg}`;
  };
  const wrongType = "A0700 Only PNG, JPEG and WebP pictures are accepted.";
  expect(await sentence(svg, "image/svg+xml")).toBe(wrongType);
  expect(await sentence(svg, "image/png")).toBe(wrongType);
  expect(await sentence(Buffer.from("{}"), "application/json")).toBe(wrongType);
  expect(await sentence(Buffer.alloc(0))).toBe("A0700 The file is empty.");
  expect(await sentence(Buffer.alloc(5 * 1024 * 1024 + 1))).toBe("A0700 The file is larger than 5 MB.");
  expect(await sentence((await drawPicture()).subarray(0, 60))).toBe(
    "A0700 The picture cannot be read. It may be damaged.",
  );
  const inThai = await server.call("POST", "/system/provider/picture", {
    authorization: root.authorization,
    body: svg,
    headers: { "content-type": "image/png", "accept-language": "th" },
  });
  expect(inThai.envelope.msg).toBe("รับเฉพาะรูปภาพ PNG, JPEG และ WebP");
  expect((await storedPictures()).length).toBe(before);
});

test("authenticates before it reads the body, and accepts files at no other endpoint", async () => {
  const large = Buffer.alloc(6 * 1024 * 1024);
  expect((await upload(large, "image/png", "Bearer nobody")).envelope.code).toBe("A0230");
  const owner = await createAccount(engines.db, { roleCode: "owner" });
  const { authorization } = await createSession(engines.db, { accountId: owner.id });
  expect((await upload(await drawPicture(), "image/png", authorization)).envelope.code).toBe("A0300");
  const elsewhere = await server.call("POST", "/system/provider/add", {
    authorization: root.authorization,
    body: await drawPicture(),
    headers: { "content-type": "image/png" },
  });
  expect(elsewhere.envelope.code).toBe("A0402");
});
