import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createPasskey,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { listMessages } from "../../../../test/outbox.ts";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

type User = Awaited<ReturnType<typeof createUser>>;

async function createUser(options: Parameters<typeof createAccount>[1] = {}, db = engines.db) {
  const account = await createAccount(db, options);
  // Stepped up, since most changes here require it.
  const steppedUpAt = new Date();
  const { authorization } = await createSession(db, { accountId: account.id, steppedUpAt });
  return { ...account, authorization };
}

/** A distributor's administrator and viewer, and a customer's company below. */
async function createTree() {
  const company = await createCompany(engines.db);
  const below = await createCompany(engines.db, { upstreamId: company.id });
  return {
    company,
    below,
    boss: await createUser({ companyId: company.id, roleCode: "distributor-administrator" }),
    viewer: await createUser({ companyId: company.id, roleCode: "distributor-viewer" }),
    customer: await createUser({ companyId: below.id }),
  };
}

const read = async (user: User, accountId: string) =>
  (await server.call("GET", "/account/detail", { authorization: user.authorization, query: { accountId } }))
    .envelope;

async function change(user: User, verb: string, body: object, on = server) {
  return (await on.call("POST", `/account/${verb}`, { authorization: user.authorization, body })).envelope;
}

async function findRoleId(code: string, db = engines.db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from roles where code = ${code}`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** The body of an edit that changes nothing, from the fields the caller reads. */
async function draft(user: User, accountId: string) {
  const { data } = await read(user, accountId);
  const { revision, roleId, supervisorId, userName, nickname, salutation, email, phone, contact, remarks } =
    data;
  return {
    accountId,
    revision,
    roleId,
    supervisorId,
    userName,
    nickname,
    salutation,
    email,
    phone,
    contact,
    remarks,
  };
}

const isOpen = async ({ authorization }: User) =>
  (await server.call("GET", "/user/isSuper", { authorization })).envelope.code === "0";

const auditOf = async (accountId: string) =>
  (
    await sql<{ type: string; text: string }>`
      select type, concat(original, new) as text from audit where object_id = ${accountId} order by at`.execute(
      engines.db,
    )
  ).rows;

test("changes an account's fields, role and supervisor, and logs ids and field names only [R3.6, R3.14]", async () => {
  const { boss, viewer, customer } = await createTree();
  const before = await draft(boss, viewer.id);
  const phone = `+49 170 ${String(Date.now()).slice(-7)}`;
  const roleId = await findRoleId("distributor-engineer");
  const edit = { ...before, userName: "Vera", salutation: "Ms", phone, roleId, supervisorId: boss.id };
  expect(await change(boss, "update", edit)).toMatchObject({ code: "0", msg: "The account has been saved." });
  expect((await read(boss, viewer.id)).data).toMatchObject({
    userName: "Vera",
    salutation: "Ms",
    phone: phone.replaceAll(" ", ""),
    roleName: "Distributor engineer",
    supervisorId: boss.id,
    isWithinRights: true,
    isOneself: false,
  });
  const [row] = await auditOf(viewer.id);
  expect(row?.type).toBe("account.update");
  expect(row?.text).toContain(roleId);
  for (const word of ["Vera", viewer.email, phone]) expect(row?.text).not.toContain(word);
  expect((await read(boss, customer.id)).data.relation).toBe("customer");
});

test("leaves a contact or password set by another user unverified; an unchanged contact stays verified", async () => {
  const { boss, viewer } = await createTree();
  const proved = async () => {
    const { rows } = await sql<{ email: boolean; phone: boolean }>`
      select email_verified_at is not null as email, phone_verified_at is not null as phone
      from accounts where id = ${viewer.id}`.execute(engines.db);
    return rows[0];
  };
  const update = async (changes: object) =>
    (await change(boss, "update", { ...(await draft(boss, viewer.id)), ...changes })).code;
  const prove = () =>
    sql`update accounts set email_verified_at = now(), phone_verified_at = now() where id = ${viewer.id}`.execute(
      engines.db,
    );
  const mobile = `139${String(Date.now()).slice(-8)}`;
  expect(await update({ phone: mobile })).toBe("0");
  expect(await proved()).toEqual({ email: true, phone: false });
  await prove();
  // The same number in another spelling.
  expect(await update({ phone: `0086 ${mobile}`, nickname: "V" })).toBe("0");
  expect(await proved()).toEqual({ email: true, phone: true });
  expect(await update({ email: `${randomUUID()}@example.org` })).toBe("0");
  expect(await proved()).toEqual({ email: false, phone: true });
  await prove();
  await change(boss, "resetPassword", { accountId: viewer.id, password: "Green-roof-88" });
  expect(await proved()).toEqual({ email: false, phone: false });
});

test("finds an account that lost its number to the verified owner by no spelling, and by a new number [R5.3]", async () => {
  const { boss, viewer } = await createTree();
  const digits = String(Date.now()).slice(-8);
  const typed = `138${digits}`;
  const proved = await createAccount(engines.db, { password: "Blue-roof-77" });
  await sql`update accounts set phone = ${`+86${typed}`}, phone_verified_at = now() where id = ${proved.id}`.execute(
    engines.db,
  );
  // As the migration leaves it: another spelling, no email.
  await change(boss, "resetPassword", { accountId: viewer.id, password: "Green-roof-88" });
  await sql`update accounts set phone = ${typed}, email = null where id = ${viewer.id}`.execute(engines.db);
  const signIn = async (account: string, password: string) => {
    const body = { account, password, endpoint: "WEB" };
    const { envelope } = await server.call("POST", "/token/login", { body });
    if (envelope.code !== "0") return envelope.code;
    const authorization = `Bearer ${envelope.data.access_token}`;
    return (await server.call("GET", "/user/settings/getUserInfo", { authorization })).envelope.data
      .accountId;
  };
  for (const spelling of [typed, `0086 ${typed}`, `+86 0${typed}`]) {
    expect(await signIn(spelling, "Green-roof-88")).toBe("A0200");
    expect(await signIn(spelling, "Blue-roof-77")).toBe(proved.id);
  }
  const own = await draft(boss, viewer.id);
  expect((await change(boss, "update", own)).code).toBe("A0111");
  expect((await change(boss, "update", { ...own, phone: `+86139${digits}` })).code).toBe("0");
  expect(await signIn(`139${digits}`, "Green-roof-88")).toBe(viewer.id);
});

test("refuses changes of one's own email and phone, which need a code", async () => {
  const { boss } = await createTree();
  const own = await draft(boss, boss.id);
  for (const [path, value] of [
    ["email", `${randomUUID()}@example.org`],
    ["phone", `+49171${String(Date.now()).slice(-7)}`],
  ] as const) {
    const { code, data } = await change(boss, "update", { ...own, [path]: value });
    expect([code, data.fields.map((field: { path: string }) => field.path)]).toEqual(["A0400", [path]]);
  }
  expect((await change(boss, "update", { ...own, nickname: "B" })).code).toBe("0");
  expect((await read(boss, boss.id)).data.email).toBe(boss.email);
});

test("notifies the old contact and the new one when another user changes contact or password", async () => {
  const { boss, viewer } = await createTree();
  const email = `${randomUUID()}@example.org`;
  await sql`update accounts set email_notify = false where id = ${viewer.id}`.execute(engines.db);
  await change(boss, "update", { ...(await draft(boss, viewer.id)), nickname: "V" });
  expect(await listMessages(engines.db, viewer.email)).toEqual([]);
  await change(boss, "update", { ...(await draft(boss, viewer.id)), email });
  for (const contact of [viewer.email, email])
    expect((await listMessages(engines.db, contact)).map(({ subject }) => subject)).toEqual([
      "Heliograph: the email or phone number of your account was changed",
    ]);
  await change(boss, "resetPassword", { accountId: viewer.id, password: "Green-roof-78" });
  expect((await listMessages(engines.db, email)).map(({ subject }) => subject)).toContain(
    "Heliograph: your password was changed",
  );
});

test("refuses an edit made from an older state, a taken email and neither email nor phone [R5.3, R5.24]", async () => {
  const { boss, viewer, customer } = await createTree();
  const old = await draft(boss, viewer.id);
  expect((await change(boss, "update", { ...old, nickname: "V" })).code).toBe("0");
  expect((await change(boss, "update", { ...old, nickname: "late" })).code).toBe("A0440");
  expect((await change(boss, "delete", { accountId: viewer.id, revision: old.revision })).code).toBe("A0440");
  const fresh = await draft(boss, viewer.id);
  const taken = await change(boss, "update", { ...fresh, email: customer.email.toUpperCase() });
  expect([taken.code, taken.data.fields[0].path]).toEqual(["A0111", "email"]);
  const neither = await change(boss, "update", { ...fresh, email: null, phone: null });
  expect(neither.data.fields[0].message).toBe("Enter an email or phone number.");
  expect((await change(boss, "update", { ...fresh, supervisorId: viewer.id })).code).toBe("A0400");
});

test("refuses a role with rights the caller lacks, and changes of accounts with more rights", async () => {
  const { company, boss } = await createTree();
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${company.id}, customer_type_id, 'Desk', '{account,account:read,account:edit,account:delete,role,role:read}'
    from roles where code = 'distributor-administrator' returning id`.execute(engines.db);
  const desk = await createUser({ companyId: company.id, roleId: rows[0]?.id });
  const helper = await createUser({ companyId: company.id, roleId: rows[0]?.id });
  const higher = { ...(await draft(desk, helper.id)), roleId: await findRoleId("distributor-administrator") };
  expect((await change(desk, "update", higher)).code).toBe("A0300");
  expect((await read(desk, boss.id)).data.isWithinRights).toBe(false);
  const revision = (await read(desk, boss.id)).data.revision;
  const password = "Green-roof-78";
  for (const [verb, body] of [
    ["update", { ...(await draft(desk, boss.id)), nickname: "x" }],
    ["disable", {}],
    ["enable", {}],
    ["delete", { revision }],
    ["resetPassword", { password }],
    ["removeSecondFactors", {}],
    ["scope", { revision, kind: "plants" }],
  ] as const)
    expect([verb, (await change(desk, verb, { accountId: boss.id, ...body })).code]).toEqual([verb, "A0300"]);
  expect(await isOpen(boss)).toBe(true);
  expect((await change(desk, "resetPassword", { accountId: helper.id, password })).code).toBe("0");
});

