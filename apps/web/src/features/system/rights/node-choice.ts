import type { PermissionNode } from "@heliograph/contract";

/** What is ticked after one box was: a part brings its area, an area takes its parts along. */
export function toggleNode(
  chosen: readonly string[],
  tree: readonly PermissionNode[],
  id: string,
): readonly string[] {
  const next = new Set(chosen);
  const area = tree.find((each) => each.id === id || each.children.some((child) => child.id === id));
  const parts = area?.id === id ? area.children.filter(({ disabled }) => !disabled) : [];
  if (next.has(id)) {
    next.delete(id);
    for (const part of parts) next.delete(part.id);
  } else {
    next.add(id);
    if (area !== undefined) next.add(area.id);
    for (const part of parts) next.add(part.id);
  }
  return [...next];
}
