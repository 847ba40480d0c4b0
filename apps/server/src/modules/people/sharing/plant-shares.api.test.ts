import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function createPerson() {
  const account = await createAccount(db);
  const { authorization } = await createSession(db, { accountId: account.id });
  const post = async (name: string, body: object) =>
    (await server.call("POST", `/workData/powerStation/${name}`, { authorization, body })).envelope;
  return {
    ...account,
    post,
    sharePlants: async (stationIds: readonly string[], target: string, more: object = {}) =>
      await post("sharePlants", { stationIds, target, level: "participant", ...more }),
    offers: async (): Promise<{ stationName: string }[]> =>
      (await server.call("GET", "/workData/powerStation/invitations", { authorization })).envelope.data.rows,
  };
}

const createPlants = async (ownerId: string, count: number) =>
  await Promise.all(Array.from({ length: count }, () => createPlant(db, { ownerId })));

async function listMails(recipient: string): Promise<{ subject: string; body: string }[]> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${recipient}`.execute(db);
  return rows;
}

const byId = (rows: readonly { stationId: string; result: string }[]) =>
  Object.fromEntries(rows.map(({ stationId, result }) => [stationId, result]));

test("invites a user to several plants by one call, which counts as one invitation and sends one mail", async () => {
  const [owner, guest] = [await createPerson(), await createPerson()];
  const plants = await createPlants(owner.id, 40);
  const { code, data } = await owner.sharePlants(
    plants.map(({ id }) => id),
    guest.email,
    { mayOperate: true },
  );
  expect(code).toBe("0");
  expect(byId(data.rows)).toEqual(Object.fromEntries(plants.map(({ id }) => [id, "done"])));
  const offers = await guest.offers();
  expect(offers.map(({ stationName }) => stationName).toSorted()).toEqual(
    plants.map(({ name }) => name).toSorted(),
  );
  expect(offers[0]).toMatchObject({ kind: "share", fromName: owner.userName, mayOperate: true });
  const [mail, ...others] = await listMails(guest.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain(`${owner.userName} has shared 40 plants with you`);
  const [first] = plants.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(mail?.body).toContain(`among them ${first?.name}.`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit where type = 'station.share' and actor_id = ${owner.id}`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 40 }]);

  const stationId = plants[0]?.id;
  const share = async () =>
    (await owner.post("share", { stationId, target: `${randomUUID()}@example.org`, level: "participant" }))
      .code;
  for (let sent = 1; sent < 30; sent += 1) expect(await share()).toBe("0");
  expect(await share()).toBe("A0501");
  expect((await owner.sharePlants([String(stationId)], `${randomUUID()}@example.org`)).code).toBe("A0501");
});

test("has a result for each plant: not allowed, already invited, without administrators, beyond its own end, too many", async () => {
  const [owner, stranger, guest] = [await createPerson(), await createPerson(), await createPerson()];
  const [own, invited, full] = await createPlants(owner.id, 3);
  const [joined, managed, hidden] = await createPlants(stranger.id, 3);
  const idOf = (plant: { id: string } | undefined): string => String(plant?.id);
  const grant = { accountId: owner.id, invitedBy: stranger.id } as const;
  await createGrant(db, { plantId: idOf(joined), level: "participant", ...grant });
  const { id: grantId } = await createGrant(db, { plantId: idOf(managed), level: "administrator", ...grant });
  await sql`update plant_grants set ends_at = '2198-01-01' where id = ${grantId}`.execute(db);
  await owner.sharePlants([idOf(invited)], guest.email);
  await sql`
    insert into plant_grants (plant_id, target, level, state, invited_by)
    select ${idOf(full)}, n || '@example.org', 'participant', 'invited', ${stranger.id} from generate_series(1, 100) n`.execute(
    db,
  );
  const all = [own, invited, full, joined, managed, hidden].map(idOf);
  const { data } = await owner.sharePlants([...all, randomUUID()], guest.email, {
    endsAt: "2199-01-01T00:00:00Z",
  });
  expect(byId(data.rows)).toEqual({
    [idOf(own)]: "done",
    [idOf(invited)]: "alreadyInvited",
    [idOf(full)]: "tooMany",
    [idOf(joined)]: "notAllowed",
    [idOf(managed)]: "afterOwnEnd",
  });
  const asAdministrator = await owner.sharePlants([idOf(managed)], guest.email, { level: "administrator" });
  expect(byId(asAdministrator.data.rows)).toEqual({ [idOf(managed)]: "noAdministrators" });
  // One mail of each call that invited: of one plant it names this plant, and of none there is no mail.
  expect((await listMails(guest.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("has shared a plant with you"),
    expect.stringContaining("has shared a plant with you"),
  ]);
});

test("refuses a recipient or an end that is wrong for every plant, and more plants than a call may have", async () => {
  const owner = await createPerson();
  const stationIds = (await createPlants(owner.id, 2)).map(({ id }) => id);
  for (const [target, more, path] of [
    ["ann", {}, "target"],
    [owner.email, {}, "target"],
    ["guest@example.org", { endsAt: "2020-01-01T00:00:00Z" }, "endsAt"],
  ] as const) {
    const { code, data } = await owner.sharePlants(stationIds, target, more);
    expect([code, data.fields[0].path]).toEqual(["A0400", path]);
  }
  const many = Array.from({ length: 201 }, () => randomUUID());
  expect((await owner.sharePlants(many, "guest@example.org")).code).toBe("A0400");
});
