import type { Language } from "@heliograph/contract";
import { formatMessage, isMessageKey } from "@heliograph/contract";

/** Names of built-in types, roles and the operator in the caller's language, by code; renamed ones keep their name. */
export function translateName(
  kind: "role" | "customerType" | "company",
  row: { code: string | null; name: string },
  language: Language,
): string {
  const key = `${kind}.${row.code}`;
  return isMessageKey(key) ? formatMessage(language, key) : row.name;
}
