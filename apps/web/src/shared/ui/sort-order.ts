/** The arrow a sorted table column shows. */
export function toSortOrder(
  { sort, order }: { readonly sort: string; readonly order: "asc" | "desc" },
  column: string,
): "ascend" | "descend" | null {
  if (sort !== column) return null;
  return order === "desc" ? "descend" : "ascend";
}
