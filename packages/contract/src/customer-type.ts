import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { permissionId } from "./permissions.ts";
import { clearable, id, instant, line, listOf, paging, requiredLine, revision } from "./primitives.ts";

const reads = { who: ["customerType:read", "role:read"], scope: { kind: "in-scope" } } as const;
const edits = { who: ["customerType:edit"], scope: { kind: "platform" } } as const;

const customerTypeRow = z.object({
  customerTypeId: id,
  code: z.string().nullable(),
  name: z.string(),
  remarks: z.string(),
  isBuiltIn: z.boolean(),
  /** How many nodes it allows. */
  permissionCount: z.int(),
  /** Its roles that are visible to the caller, and accounts with one of them that the caller has access to. */
  roleCount: z.int(),
  accountCount: z.int(),
});
export type CustomerTypeRow = z.output<typeof customerTypeRow>;

export const listCustomerTypes = defineEndpoint({
  method: "GET",
  path: "/customerType/list",
  summary: "Account types, which limit the permissions of their roles",
  access: reads,
  query: z.object({ ...paging }),
  data: listOf(customerTypeRow),
  errors: ["A0230", "A0300", "A0400"],
});

const customerTypeDetail = z.object({
  ...customerTypeRow.shape,
  permissionIds: z.array(permissionId),
  /** When its roles were given all its nodes (R6.3). */
  overriddenAt: instant.nullable(),
  revision,
  /** Its roles that the caller may see, with their nodes: the matrix of the type. */
  roles: z.array(
    z.object({
      roleId: id,
      name: z.string(),
      isBuiltIn: z.boolean(),
      permissionIds: z.array(permissionId),
    }),
  ),
});
export type CustomerTypeDetail = z.output<typeof customerTypeDetail>;

export const getCustomerType = defineEndpoint({
  method: "GET",
  path: "/customerType/detail",
  summary: "One account type with its nodes and those of its roles",
  access: reads,
  query: z.object({ customerTypeId: id }),
  data: customerTypeDetail,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

const name = requiredLine(80);
const remarks = line(500);
const permissionIds = z.array(permissionId).max(200);

export const addCustomerType = defineEndpoint({
  method: "POST",
  path: "/customerType/add",
  summary: "Add an account type",
  access: edits,
  stepUp: true,
  body: z.strictObject({ name, remarks: remarks.default(""), permissionIds }),
  data: z.object({ customerTypeId: id }),
  errors: ["A0111", "A0230", "A0300", "A0400"],
  invalidates: "all",
});

export const updateCustomerType = defineEndpoint({
  method: "POST",
  path: "/customerType/update",
  summary: "Change an account type; removed permissions end for all its accounts immediately",
  access: edits,
  stepUp: true,
  body: z.strictObject({
    customerTypeId: id,
    revision,
    name: name.optional(),
    remarks: clearable(remarks),
    permissionIds: permissionIds.optional(),
  }),
  data: z.object({ customerTypeId: id, revision }),
  errors: ["A0111", "A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

export const deleteCustomerType = defineEndpoint({
  method: "POST",
  path: "/customerType/delete",
  summary: "Remove an account type no role belongs to",
  access: edits,
  stepUp: true,
  body: z.strictObject({ customerTypeId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430"],
  invalidates: "all",
});
