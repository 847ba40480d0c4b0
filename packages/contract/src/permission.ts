import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { PermissionNode } from "./permission-nodes.ts";
import { id, line, revision } from "./primitives.ts";

const permissionNode: z.ZodType<PermissionNode> = z.object({
  id: z.string(),
  name: z.string(),
  disabled: z.boolean(),
  get children() {
    return z.array(permissionNode);
  },
});

export const permissions = z.object({
  tree: z.array(permissionNode),
  roles: z.array(z.string()),
  perms: z.array(z.string()),
});
export type Permissions = z.output<typeof permissions>;

export const getPermission = defineEndpoint({
  method: "GET",
  path: "/permission/getPermission",
  summary: "Permissions of this session: the permission tree, its roles and its enabled nodes",
  access: { who: "anonymous", scope: { kind: "none" } },
  duringMaintenance: true,
  data: permissions,
  errors: ["A0230"],
  cache: "bypass",
});

export const getPermissionTree = defineEndpoint({
  method: "GET",
  path: "/permission/tree",
  summary:
    "The permission tree with the permissions the caller may assign; limited to an account type if given",
  access: { who: ["role:read", "customerType:read"], scope: { kind: "none" } },
  query: z.object({ customerTypeId: id.optional() }),
  data: z.object({ tree: z.array(permissionNode) }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const overridePermissions = defineEndpoint({
  method: "POST",
  path: "/permission/override",
  summary: "Grant all permissions of the service channel distributor type to its roles; irreversible (R6.3)",
  access: { who: ["customerType:override"], scope: { kind: "platform" } },
  stepUp: true,
  body: z.strictObject({
    customerTypeId: id,
    revision,
    /** The type's name, typed as it is shown. */
    confirmName: line(80),
  }),
  data: z.object({ customerTypeId: id, revision, roleCount: z.int() }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

/** Operations on a plant. One that this version does not offer has `allowed: false`. */
export const stationOp = z.enum(["stop", "reset", "open", "close", "edit", "share", "transfer", "delete"]);
export type StationOp = z.output<typeof stationOp>;

/** Whether the caller may perform the operation now, and the reason where not. */
const verdict = z.object({ allowed: z.boolean(), reason: z.string().optional() });

export const checkStationOp = defineEndpoint({
  method: "GET",
  path: "/permission/checkStationOp",
  summary: "Operations on a plant that the caller may perform, and the reason for the others",
  access: { who: "anonymous", scope: { kind: "plant", level: "read", by: { stationId: "stationId" } } },
  duringMaintenance: true,
  query: z.object({ stationId: id }),
  data: z.record(stationOp, verdict),
  errors: ["A0230", "A0400", "A0404"],
  cache: "bypass",
});
