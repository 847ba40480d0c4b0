import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession } from "../../../../test/fixtures.ts";
import { drawPicture } from "../../../../test/pictures.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  // The sweep at the end removes every unused picture, so this file has a database of its own.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function createUser(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(engines.db, { roleCode: "installer-administrator", ...options });
  const steppedUpAt = new Date(server.clock.now());
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}
type User = Awaited<ReturnType<typeof createUser>>;

const upload = ({ authorization }: User, file: Buffer, type = "image/png") =>
  server.call("POST", "/user/settings/avatar", {
    authorization,
    body: file,
    headers: { "content-type": type },
  });
async function setAvatar(user: User, file?: Buffer): Promise<string> {
  const { envelope } = await upload(user, file ?? (await drawPicture({ width: 300, height: 200 })));
  expect(envelope.code).toBe("0");
  return envelope.data.avatarId;
}
const remove = ({ authorization }: User) =>
  server.call("POST", "/user/settings/removeAvatar", { authorization, body: {} });
const seeOwn = ({ authorization }: User, avatarId: string) =>
  server.call("GET", "/user/settings/avatar", { authorization, query: { avatarId } });
const see = ({ authorization }: User, account: { id: string }, avatarId: string) =>
  server.call("GET", "/account/avatar", { authorization, query: { accountId: account.id, avatarId } });
const infoOf = async ({ authorization }: User) =>
  (await server.call("GET", "/user/settings/getUserInfo", { authorization })).envelope.data;
