interface Tree {
  readonly [key: string]: string | Tree;
}

const OTHER = "_other";
const FORM = /_(?:zero|one|two|few|many|other)$/u;

/**
 * The texts with every plural form of the language (CLDR), in which `count` is written with the language's separators of
 * thousands. The form `other` stands for each that is not written: for the `many` of 1,000,000 in Portuguese nothing else is
 * said, but without it the library would show the key.
 */
export function fillPlurals(texts: Tree, tag: string): Tree {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const filled: Record<string, string | Tree> = {};
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== "string") {
      filled[key] = fillPlurals(text, tag);
      continue;
    }
    const form = FORM.test(key) ? text.replaceAll("{{count}}", "{{count, number}}") : text;
    filled[key] = form;
    if (!key.endsWith(OTHER)) continue;
    const base = key.slice(0, -OTHER.length);
    for (const category of pluralCategories) filled[`${base}_${category}`] ??= form;
  }
  return filled;
}
