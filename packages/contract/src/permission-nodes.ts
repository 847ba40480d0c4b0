// This file is loaded by the browser: it imports no schema and no library.

/** One node of the permission tree of a session. */
export interface PermissionNode {
  id: string;
  name: string;
  disabled: boolean;
  children: PermissionNode[];
}

/** Whether the node exists, at any depth of the tree, and is not disabled (R6.8). */
export function isNodeEnabled(tree: readonly PermissionNode[], id: string): boolean {
  return tree.some((node) => (node.id === id ? !node.disabled : isNodeEnabled(node.children, id)));
}