test("requires step-up to change another user's email, phone, role, password and second factor [R3.6]", async () => {
  const { boss, viewer } = await createTree();
  const { authorization } = await createSession(engines.db, { accountId: boss.id });
  const open = { ...boss, authorization };
  await createPasskey(engines.db, viewer.id);
  const edit = await draft(open, viewer.id);
  const email = `${randomUUID()}@example.org`;
  for (const [verb, body] of [
    ["update", { ...edit, email }],
    ["update", { ...edit, phone: `+49170${String(Date.now()).slice(-7)}` }],
    ["update", { ...edit, roleId: await findRoleId("distributor-administrator") }],
    ["resetPassword", { accountId: viewer.id, password: "Green-roof-78" }],
    ["removeSecondFactors", { accountId: viewer.id }],
  ] as const)
    expect([verb, (await change(open, verb, body)).code]).toEqual([verb, "A0220"]);
  const { roleId } = edit;
  expect((await read(open, viewer.id)).data).toMatchObject({
    email: viewer.email,
    roleId,
    hasSecondFactor: true,
  });
  expect(await isOpen(viewer)).toBe(true);
  expect((await change(open, "update", { ...edit, nickname: "V" })).code).toBe("0");
  expect((await change(boss, "update", { ...(await draft(boss, viewer.id)), email })).code).toBe("0");
});

