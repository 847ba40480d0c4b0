import { expect, test } from "vitest";
import type { PermissionId } from "./permissions.ts";
import { permissionIds, seededMatrix } from "./permissions.ts";

const types = seededMatrix.map((type) => ({ ...type, nodes: new Set<PermissionId>(type.permissionIds) }));

test("names each permission, type and role once", () => {
  expect(new Set(permissionIds).size).toBe(permissionIds.length);
  const codes = seededMatrix.flatMap((type) => [type.code, ...type.roles.map(({ code }) => code)]);
  expect(new Set(codes).size).toBe(codes.length);
});

test("gives no role a node that its type lacks, and no node without its area", () => {
  for (const type of types)
    for (const role of type.roles)
      for (const id of role.permissionIds) {
        expect(type.nodes).toContain(id);
        expect(role.permissionIds).toContain(id.split(":")[0]);
      }
});

test("keeps to the operator what only the operator may do", () => {
  const operatorOnly: PermissionId[] = [
    "device:register",
    "firmware:upload",
    "customerType:override",
    "system:config",
  ];
  for (const type of types) {
    const held = operatorOnly.filter((id) => type.nodes.has(id));
    expect(held).toEqual(type.code === "platform-operator" ? operatorOnly : []);
  }
});
