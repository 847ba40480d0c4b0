/** What was chosen in searched lists by its name, so that a form that is put back shows names and not ids. */
const names = new Map<string, string>();

export function noteNames(options: readonly { readonly value: string; readonly label: string }[]): void {
  for (const { value, label } of options) names.set(value, label);
}

/** Names of the ids in a form. */
export function namesIn(values: readonly unknown[]): Readonly<Record<string, string>> {
  const ids = values.flat().filter((value): value is string => typeof value === "string");
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}
