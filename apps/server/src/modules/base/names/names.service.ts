import type { Language } from "@heliograph/contract";
import { isMessageKey, say } from "@heliograph/contract";

/** Built-in types, roles and the operator are named by code in the caller's language; those people named keep their name. */
export function translateName(
  kind: "role" | "customerType" | "company",
  row: { code: string | null; name: string },
  language: Language,
): string {
  const key = `${kind}.${row.code}`;
  return isMessageKey(key) ? say(language, key) : row.name;
}
