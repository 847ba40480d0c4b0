import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { permissionId } from "./permissions.ts";
import { id } from "./primitives.ts";

/** One permission of an account, and what grants or withholds it. */
const accountPermission = z.object({
  permissionId,
  /** In the caller's language. */
  name: z.string(),
  /** An area, before the permissions in it. */
  isArea: z.boolean(),
  isEnabled: z.boolean(),
  ofRole: z.boolean(),
  ofType: z.boolean(),
  /** It is about a whole company: an account limited to chosen plants does not have it. */
  needsWholeCompany: z.boolean(),
});
export type AccountPermission = z.output<typeof accountPermission>;

const accountPermissions = z.object({
  accountId: id,
  userName: z.string(),
  /** Holds ROOT, which has every permission. */
  isSuper: z.boolean(),
  scopeKind: z.enum(["company", "plants"]),
  roleName: z.string(),
  customerTypeName: z.string(),
  /** Plants it owns, and plants that are shared with it: each grant has a level of its own. */
  ownedPlants: z.int(),
  sharedPlants: z.int(),
  permissions: z.array(accountPermission),
});
export type AccountPermissions = z.output<typeof accountPermissions>;

export const getAccountPermissions = defineEndpoint({
  method: "GET",
  path: "/account/permissions",
  summary:
    "What an account may do: each permission, and whether its role, its type or its plant access withholds it",
  access: { who: ["account:read"], scope: { kind: "account", by: "accountId" } },
  query: z.object({ accountId: id }),
  data: accountPermissions,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
