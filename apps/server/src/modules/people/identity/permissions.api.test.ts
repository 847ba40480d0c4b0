import type { PermissionNode } from "@heliograph/contract";
import { permissionIds } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

const flatten = (tree: PermissionNode[]): PermissionNode[] =>
  tree.flatMap((node) => [node, ...flatten(node.children)]);

async function createSessionOf(roleCode: string) {
  const account = await createAccount(engines.db, { roleCode });
  return { account, ...(await createSession(engines.db, { accountId: account.id })) };
}

const getPermission = (authorization: string, headers?: Record<string, string>) =>
  server.call("GET", "/permission/getPermission", { authorization, headers });

test("returns the whole tree with disabled nodes, and the lists of roles and permissions [R3.3]", async () => {
  const { authorization } = await createSessionOf("installer-viewer");
  const { tree, roles, perms } = (await getPermission(authorization)).envelope.data;
  const nodes = flatten(tree);
  expect(nodes.map(({ id }) => id)).toEqual(permissionIds);
  expect(nodes.filter(({ disabled }) => !disabled).map(({ id }) => id)).toEqual(perms);
  expect(perms).toEqual(["station", "station:read", "device", "device:read", "alarm", "alarm:read"]);
  expect(roles).toEqual(["installer-viewer"]);
});

test("names the nodes in the caller's language", async () => {
  const { authorization } = await createSessionOf("owner");
  const nameIn = async (language: string) =>
    (await getPermission(authorization, { "accept-language": language })).envelope.data.tree[0].name;
  expect(await Promise.all(["zh-CN", "en", "pt-BR", "th"].map(nameIn))).toEqual([
    "电站",
    "Plants",
    "Usinas",
    "โรงไฟฟ้า",
  ]);
});

test("gives an account the permissions that both its customer type and its role have, immediately after a change", async () => {
  const { authorization, account } = await createSessionOf("owner");
  const { rows } = await sql<{ id: string }>`
    insert into customer_types (name, permission_ids) values ('Narrow', '{station,station:read,alarm}') returning id`.execute(
    engines.db,
  );
  const type = rows[0] as { id: string };
  const role = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    values (${account.companyId}, ${type.id}, 'Helper', '{station,station:read,station:shutdown,made:up}')
    returning id`.execute(engines.db);
  await sql`update accounts set role_id = ${role.rows[0]?.id} where id = ${account.id}`.execute(engines.db);
  const { perms, roles } = (await getPermission(authorization)).envelope.data;
  expect(perms).toEqual(["station", "station:read"]);
  expect(roles).toEqual(["Helper"]);
  const refused = await server.call("GET", "/index/warningCount", { authorization });
  expect(refused.envelope).toMatchObject({
    code: "A0300",
    msg: "No permission to access this page, please contact the administrator",
  });
});

test("gives an anonymous session no permission", async () => {
  const { authorization } = await createSession(engines.db);
  const { tree, roles, perms } = (await getPermission(authorization)).envelope.data;
  expect(flatten(tree).every(({ disabled }) => disabled)).toBe(true);
  expect([roles, perms]).toEqual([[], []]);
});
