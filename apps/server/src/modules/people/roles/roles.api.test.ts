import { randomUUID } from "node:crypto";
import type { PermissionNode } from "@heliograph/contract";
import { permissionIds, seededMatrix } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createCompany, createSession, ensurePlatform } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let root: User;

beforeAll(async () => {
  // The override changes built-in roles, so this file has a database of its own.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  const { companyId } = await ensurePlatform(engines.db);
  root = await createUser({ roleCode: "ROOT", companyId });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

type User = Awaited<ReturnType<typeof createUser>>;

async function createUser(options: Parameters<typeof createAccount>[1]) {
  const account = await createAccount(engines.db, options);
  const steppedUpAt = new Date(server.clock.now());
  const { authorization } = await createSession(engines.db, { accountId: account.id, steppedUpAt });
  return { ...account, authorization };
}

async function createTree() {
  const company = await createCompany(engines.db);
  const below = await createCompany(engines.db, { upstreamId: company.id });
  return {
    below,
    boss: await createUser({ companyId: company.id, roleCode: "distributor-administrator" }),
    head: await createUser({ companyId: below.id, roleCode: "distributor-administrator" }),
  };
}

const get = async ({ authorization }: User, path: string, query: object = {}) =>
  (await server.call("GET", path, { authorization, query })).envelope;
const send = async ({ authorization }: User, path: string, body: object) =>
  (await server.call("POST", path, { authorization, body })).envelope;

async function typeIdOf(code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from customer_types where code = ${code}`.execute(
    engines.db,
  );
  return (rows[0] as { id: string }).id;
}
const distributor = "service-channel-distributor";

async function addRole(user: User, fields: object = {}) {
  const customerTypeId = await typeIdOf(distributor);
  const ids = ["station:read", "device:read"];
  return await send(user, "/role/add", {
    customerTypeId,
    name: `Role ${randomUUID()}`,
    permissionIds: ids,
    ...fields,
  });
}
const readRole = async (user: User, roleId: string) => (await get(user, "/role/detail", { roleId })).data;
const permsOf = async (user: User): Promise<string[]> =>
  (await get(user, "/permission/getPermission")).data.perms;

test("stores a role with its type, company and permissions with their areas [R3.4, R6.1, R7.12]", async () => {
  const { boss } = await createTree();
  const added = await addRole(boss, {
    name: "Night shift",
    remarks: "Reads",
    permissionIds: ["alarm:read", "station:read"],
  });
  expect(added).toMatchObject({ code: "0", msg: "The role has been added." });
  const role = await readRole(boss, added.data.roleId);
  expect(role).toMatchObject({
    name: "Night shift",
    remarks: "Reads",
    isBuiltIn: false,
    isEditable: true,
    accountCount: 0,
    customerTypeName: "Service channel distributor",
    permissionIds: ["station", "station:read", "alarm", "alarm:read"],
  });
  expect((await addRole(boss, { name: "night SHIFT" })).code).toBe("A0111");
  const { rows } = (await get(boss, "/role/list", { search: "night" })).data;
  expect(rows.map(({ roleId }: { roleId: string }) => roleId)).toEqual([role.roleId]);
});

test("refuses permissions beyond the type, ones the caller lacks, and the operator's type", async () => {
  const { boss } = await createTree();
  const beyond = await addRole(boss, { permissionIds: ["device:register"] });
  expect([beyond.code, beyond.data.fields[0].path]).toEqual(["A0400", "permissionIds"]);
  const engineer = await createUser({ companyId: boss.companyId, roleCode: "distributor-engineer" });
  expect((await addRole(engineer)).code).toBe("A0300");
  const narrow = (await addRole(boss, { permissionIds: ["role:read", "role:edit", "station:read"] })).data
    .roleId;
  const clerk = await createUser({ companyId: boss.companyId, roleId: narrow });
  expect((await addRole(clerk, { permissionIds: ["station:delete"] })).code).toBe("A0300");
  const wide = (await addRole(boss, { permissionIds: ["station:delete"] })).data.roleId;
  const { revision } = await readRole(clerk, wide);
  const update = { roleId: wide, revision, name: "Less", permissionIds: ["station:read"] };
  // A caller who lacks a permission of the role may not remove it either.
  expect((await send(clerk, "/role/update", update)).code).toBe("A0300");
  expect((await send(clerk, "/role/delete", { roleId: wide })).code).toBe("A0300");
  const operators = await addRole(boss, { customerTypeId: await typeIdOf("platform-operator") });
  expect([operators.code, operators.data.fields[0].path]).toEqual(["A0400", "customerTypeId"]);
});

test("revokes a permission on the next request, and stops its events [R4.7]", async () => {
  const { boss } = await createTree();
  const { roleId } = (await addRole(boss)).data;
  const user = await createUser({ companyId: boss.companyId, roleId });
  expect(await permsOf(user)).toEqual(["station", "station:read", "device", "device:read"]);
  const heard: unknown[] = [];
  server.bus.subscribe(`account.${user.id}.session`, (message) => heard.push(message));
  const { revision } = await readRole(boss, roleId);
  const update = { roleId, revision, name: "Narrow", permissionIds: ["device:read"] };
  expect((await send(boss, "/role/update", update)).code).toBe("0");
  expect(await permsOf(user)).toEqual(["device", "device:read"]);
  expect((await get(user, "/workData/powerStation/list")).code).toBe("A0300");
  await expect.poll(() => heard.length).toBe(1);
  expect((await send(boss, "/role/update", update)).code).toBe("A0440");
});

test("a role of a company above is visible and assignable below, and editable only above", async () => {
  const { boss, head, below } = await createTree();
  const { roleId } = (await addRole(boss)).data;
  expect(await readRole(head, roleId)).toMatchObject({ isEditable: false, isBuiltIn: false });
  const { rows } = (await get(head, "/role/list", { companyId: below.id, pageSize: 200 })).data;
  expect(rows.some((row: { roleId: string }) => row.roleId === roleId)).toBe(true);
  const account = { companyId: below.id, roleId, userName: "Ana", password: "Blue-roof-77" };
  const added = await send(head, "/account/add", { ...account, email: `${randomUUID()}@example.org` });
  expect(added.code).toBe("0");
  const { revision } = await readRole(head, roleId);
  const update = { roleId, revision, name: "Mine", permissionIds: ["station:read"] };
  expect((await send(head, "/role/update", update)).code).toBe("A0300");
  const own = (await addRole(head)).data.roleId;
  const upwards = (await get(boss, "/role/list", { companyId: boss.companyId, pageSize: 200 })).data.rows;
  expect(upwards.some((row: { roleId: string }) => row.roleId === own)).toBe(false);
});

test("lists only the roles that the caller may assign in a company, and refuses the others with a message [R6.1]", async () => {
  const { boss } = await createTree();
  const { companyId } = boss;
  const permissionIds = ["account:read", "account:add", "role:read", "station:read"];
  const { roleId } = (await addRole(boss, { permissionIds })).data;
  const modest = await createUser({ companyId, roleId });
  const list = async (user: User, query: object = {}): Promise<{ roleId: string; code: string | null }[]> =>
    (await get(user, "/role/list", { pageSize: 200, ...query })).data.rows;
  const offered = (await list(modest, { companyId })).map((role) => role.roleId);
  expect(offered).toEqual([roleId]);
  for (const role of await list(modest)) {
    const { code, msg } = await send(modest, "/account/add", {
      companyId,
      roleId: role.roleId,
      userName: "Ana",
      password: "Blue-roof-77",
      email: `${randomUUID()}@example.org`,
    });
    const isOffered = offered.includes(role.roleId);
    expect({ role: role.code, code }).toEqual({ role: role.code, code: isOffered ? "0" : "A0300" });
    if (!isOffered) expect(msg).toBe("You can only assign permissions you have.");
  }
  const ofBoss = await list(boss, { companyId });
  expect(ofBoss.map(({ code }) => code)).toContain("distributor-administrator");
  expect(ofBoss.map(({ code }) => code)).not.toContain("ROOT");
  const ofRoot = await list(root, { companyId: root.companyId });
  expect(ofRoot.map(({ code }) => code)).toContain("ROOT");
});

test("offers exactly the roles that adding an account accepts, to unlimited and limited administrators", async () => {
  const { boss } = await createTree();
  const { companyId } = boss;
  const own = (await addRole(boss, { permissionIds: ["station:read", "company:edit"] })).data.roleId;
  const roleCode = "distributor-administrator";
  const limited = await createUser({ companyId, roleCode, plantIds: [] });
  for (const user of [boss, limited]) {
    const { rows } = (await get(user, "/role/list", { companyId, pageSize: 200 })).data;
    const offered = rows.map((role: { roleId: string }) => role.roleId);
    const accepted: string[] = [];
    for (const { roleId } of (await get(user, "/role/list", { pageSize: 200 })).data.rows) {
      const account = { companyId, roleId, userName: "Ana", password: "Blue-roof-77" };
      const added = await send(user, "/account/add", { ...account, email: `${randomUUID()}@example.org` });
      if (added.code === "0") accepted.push(roleId);
    }
    expect(offered.sort()).toEqual(accepted.sort());
    expect(accepted).toContain(own);
  }
});

test("refuses to delete a built-in or assigned role", async () => {
  const { boss } = await createTree();
  const { roleId } = (await addRole(boss)).data;
  const holder = await createAccount(engines.db, { companyId: boss.companyId, roleId });
  const held = await send(boss, "/role/delete", { roleId });
  expect([held.code, held.data.fields[0].message]).toEqual(["A0430", "Has accounts: 1"]);
  await sql`update accounts set cancelled_at = now() where id = ${holder.id}`.execute(engines.db);
  expect((await send(boss, "/role/delete", { roleId })).code).toBe("0");
  expect((await get(boss, "/role/detail", { roleId })).code).toBe("A0404");
  const { rows } = await sql<{ id: string }>`select id from roles where code = 'owner'`.execute(engines.db);
  const builtIn = { roleId: rows[0]?.id };
  expect((await send(root, "/role/delete", builtIn)).code).toBe("A0430");
  const { revision } = await readRole(root, rows[0]?.id as string);
  const update = { ...builtIn, revision, name: "Owner", permissionIds: ["station:read"] };
  expect((await send(root, "/role/update", update)).code).toBe("A0300");
});

test("seeds customer types with the permissions of their roles [R3.4, R6.1, R7.10]", async () => {
  const { rows } = (await get(root, "/customerType/list", { pageSize: 200 })).data;
  for (const type of seededMatrix) {
    const row = rows.find(({ code }: { code: string }) => code === type.code);
    expect(row).toMatchObject({ isBuiltIn: true, permissionCount: type.permissionIds.length });
    const detail = (await get(root, "/customerType/detail", { customerTypeId: row.customerTypeId })).data;
    expect(new Set(detail.permissionIds)).toEqual(new Set(type.permissionIds));
    const builtIn = detail.roles.filter((role: { isBuiltIn: boolean }) => role.isBuiltIn);
    expect(builtIn).toHaveLength(type.roles.length);
  }
  const { boss } = await createTree();
  const seen = (await get(boss, "/customerType/list")).data.rows.map(({ code }: { code: string }) => code);
  expect(seen).not.toContain("platform-operator");
  const customerTypeId = await typeIdOf("platform-operator");
  expect((await get(boss, "/customerType/detail", { customerTypeId })).code).toBe("A0404");
});

test("adds a type, reduces its roles' permissions immediately, and deletes it when no role is left [R7.10]", async () => {
  const name = `Cooperative ${randomUUID()}`;
  const added = await send(root, "/customerType/add", {
    name,
    permissionIds: ["station:read", "alarm:read"],
  });
  const { customerTypeId } = added.data;
  expect((await send(root, "/customerType/add", { name: name.toUpperCase(), permissionIds: [] })).code).toBe(
    "A0111",
  );
  const { roleId } = (await addRole(root, { customerTypeId, permissionIds: ["station:read", "alarm:read"] }))
    .data;
  const member = await createUser({ roleId });
  expect(await permsOf(member)).toContain("alarm:read");
  const { revision } = (await get(root, "/customerType/detail", { customerTypeId })).data;
  const narrow = { customerTypeId, revision, name, permissionIds: ["station:read"] };
  expect((await send(root, "/customerType/update", narrow)).code).toBe("0");
  expect(await permsOf(member)).toEqual(["station", "station:read"]);
  expect((await send(root, "/customerType/update", narrow)).code).toBe("A0440");
  const inUse = await send(root, "/customerType/delete", { customerTypeId });
  expect([inUse.code, inUse.data.fields[0].message]).toEqual(["A0430", "Has roles: 1"]);
  await sql`update accounts set cancelled_at = now() where id = ${member.id}`.execute(engines.db);
  await send(root, "/role/delete", { roleId });
  expect((await send(root, "/customerType/delete", { customerTypeId })).code).toBe("0");
});

test("keeps a built-in type with its name, and the operator's permissions", async () => {
  const change = async (code: string, fields: object) => {
    const customerTypeId = await typeIdOf(code);
    const {
      revision,
      name,
      permissionIds: ids,
    } = (await get(root, "/customerType/detail", { customerTypeId })).data;
    return await send(root, "/customerType/update", {
      customerTypeId,
      revision,
      name,
      permissionIds: ids,
      ...fields,
    });
  };
  expect((await change("plant-owner", { name: "Owners" })).data.fields[0].path).toBe("name");
  expect((await change("plant-owner", { remarks: "People with a roof" })).code).toBe("0");
  expect((await change("platform-operator", { permissionIds: [] })).code).toBe("A0300");
  const customerTypeId = await typeIdOf("plant-owner");
  expect((await send(root, "/customerType/delete", { customerTypeId })).code).toBe("A0430");
});

const flatten = (tree: PermissionNode[]): PermissionNode[] =>
  tree.flatMap((node) => [node, ...flatten(node.children)]);

test("the permission tree shows every node, disabled beyond the type's and the caller's permissions [R3.3]", async () => {
  const { boss } = await createTree();
  const customerTypeId = await typeIdOf("plant-owner");
  const nodes = flatten((await get(boss, "/permission/tree", { customerTypeId })).data.tree);
  expect(nodes.map(({ id }) => id)).toEqual(permissionIds);
  const isDisabled = (id: string) => nodes.find((node) => node.id === id)?.disabled;
  expect(["station:read", "account:read", "system:log"].map(isDisabled)).toEqual([false, true, true]);
  const all = flatten((await get(root, "/permission/tree")).data.tree);
  expect(all.every(({ disabled }) => !disabled)).toBe(true);
});

test("the override gives all roles of the distributor type its nodes, once its name is typed [R6.3]", async () => {
  const { boss } = await createTree();
  const { roleId } = (await addRole(boss)).data;
  const viewer = await createUser({ companyId: boss.companyId, roleCode: "distributor-viewer" });
  const customerTypeId = await typeIdOf(distributor);
  const override = async (user: User, fields: object) => {
    const { data } = await get(root, "/customerType/detail", { customerTypeId });
    const { revision, name } = data;
    return await send(user, "/permission/override", {
      customerTypeId,
      revision,
      confirmName: name,
      ...fields,
    });
  };
  expect((await override(boss, {})).code).toBe("A0300");
  expect((await override(root, { confirmName: "distributor" })).data.fields[0].path).toBe("confirmName");
  const other = await typeIdOf("installer-company");
  const { revision } = (await get(root, "/customerType/detail", { customerTypeId: other })).data;
  const wrong = { customerTypeId: other, revision, confirmName: "Installer company" };
  expect((await send(root, "/permission/override", wrong)).data.fields[0].path).toBe("customerTypeId");
  expect(await permsOf(viewer)).not.toContain("station:delete");
  const done = await override(root, {});
  expect(done).toMatchObject({
    code: "0",
    msg: "All roles of this type now have all permissions of the type.",
  });
  const detail = (await get(root, "/customerType/detail", { customerTypeId })).data;
  for (const role of detail.roles) expect(role.permissionIds).toEqual(detail.permissionIds);
  expect(detail.overriddenAt).not.toBeNull();
  expect(await permsOf(viewer)).toEqual(detail.permissionIds);
  const { rows } = await sql<{ original: { roles: { roleId: string; permissionIds: string[] }[] } }>`
    select original from audit where type = 'permission.override'`.execute(engines.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.original.roles.find((role) => role.roleId === roleId)?.permissionIds).toContain(
    "device:read",
  );
  // A second start of the server leaves it as it is.
  await ensurePlatform(engines.db);
  expect(await permsOf(viewer)).toEqual(detail.permissionIds);
});
