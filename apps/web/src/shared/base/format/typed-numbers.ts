/** A number as the API writes it. */
const PLAIN = /^-?\d+(\.\d+)?$/u;

/** Separators of a language as `Intl` has them. */
function findSeparators(tag: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(tag).formatToParts(12_345.6);
  const find = (type: "group" | "decimal"): string => parts.find((part) => part.type === type)?.value ?? "";
  return { group: find("group"), decimal: find("decimal") };
}

interface ReadOptions {
  /** False for what never has thousands, such as a coordinate: every separator is a decimal one. */
  readonly isGrouped?: boolean;
}

/**
 * The number in a typed text as `1234.5`: thousands are grouped as the language on screen groups them, so that a copied number
 * is read as it was shown, or by spaces; a single comma or point that groups nothing is a decimal one. Any other text is
 * returned as it is.
 */
export function toPlainNumber(text: string, tag: string, { isGrouped = true }: ReadOptions = {}): string {
  // Copied numbers may have a minus sign instead of a hyphen.
  const typed = text.trim().replace("\u2212", "-").replace(/^\+/u, "");
  const { group, decimal } = findSeparators(tag);
  const grouped = new RegExp(`^-?[1-9]\\d{0,2}([${group}]\\d{3})+([${decimal}]\\d+)?$`, "u");
  if (isGrouped && grouped.test(typed)) return typed.replaceAll(group, "").replace(decimal, ".");
  const spaced = /^-?\d{1,3}(\s\d{3})+([.,]\d+)?$/u.test(typed) ? typed.replace(/\s/gu, "") : typed;
  const plain = spaced.replace(",", ".");
  return PLAIN.test(plain) ? plain : text;
}

/** A number such as `1234.5` for a field in the language on screen, where it is typed without groups; other text as it is. */
export const toTypedNumber = (plain: string, tag: string): string =>
  PLAIN.test(plain) ? plain.replace(".", findSeparators(tag).decimal) : plain;

/** The number of a plain text; NaN for anything else. */
export const readPlainNumber = (plain: string): number =>
  PLAIN.test(plain.trim()) ? Number(plain) : Number.NaN;
