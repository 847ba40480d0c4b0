import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createPlant, createSession } from "../../../../test/fixtures.ts";
import { drawPicture } from "../../../../test/pictures.ts";
import { plantBody } from "../../../../test/plant-body.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: Date.parse("2026-06-21T13:00:00Z") });
});
afterAll(async () => {
  server.services.plantLive.stop();
  await server.close();
  await engines.close();
});

async function createOwner() {
  const owner = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId: owner.id, visibility: "public" });
  const { authorization } = await createSession(engines.db, { accountId: owner.id });
  return { authorization, stationId: plant.id };
}
type Owner = Awaited<ReturnType<typeof createOwner>>;

async function upload({ authorization }: Owner, file?: Buffer, type = "image/png") {
  const { envelope } = await server.call("POST", "/workData/powerStation/picture", {
    authorization,
    headers: { "content-type": type },
    body: file ?? (await drawPicture()),
  });
  return envelope;
}

async function read({ authorization, stationId }: Owner) {
  const { envelope } = await server.call("GET", "/workData/powerStation/detail", {
    authorization,
    query: { stationId },
  });
  return envelope.data as { revision: string; pictureId: string | null };
}

async function save(owner: Owner, pictureId: string | null) {
  const { revision } = await read(owner);
  const { envelope } = await server.call("POST", "/workData/powerStation/update", {
    authorization: owner.authorization,
    body: { stationId: owner.stationId, revision, pictureId },
  });
  return envelope;
}

const show = ({ authorization, stationId }: Owner, plantPictureId: string, size?: "small") =>
  server.call("GET", "/workData/powerStation/picture", {
    authorization,
    query: { stationId, plantPictureId, ...(size && { size }) },
  });

async function countPictures(...ids: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pictures where id = any(${ids})`.execute(engines.db);
  return (rows[0] as { count: number }).count;
}

test("gives a plant one picture, which a new one replaces and which can be removed [R5.7]", async () => {
  const owner = await createOwner();
  const first = (await upload(owner)).data.pictureId;
  expect((await show(owner, first)).statusCode).toBe(404);
  expect((await save(owner, first)).code).toBe("0");
  expect((await read(owner)).pictureId).toBe(first);
  const shown = await show(owner, first);
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);

  const second = (await upload(owner)).data.pictureId;
  expect((await save(owner, second)).code).toBe("0");
  expect((await read(owner)).pictureId).toBe(second);
  expect((await show(owner, first)).statusCode).toBe(404);
  expect(await countPictures(first, second)).toBe(1);

  expect((await save(owner, null)).code).toBe("0");
  expect((await read(owner)).pictureId).toBeNull();
  expect(await countPictures(first, second)).toBe(0);
});

test("keeps an uploaded picture for as long as a draft of its account names it, and no longer", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const [drafted, unused, foreign] = [await upload(owner), await upload(owner), await upload(other)].map(
    ({ data }) => data.pictureId as string,
  ) as [string, string, string];
  const draft = (body: unknown) =>
    server.call("POST", "/user/draft", {
      authorization: owner.authorization,
      body: { form: "/workData/powerStation/add", body },
    });
  await draft({ typed: { name: "Barn", pictureId: drafted, foreign } });
  const sweepLater = async () => {
    await sql`
      update pictures set uploaded_at = ${new Date(server.clock.now() - 25 * 3_600_000)}
      where id = any(${[drafted, unused, foreign]})`.execute(engines.db);
    await server.services.pictures.sweep();
  };
  await sweepLater();
  expect([await countPictures(drafted), await countPictures(unused), await countPictures(foreign)]).toEqual([
    1, 0, 0,
  ]);
  expect((await save(owner, drafted)).code).toBe("0");
  expect((await save(owner, null)).code).toBe("0");
  const again = (await upload(owner)).data.pictureId;
  await draft({ typed: { pictureId: again } });
  await draft(null);
  await sql`update pictures set uploaded_at = ${new Date(0)} where id = ${again}`.execute(engines.db);
  await server.services.pictures.sweep();
  expect(await countPictures(again)).toBe(0);
});

/** Sizes of a picture that are stored. */
async function listSizes(pictureId: string): Promise<string[]> {
  const { rows } = await sql<{ size: string }>`
    select size from picture_contents where picture_id = ${pictureId} order by size`.execute(engines.db);
  return rows.map(({ size }) => size);
}

test("makes a small square of the picture for lists, which is removed with it", async () => {
  const owner = await createOwner();
  const { pictureId } = (await upload(owner)).data;
  expect((await show(owner, pictureId, "small")).statusCode).toBe(404);
  await save(owner, pictureId);
  expect(await listSizes(pictureId)).toEqual(["full"]);
  for (const _ of ["made", "stored"]) {
    const { statusCode, rawPayload } = await show(owner, pictureId, "small");
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "webp", width: 96, height: 96 });
    expect(await listSizes(pictureId)).toEqual(["full", "small"]);
  }
  await save(owner, null);
  expect((await show(owner, pictureId, "small")).statusCode).toBe(404);
  expect(await listSizes(pictureId)).toEqual([]);
});

test("adds a plant with a picture", async () => {
  const owner = await createOwner();
  const { pictureId } = (await upload(owner)).data;
  const body = { ...plantBody, pictureId };
  const { envelope } = await server.call("POST", "/workData/powerStation/add", {
    authorization: owner.authorization,
    body,
  });
  expect(envelope.code).toBe("0");
  expect(await read({ ...owner, stationId: envelope.data.stationId })).toMatchObject({ pictureId });
});

test("refuses a picture of another account or plant, and keeps the plant as it was", async () => {
  const [owner, stranger] = [await createOwner(), await createOwner()];
  const theirs = (await upload(stranger)).data.pictureId;
  const refused = await save(owner, theirs);
  expect([refused.code, refused.data.fields[0].path]).toEqual(["A0400", "pictureId"]);
  expect((await save(stranger, theirs)).code).toBe("0");
  expect((await save(owner, theirs)).code).toBe("A0400");
  expect((await read(owner)).pictureId).toBeNull();
  // A public plant is visible to everyone with an account, its picture only with access to it.
  expect((await show({ ...owner, stationId: stranger.stationId }, theirs)).statusCode).not.toBe(200);
});

test("refuses what is no picture with a sentence, whatever its name and type", async () => {
  const owner = await createOwner();
  const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(400)]);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(400)]);
  for (const file of [program, heic])
    expect(await upload(owner, file, "image/png")).toMatchObject({
      code: "A0700",
      msg: "Only PNG, JPEG and WebP pictures are accepted.",
    });
  expect((await upload(owner, heic, "image/heic")).code).not.toBe("0");
  expect(await upload(owner, Buffer.alloc(60 * 1024 * 1024), "image/png")).toMatchObject({
    code: "A0700",
    msg: expect.stringMatching(/^The file is larger than/),
  });
});