const rowOf = async ({ authorization }: User, { id }: { id: string }) => {
  const { envelope } = await server.call("GET", "/account/list", { authorization });
  return envelope.data.rows.find(({ accountId }: { accountId: string }) => accountId === id);
};
/** Pictures whose content is stored. */
async function storedPictures(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select picture_id as id from picture_contents`.execute(
    engines.db,
  );
  return rows.map(({ id }) => id);
}

test("stores a picture as a square cut from its middle, without metadata, and shows whose it is [R3.6]", async () => {
  const user = await createUser();
  const bands = sharp({ create: { width: 600, height: 200, channels: 3, background: "#ff0000" } });
  const middle = await drawPicture({ width: 200, height: 200 });
  const photograph = await bands
    .composite([{ input: middle, left: 200, top: 0 }])
    .withExifMerge({ IFD0: { Make: "Secret camera" } })
    .jpeg()
    .toBuffer();
  expect(photograph.includes("Secret camera")).toBe(true);
  expect((await infoOf(user)).avatarId).toBeNull();
  const { envelope } = await upload(user, photograph, "image/jpeg");
  const { avatarId } = envelope.data;
  expect((await infoOf(user)).avatarId).toBe(avatarId);
  expect((await rowOf(user, user)).avatarId).toBe(avatarId);
  const detail = await server.call("GET", "/account/detail", {
    authorization: user.authorization,
    query: { accountId: user.id },
  });
  expect(detail.envelope.data.avatarId).toBe(avatarId);
  const { rawPayload, headers } = await seeOwn(user, avatarId);
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(rawPayload.includes("Secret camera")).toBe(false);
  const picture = sharp(rawPayload);
  expect(await picture.metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
  // Only the middle of the three bands is left: no red at either edge.
  const { channels } = await picture.stats();
  expect(channels[1]?.mean).toBeGreaterThan(150);
});

test("replaces and removes a picture, its content included [R3.6]", async () => {
  const user = await createUser();
  const first = await setAvatar(user);
  const second = await setAvatar(user);
  expect((await seeOwn(user, first)).envelope.code).toBe("A0404");
  expect((await seeOwn(user, second)).statusCode).toBe(200);
  expect(await storedPictures()).not.toContain(first);
  expect((await remove(user)).envelope.code).toBe("0");
  expect((await infoOf(user)).avatarId).toBeNull();
  expect((await seeOwn(user, second)).envelope.code).toBe("A0404");
  expect(await storedPictures()).not.toContain(second);
  expect((await remove(user)).envelope.code).toBe("0");
});

test("serves a picture to the account and to callers who may read it only [R3.6]", async () => {
  const user = await createUser();
  const avatarId = await setAvatar(user);
  const colleague = await createUser({ companyId: user.companyId });
  const family = await createUser({ companyId: user.companyId, roleCode: "installer-viewer" });
  const stranger = await createUser();
  expect((await see(colleague, user, avatarId)).headers["content-type"]).toBe("image/webp");
  expect((await see(family, user, avatarId)).envelope.code).toBe("A0300");
  expect((await see(stranger, user, avatarId)).envelope.code).toBe("A0404");
  // Naming oneself beside another account's picture gives nothing.
  for (const who of [stranger, colleague]) {
    expect((await see(who, who, avatarId)).envelope.code).toBe("A0404");
    expect((await seeOwn(who, avatarId)).envelope.code).toBe("A0404");
  }
  const open = await server.call("GET", "/public/picture", { query: { pictureId: avatarId } });
  expect(open.envelope.code).toBe("A0404");
});

test("refuses what is too large, too small or no picture with its sentence, and keeps the one before", async () => {
  const user = await createUser();
  const avatarId = await setAvatar(user);
  const small = await drawPicture({ width: 31, height: 31 });
  const long = await drawPicture({ width: 12_001, height: 1_300 });
  const refused: [Buffer, string, string][] = [
    [Buffer.from("<svg></svg>"), "image/svg+xml", "Only PNG, JPEG and WebP pictures are accepted."],
    [Buffer.from("<svg></svg>"), "image/png", "Only PNG, JPEG and WebP pictures are accepted."],
    [Buffer.alloc(5 * 1024 * 1024 + 1), "image/png", "The file is larger than 5 MB."],
    [small, "image/png", "The picture is smaller than 32 × 32 pixels."],
    [long, "image/png", "One side of the picture is longer than 12000 pixels."],
  ];
  for (const [file, type, msg] of refused)
    expect((await upload(user, file, type)).envelope).toMatchObject({ code: "A0700", msg });
  expect((await infoOf(user)).avatarId).toBe(avatarId);
  expect((await seeOwn(user, avatarId)).statusCode).toBe(200);
});

test("leaves one picture and one file after two concurrent uploads", async () => {
  const user = await createUser();
  const before = await storedPictures();
  const ids = await Promise.all([setAvatar(user), setAvatar(user), setAvatar(user)]);
  const { avatarId } = await infoOf(user);
  expect(ids).toContain(avatarId);
  const added = (await storedPictures()).filter((file) => !before.includes(file));
  expect(added).toEqual([avatarId]);
});

test("logs that the picture was changed, and a cancelled account gives it up", async () => {
  const user = await createUser();
  const avatarId = await setAvatar(user);
  const { rows } = await sql<{ new: unknown }>`
    select new from audit where actor_id = ${user.id} and type = 'account.update'`.execute(engines.db);
  expect(rows).toEqual([{ new: { fields: ["avatar"] } }]);
  const { authorization } = user;
  expect((await server.call("POST", "/user/logoff", { authorization, body: {} })).envelope.code).toBe("0");
  server.clock.advance(25 * 3_600_000);
  await sql`update pictures set uploaded_at = now() - interval '25 hours' where id = ${avatarId}`.execute(
    engines.db,
  );
  await server.services.pictures.sweep();
  expect(await storedPictures()).not.toContain(avatarId);
});

test("refuses a picture of an account that is cancelled during the upload and leaves it unclaimed", async () => {
  const user = await createUser();
  const file = await drawPicture({ width: 300, height: 200 });
  const { promise: isWaiting, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: noteLocked } = Promise.withResolvers<void>();
  const cancellation = engines.db.transaction().execute(async (trx) => {
    await sql`update accounts set cancelled_at = now() where id = ${user.id}`.execute(trx);
    noteLocked();
    await isWaiting;
  });
  await isLocked;
  const uploading = upload(user, file);
  try {
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%avatar_id as%'`.execute(engines.db)
          ).rows.length,
        { timeout: 50_000 },
      )
      .toBe(1);
  } finally {
    commit();
    await cancellation;
  }
  expect((await uploading).envelope.code).toBe("A0404");
  const { rows } = await sql`
    select claimed_at from pictures where uploaded_by = ${user.id}`.execute(engines.db);
  expect(rows).toEqual([{ claimed_at: null }]);
});
