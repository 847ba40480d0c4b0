/** Parameters of an address after a change; undefined removes one. */
export function changeParams(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  return next;
}
