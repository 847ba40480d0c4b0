interface Tree {
  readonly [key: string]: string | Tree;
}

const OTHER = "_other";

/**
 * The texts with every plural form of the language (CLDR). The form `other` stands for each that is not written: for
 * the `many` of 1,000,000 in Portuguese nothing else is said, but without it the library would show the key.
 */
export function fillPlurals(texts: Tree, tag: string): Tree {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const filled: Record<string, string | Tree> = {};
  for (const [key, text] of Object.entries(texts)) {
    filled[key] = typeof text === "string" ? text : fillPlurals(text, tag);
    if (!key.endsWith(OTHER)) continue;
    const base = key.slice(0, -OTHER.length);
    for (const form of pluralCategories) filled[`${base}_${form}`] ??= texts[`${base}_${form}`] ?? text;
  }
  return filled;
}