test("removes a lost second factor: the password alone signs in again, and the owner is notified [R3.6]", async () => {
  const { boss, company } = await createTree();
  const password = "Blue-roof-77";
  const user = await createUser({ companyId: company.id, roleCode: "distributor-viewer", password });
  const signIn = async () =>
    (await server.call("POST", "/token/login", { body: { account: user.email, password, endpoint: "WEB" } }))
      .envelope;
  expect((await read(boss, user.id)).data.hasSecondFactor).toBe(false);
  await createPasskey(engines.db, user.id);
  expect((await read(boss, user.id)).data.hasSecondFactor).toBe(true);
  expect((await signIn()).code).toBe("A0221");
  expect((await change(user, "removeSecondFactors", { accountId: user.id })).code).toBe("A0300");
  await createPasskey(engines.db, boss.id);
  expect((await change(boss, "removeSecondFactors", { accountId: boss.id })).code).toBe("A0300");
  expect(await change(boss, "removeSecondFactors", { accountId: user.id })).toMatchObject({
    code: "0",
    msg: "Two-factor authentication has been removed, and the account has been signed out everywhere.",
  });
  expect(await isOpen(user)).toBe(false);
  expect((await signIn()).code).toBe("0");
  expect((await read(boss, user.id)).data.hasSecondFactor).toBe(false);
  expect((await listMessages(engines.db, user.email)).map(({ subject }) => subject)).toContain(
    "Heliograph: two-factor authentication was removed",
  );
  expect((await auditOf(user.id)).map(({ type }) => type)).toContain("account.remove-second-factors");
});

