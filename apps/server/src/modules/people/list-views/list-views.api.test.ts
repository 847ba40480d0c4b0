import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function createUser() {
  const account = await createAccount(engines.db);
  const open = async () =>
    await createSession(engines.db, { accountId: account.id, steppedUpAt: new Date(server.clock.now()) });
  const { authorization } = await open();
  const post = async (path: string, body: object) =>
    (await server.call("POST", path, { authorization, body })).envelope;
  return {
    ...account,
    post,
    get: async (path: string) => {
      const session = await open();
      return (await server.call("GET", path, { authorization: session.authorization })).envelope;
    },
    save: async (change: object = {}) =>
      await post("/user/plantView/save", {
        name: "North",
        kind: "table",
        query: {},
        columns: {},
        isDefault: false,
        ...change,
      }),
    remove: async (viewId: string) => await post("/user/plantView/delete", { viewId }),
    leave: async () => await post("/user/logoff", {}),
    /** On another device. */
    async list() {
      const session = await open();
      return (await server.call("GET", "/user/plantView/list", { authorization: session.authorization }))
        .envelope.data;
    },
  };
}

test("keeps an account's views for its other devices, and shows them to no other account", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const query = { search: "roof", tag: "Lease", minCapacityKwp: 5, sort: "powerW", order: "desc" };
  const view = { kind: "cards", query, columns: { tags: true, number: false } };
  const { viewId } = (await user.save({ ...view, name: "Roof 10" })).data;
  await user.save({ name: "Roof 9" });
  expect(await user.list()).toMatchObject({
    total: 2,
    rows: [{ name: "Roof 9" }, { name: "Roof 10", viewId, ...view }],
  });
  expect(await other.list()).toEqual({ rows: [], total: 0 });
  expect((await user.save({ viewId, name: "Barn", query: {} })).data).toEqual({ viewId });
  expect((await user.list()).rows).toMatchObject([
    { name: "Barn", kind: "table", query: {}, columns: {} },
    { name: "Roof 9" },
  ]);
  expect((await user.remove(viewId)).code).toBe("0");
  expect((await user.list()).rows).toMatchObject([{ name: "Roof 9" }]);
});

test("one view at most is the default, also when several are saved at the same time", async () => {
  const user = await createUser();
  const defaults = async () =>
    (await user.list()).rows
      .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
      .map(({ name }: { name: string }) => name);
  const { viewId } = (await user.save({ name: "A", isDefault: true })).data;
  await user.save({ name: "B", isDefault: true });
  expect(await defaults()).toEqual(["B"]);
  await user.save({ viewId, name: "A", isDefault: true });
  expect(await defaults()).toEqual(["A"]);
  await Promise.all(["C", "D", "E", "F"].map((name) => user.save({ name, isDefault: true })));
  expect(await defaults()).toHaveLength(1);
});

test("refuses a name that is taken, a view of another account or none, one too many, and an unknown query", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const { viewId } = (await user.save()).data;
  const foreign = (await other.save()).data.viewId;
  expect((await user.save()).code).toBe("A0111");
  expect((await user.save({ viewId })).code).toBe("0");
  for (const id of [foreign, randomUUID()]) {
    expect((await user.save({ viewId: id, name: "Other" })).code).toBe("A0404");
    expect((await user.remove(id)).code).toBe("A0404");
  }
  expect((await other.list()).rows).toMatchObject([{ name: "North" }]);
  for (const change of [
    { name: " " },
    { kind: "map" },
    { query: { sort: "price" } },
    { query: { stationIds: [] } },
    { columns: { "a b": true } },
  ])
    expect((await user.save({ name: "Wrong", ...change })).code).toBe("A0400");
  for (let count = 1; count < 50; count++) await user.save({ name: `View ${count}` });
  expect((await user.save({ name: "View 50" })).code).toBe("A0440");
  expect((await user.save({ viewId, name: "Renamed" })).code).toBe("0");
});

test("reads a query that is no longer allowed as empty, and deletes the views with their account", async () => {
  const user = await createUser();
  await user.save({ query: { tag: "Lease" } });
  await sql`update list_views set query = '{"sort":"gone"}' where account_id = ${user.id}`.execute(
    engines.db,
  );
  expect((await user.list()).rows).toMatchObject([{ name: "North", query: {} }]);
  await user.leave();
  const { rows } = await sql`select from list_views where account_id = ${user.id}`.execute(engines.db);
  expect(rows).toEqual([]);
});

test("keeps the views of the data list apart from those of the plant list", async () => {
  const user = await createUser();
  await user.save({ name: "Weak", isDefault: true });
  const view = { name: "Weak", kind: "table", columns: { signalDbm: true }, isDefault: true };
  const query = { status: "asleep", signal: "weak", lastSeen: "overDay", sort: "signalDbm", order: "asc" };
  const { viewId } = (await user.post("/user/deviceView/save", { ...view, query })).data;
  expect((await user.get("/user/deviceView/list")).data).toEqual({
    rows: [{ ...view, viewId, query }],
    total: 1,
  });
  expect(await user.list()).toMatchObject({ total: 1, rows: [{ name: "Weak", query: {}, isDefault: true }] });
  // Neither list takes the query of the other, nor its view.
  expect((await user.post("/user/deviceView/save", { ...view, name: "B", query: { tag: "x" } })).code).toBe(
    "A0400",
  );
  expect((await user.remove(viewId)).code).toBe("A0404");
  expect((await user.post("/user/deviceView/delete", { viewId })).code).toBe("0");
  expect((await user.list()).total).toBe(1);
});
