import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { permissionId } from "./permissions.ts";
import { clearable, id, line, listOf, paging, requiredLine, revision } from "./primitives.ts";

const mayEdit = { who: ["role:edit"], scope: { kind: "role", by: "roleId" } } as const;

const roleRow = z.object({
  roleId: id,
  customerTypeId: id,
  customerTypeName: z.string(),
  code: z.string().nullable(),
  name: z.string(),
  remarks: z.string(),
  isBuiltIn: z.boolean(),
  /** The company that created it; it can be assigned there and below. Null for a built-in one. */
  companyName: z.string().nullable(),
  /** Accounts with this role that the caller has access to. */
  accountCount: z.int(),
  /** Created by a company in the caller's scope, so that the caller can change it. */
  isEditable: z.boolean(),
});
export type RoleRow = z.output<typeof roleRow>;

export const listRoles = defineEndpoint({
  method: "GET",
  path: "/role/list",
  summary: "Roles that can be assigned in the caller's companies",
  access: { who: ["role:read"], scope: { kind: "company", by: "companyId" } },
  query: z.object({
    ...paging,
    customerTypeId: id.optional(),
    /** Only roles that the caller may assign to accounts of this company; else all visible ones. */
    companyId: id.optional(),
    search: line(120).optional(),
  }),
  data: listOf(roleRow),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

const roleDetail = z.object({ ...roleRow.shape, permissionIds: z.array(permissionId), revision });
export type RoleDetail = z.output<typeof roleDetail>;

export const getRole = defineEndpoint({
  method: "GET",
  path: "/role/detail",
  summary: "One role with its permission nodes",
  access: { who: ["role:read"], scope: { kind: "role", by: "roleId" } },
  query: z.object({ roleId: id }),
  data: roleDetail,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

const name = requiredLine(80);
const remarks = line(500);
/** Nodes of the customer type that the caller has too; an area comes with its parts. */
const permissionIds = z.array(permissionId).max(200);

export const addRole = defineEndpoint({
  method: "POST",
  path: "/role/add",
  summary: "Add a role of the caller's company",
  access: { who: ["role:edit"], scope: { kind: "none" } },
  stepUp: true,
  body: z.strictObject({ customerTypeId: id, name, remarks: remarks.default(""), permissionIds }),
  data: z.object({ roleId: id }),
  errors: ["A0111", "A0230", "A0300", "A0400"],
  invalidates: "all",
});

export const updateRole = defineEndpoint({
  method: "POST",
  path: "/role/update",
  summary: "Change a role; removed permissions end for its accounts immediately",
  access: mayEdit,
  stepUp: true,
  body: z.strictObject({
    roleId: id,
    revision,
    name: name.optional(),
    remarks: clearable(remarks),
    permissionIds: permissionIds.optional(),
  }),
  data: z.object({ roleId: id, revision }),
  errors: ["A0111", "A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

export const deleteRole = defineEndpoint({
  method: "POST",
  path: "/role/delete",
  summary: "Delete a role without accounts",
  access: mayEdit,
  stepUp: true,
  body: z.strictObject({ roleId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430"],
  invalidates: "all",
});