test("ends a disabled account's sessions immediately, and lets it sign in again when it is enabled", async () => {
  const { boss, viewer } = await createTree();
  expect((await change(boss, "disable", { accountId: viewer.id })).code).toBe("0");
  expect(await isOpen(viewer)).toBe(false);
  expect((await read(boss, viewer.id)).data.status).toBe("disabled");
  expect((await change(boss, "enable", { accountId: viewer.id })).code).toBe("0");
  const { authorization } = await createSession(engines.db, { accountId: viewer.id });
  expect(await isOpen({ ...viewer, authorization })).toBe(true);
  expect((await auditOf(viewer.id)).map(({ type }) => type)).toEqual(["account.disable", "account.enable"]);
});

test("a reset password replaces the old one and ends all sessions [R5.15]", async () => {
  const { boss, company } = await createTree();
  const user = await createUser({
    companyId: company.id,
    roleCode: "distributor-viewer",
    password: "Blue-roof-77",
  });
  for (const password of ["12345", "password", "seventeen-letters"]) {
    const { code, data } = await change(boss, "resetPassword", { accountId: user.id, password });
    expect([code, data.fields[0].path]).toEqual(["A0400", "password"]);
  }
  expect((await change(boss, "resetPassword", { accountId: user.id, password: "Green-roof-78" })).code).toBe(
    "0",
  );
  expect(await isOpen(user)).toBe(false);
  const signIn = async (password: string) =>
    (await server.call("POST", "/token/login", { body: { account: user.email, password, endpoint: "WEB" } }))
      .envelope.code;
  expect([await signIn("Blue-roof-77"), await signIn("Green-roof-78")]).toEqual(["A0200", "0"]);
});

test("cannot be deleted while it owns plants, supervises or administers, each named", async () => {
  const { boss, viewer, below, customer } = await createTree();
  const plant = await createPlant(engines.db, { ownerId: customer.id, name: "Barn" });
  await sql`update accounts set supervisor_id = ${viewer.id} where id = ${customer.id}`.execute(engines.db);
  await sql`update companies set administrator_id = ${customer.id} where id = ${below.id}`.execute(
    engines.db,
  );
  const remove = async (accountId: string) =>
    await change(boss, "delete", { accountId, revision: (await read(boss, accountId)).data.revision });
  const refused = await remove(customer.id);
  expect([refused.code, refused.msg]).toEqual(["A0430", "Cannot be deleted"]);
  expect(refused.data.fields.map(({ message }: { message: string }) => message)).toEqual([
    `Administers companies (1): ${below.name}`,
    "Owns plants (1): Barn",
  ]);
  expect((await remove(viewer.id)).data.fields[0].message).toBe(
    `Supervises accounts (1): ${customer.userName}`,
  );
  await sql`update companies set administrator_id = null where id = ${below.id}`.execute(engines.db);
  await sql`update plants set owner_id = ${boss.id} where id = ${plant.id}`.execute(engines.db);
  expect((await remove(customer.id)).code).toBe("0");
  expect((await read(boss, customer.id)).code).toBe("A0404");
  const { envelope } = await server.call("GET", "/user/isSuper", { authorization: customer.authorization });
  expect(envelope.code).toBe("A0201");
  const { rows } = await sql<{
    row: string;
  }>`select a::text as row from accounts a where id = ${customer.id}`.execute(engines.db);
  for (const word of [customer.email, customer.userName]) expect(rows[0]?.row).not.toContain(word);
});

test("refuses to disable, delete or reset the caller's own account", async () => {
  const { boss } = await createTree();
  const { revision } = (await read(boss, boss.id)).data;
  for (const [verb, body] of [
    ["disable", {}],
    ["delete", { revision }],
    ["resetPassword", { password: "Green-roof-78" }],
  ] as const) {
    const { code, msg } = await change(boss, verb, { accountId: boss.id, ...body });
    expect([code, msg]).toEqual(["A0300", "You cannot do this to your own account."]);
  }
  expect(await isOpen(boss)).toBe(true);
});

