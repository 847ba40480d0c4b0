import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

export interface PermissionNode {
  id: string;
  name: string;
  disabled: boolean;
  children: PermissionNode[];
}

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
  summary: "What this session may do: the permission tree, its roles and its enabled nodes",
  access: { who: "anonymous", scope: { kind: "none" } },
  duringMaintenance: true,
  data: permissions,
  errors: ["A0230"],
  cache: "bypass",
});

/** Whether a node is there and not disabled, wherever in the tree it hangs (R6.8). */
export function isNodeEnabled(tree: readonly PermissionNode[], id: string): boolean {
  return tree.some((node) => (node.id === id ? !node.disabled : isNodeEnabled(node.children, id)));
}
