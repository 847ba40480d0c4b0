import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function createUser() {
  const account = await createAccount(db);
  const { authorization } = await createSession(db, { accountId: account.id });
  return {
    ...account,
    change: async (body: object) =>
      (await server.call("POST", "/workData/powerStation/tags", { authorization, body })).envelope,
    tags: async (stationId: string) =>
      (await server.call("GET", "/workData/powerStation/detail", { authorization, query: { stationId } }))
        .envelope.data.tags,
  };
}

test("adds and removes tags of several plants, says what became of each, and logs it", async () => {
  const user = await createUser();
  const [a, b] = [await createPlant(db, { ownerId: user.id }), await createPlant(db, { ownerId: user.id })];
  const stationIds = [a.id, b.id];
  expect((await user.change({ stationIds, add: [" North ", "Lease"] })).data.rows).toEqual(
    stationIds.map((stationId) => ({ stationId, result: "done" })),
  );
  expect(await user.tags(a.id)).toEqual(["Lease", "North"]);
  await user.change({ stationIds: [a.id], remove: ["Lease", "absent"] });
  expect((await user.change({ stationIds, remove: ["Lease"] })).data.rows).toEqual([
    { stationId: a.id, result: "unchanged" },
    { stationId: b.id, result: "done" },
  ]);
  expect([await user.tags(a.id), await user.tags(b.id)]).toEqual([["North"], ["North"]]);
  const { rows } = await sql<{ original: object; new: object }>`
    select original, new from audit where type = 'station.tags' and plant_id = ${b.id} order by at desc limit 1`.execute(
    db,
  );
  expect(rows[0]).toEqual({ original: { tags: ["Lease", "North"] }, new: { tags: ["North"] } });
});

test("refuses plants that the caller may not edit, and has no row for those it does not see", async () => {
  const [user, stranger] = [await createUser(), await createUser()];
  const own = await createPlant(db, { ownerId: user.id });
  const shared = await createPlant(db, { ownerId: stranger.id });
  const hidden = await createPlant(db, { ownerId: stranger.id });
  const open = await createPlant(db, { ownerId: stranger.id, visibility: "public" });
  await createGrant(db, {
    plantId: shared.id,
    accountId: user.id,
    level: "participant",
    invitedBy: stranger.id,
  });
  const stationIds = [own.id, shared.id, hidden.id, open.id, randomUUID()];
  expect((await user.change({ stationIds, add: ["Mine"] })).data.rows).toEqual([
    { stationId: own.id, result: "done" },
    { stationId: shared.id, result: "notAllowed" },
  ]);
  const { rows } = await sql`
    select from plant_tags where plant_id = any(${[shared.id, hidden.id, open.id]}::uuid[])`.execute(db);
  expect(rows).toEqual([]);
});

test("refuses empty and long tags, plants named twice, and more tags than a plant may have", async () => {
  const user = await createUser();
  const { id } = await createPlant(db, { ownerId: user.id });
  for (const body of [
    { stationIds: [], add: ["x"] },
    { stationIds: [id, id], add: ["x"] },
    { stationIds: [id], add: [" "] },
    { stationIds: [id], add: ["x".repeat(41)] },
    { stationIds: [id], add: Array.from({ length: 21 }, (_, index) => `T${index}`) },
  ])
    expect((await user.change(body)).code).toBe("A0400");
  const many = Array.from({ length: 20 }, (_, index) => `T${index}`);
  expect((await user.change({ stationIds: [id], add: many })).data.rows).toEqual([
    { stationId: id, result: "done" },
  ]);
  expect((await user.change({ stationIds: [id], add: ["One more"] })).data.rows).toEqual([
    { stationId: id, result: "tooMany" },
  ]);
  expect((await user.change({ stationIds: [id], add: ["One more"], remove: ["T0"] })).data.rows).toEqual([
    { stationId: id, result: "done" },
  ]);
});