test("keeps one ROOT that can sign in, also when two are closed concurrently", async () => {
  const own = await openOwnDatabase();
  const apart = await createTestApp({ ...engines, db: own.db });
  const { companyId } = await ensurePlatform(own.db);
  const password = "Blue-roof-77";
  const [one, two] = [
    await createUser({ companyId, roleCode: "ROOT", password }, own.db),
    await createUser({ companyId, roleCode: "ROOT", password }, own.db),
  ];
  const responses = await Promise.all([
    change(one, "disable", { accountId: two.id }, apart),
    change(two, "disable", { accountId: one.id }, apart),
  ]);
  expect(responses.filter(({ code }) => code === "0")).toHaveLength(1);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from accounts a join roles r on r.id = a.role_id
    where r.code = 'ROOT' and disabled_at is null`.execute(own.db);
  expect(rows[0]?.open).toBe(1);
  const left = responses[0]?.code === "0" ? one : two;
  const { envelope } = await apart.call("GET", "/account/detail", {
    authorization: left.authorization,
    query: { accountId: left.id },
  });
  const { revision, userName, email } = envelope.data;
  const roleId = await findRoleId("platform-support", own.db);
  const lower = { accountId: left.id, revision, userName, email, roleId };
  expect(await change(left, "update", lower, apart)).toMatchObject({ code: "A0430" });
  await apart.close();
  await own.close();
});

test("lets only ROOT change ROOT, and keeps the email of the built-in account", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const administrator = await createUser({ companyId, roleCode: "platform-administrator" });
  const root = await createUser({ companyId, roleCode: "ROOT" });
  expect((await change(administrator, "disable", { accountId: root.id })).code).toBe("A0300");
  const support = await createUser({ companyId, roleCode: "platform-support" });
  const upwards = { ...(await draft(administrator, support.id)), roleId: await findRoleId("ROOT") };
  expect((await change(administrator, "update", upwards)).code).toBe("A0300");
  await sql`update accounts set email = 'root@heliograph.local' where id = ${support.id}`.execute(engines.db);
  const moved = await change(root, "update", {
    ...(await draft(root, support.id)),
    email: `${randomUUID()}@example.org`,
  });
  expect(moved.data.fields[0].path).toBe("email");
  const { revision } = (await read(root, support.id)).data;
  expect((await change(root, "delete", { accountId: support.id, revision })).code).toBe("A0430");
  await sql`update accounts set email = ${`${randomUUID()}@example.org`} where id = ${support.id}`.execute(
    engines.db,
  );
});

test("limits an account to its chosen plants immediately [R6.6]", async () => {
  const { boss, viewer, customer } = await createTree();
  const [barn, shed] = [
    await createPlant(engines.db, { ownerId: customer.id, name: "Barn" }),
    await createPlant(engines.db, { ownerId: customer.id, name: "Shed" }),
  ];
  const stranger = await createPlant(engines.db);
  const seen = async (user: User) => {
    const { envelope } = await server.call("GET", "/workData/powerStation/list", {
      authorization: user.authorization,
    });
    return envelope.data.rows.map(({ name }: { name: string }) => name).sort();
  };
  expect(await seen(viewer)).toEqual(["Barn", "Shed"]);
  const set = async (user: User, accountId: string, body: object) =>
    await change(user, "scope", {
      accountId,
      revision: (await read(boss, accountId)).data.revision,
      ...body,
    });
  expect((await set(boss, viewer.id, { kind: "plants", stationIds: [barn.id, stranger.id] })).code).toBe(
    "A0400",
  );
  expect((await set(boss, viewer.id, { kind: "plants", stationIds: [barn.id] })).code).toBe("0");
  expect(await seen(viewer)).toEqual(["Barn"]);
  expect((await read(boss, viewer.id)).data).toMatchObject({
    scopeKind: "plants",
    scopeStations: [{ stationId: barn.id, name: "Barn" }],
  });
  await sql`update accounts set role_id = ${await findRoleId("distributor-administrator")} where id = ${viewer.id}`.execute(
    engines.db,
  );
  // A caller with chosen plants cannot give access to others.
  const helper = await createUser({
    companyId: boss.companyId,
    roleCode: "distributor-viewer",
    plantIds: [],
  });
  expect((await set(viewer, helper.id, { kind: "company" })).code).toBe("A0300");
  expect((await set(viewer, helper.id, { kind: "plants", stationIds: [shed.id] })).code).toBe("A0400");
  expect((await set(boss, viewer.id, { kind: "company" })).code).toBe("0");
  expect(await seen(viewer)).toEqual(["Barn", "Shed"]);
});

test("refuses to choose plants for others that are only shared with the caller [R6.4, R6.6]", async () => {
  const { company, boss, customer } = await createTree();
  const barn = await createPlant(engines.db, { ownerId: customer.id, name: "Barn" });
  const shed = await createPlant(engines.db, { ownerId: customer.id, name: "Shed" });
  const roleCode = "distributor-administrator";
  const head = await createUser({ companyId: company.id, roleCode, plantIds: [barn.id] });
  const level = "administrator";
  await createGrant(engines.db, { plantId: shed.id, accountId: head.id, invitedBy: customer.id, level });
  const helper = await createUser({ companyId: company.id, roleCode: "distributor-viewer", plantIds: [] });
  const give = async (user: User, ...stationIds: string[]) => {
    const { revision } = (await read(boss, helper.id)).data;
    return await change(user, "scope", { accountId: helper.id, revision, kind: "plants", stationIds });
  };
  expect((await give(head, shed.id)).data.fields).toMatchObject([{ path: "stationIds" }]);
  expect((await give(head, barn.id)).code).toBe("0");
  // Plants chosen by others stay when the caller's own choice changes.
  expect((await give(boss, barn.id, shed.id)).code).toBe("0");
  expect((await read(boss, helper.id)).data.scopeStations).toHaveLength(2);
});

test("lets callers with chosen plants change and add only accounts within them [R3.6, R6.6]", async () => {
  const { company, boss, customer } = await createTree();
  const [barn, shed] = [
    await createPlant(engines.db, { ownerId: customer.id, name: "Barn" }),
    await createPlant(engines.db, { ownerId: customer.id, name: "Shed" }),
  ];
  const add = (options: object) => createUser({ companyId: company.id, ...options });
  const head = await add({ roleCode: "distributor-administrator", plantIds: [barn.id] });
  const owner = await add({ plantIds: [] });
  await createPlant(engines.db, { ownerId: owner.id });
  const password = "Green-roof-78";
  const roleCode = "distributor-viewer";
  for (const beyond of [
    await add({ roleCode }),
    await add({ roleCode, plantIds: [barn.id, shed.id] }),
    owner,
  ]) {
    const { revision } = (await read(boss, beyond.id)).data;
    expect((await read(head, beyond.id)).data.isWithinRights).toBe(false);
    for (const [verb, body] of [
      ["update", { ...(await draft(boss, beyond.id)), nickname: "x" }],
      ["disable", {}],
      ["enable", {}],
      ["delete", { revision }],
      ["resetPassword", { password }],
      ["scope", { revision, kind: "plants", stationIds: [] }],
    ] as const)
      expect([verb, (await change(head, verb, { accountId: beyond.id, ...body })).code]).toEqual([
        verb,
        "A0300",
      ]);
  }
  const within = await add({ roleCode, plantIds: [barn.id] });
  expect((await change(head, "resetPassword", { accountId: within.id, password })).code).toBe("0");
  expect((await change(head, "update", { ...(await draft(head, head.id)), nickname: "x" })).code).toBe("0");

  const email = () => `${randomUUID()}@example.org`;
  const facts = { companyId: company.id, roleId: await findRoleId(roleCode), userName: "Ana" };
  const added = await change(head, "add", { ...facts, email: email(), password });
  const invited = await change(head, "invite", { ...facts, email: email(), language: "en" });
  for (const { accountId } of [added.data, invited.data]) {
    const { data } = await read(boss, accountId);
    expect(data).toMatchObject({ scopeKind: "plants", scopeStations: [] });
    const give = (stationId: string) =>
      change(head, "scope", { accountId, revision: data.revision, kind: "plants", stationIds: [stationId] });
    expect((await give(shed.id)).code).toBe("A0400");
    expect((await give(barn.id)).code).toBe("0");
  }
  const other = await change(boss, "add", { ...facts, email: email(), password });
  expect((await read(boss, other.data.accountId)).data.scopeKind).toBe("company");
});

test("returns A0404 for accounts above and beside the caller's scope", async () => {
  const tree = await createTree();
  const other = await createTree();
  const head = await createUser({ companyId: tree.below.id, roleCode: "distributor-administrator" });
  for (const accountId of [tree.boss.id, other.viewer.id, randomUUID()]) {
    expect((await read(head, accountId)).code).toBe("A0404");
    expect((await change(head, "disable", { accountId })).code).toBe("A0404");
  }
});
