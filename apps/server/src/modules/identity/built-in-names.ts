import type { Language } from "@heliograph/contract";
import { isMessageKey, say } from "@heliograph/contract";

/** Built-in types and roles are named by code in the caller's language; those people made keep their own name. */
export function nameOf(
  kind: "role" | "customerType",
  row: { code: string | null; name: string },
  language: Language,
): string {
  const key = `${kind}.${row.code}`;
  return isMessageKey(key) ? say(language, key) : row.name;
}
