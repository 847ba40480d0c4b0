/** Name of a country or larger region in a language. */
export function regionName(code: string, tag: string): string {
  return new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;
}
