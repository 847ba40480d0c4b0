import type { Source } from "./syntax.ts";
import { partsOf, textOf, walkSource } from "./syntax.ts";

const pluralForms = /_(zero|one|two|few|many|other)$/u;

/**
 * Unused texts: keys that equal no string of the sources and match no template such as `status.${status}`. An expression
 * stands for one step of the path; TypeScript has checked that each of its values is a key.
 */
export function findUnusedKeys(keys: readonly string[], sources: readonly Source[]): string[] {
  const literals = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const source of sources)
    walkSource(source, (node) => {
      if (node.type === "TemplateLiteral") {
        const parts = partsOf(node);
        // A template without a fixed step of the path matches everything.
        if (parts.length > 1 && parts.some((part) => /^[\w-]+\.|\.[\w-]+$|\.$/u.test(part)))
          patterns.set(parts.join("…"), new RegExp(`^${parts.map(RegExp.escape).join("[^.]+")}$`, "u"));
      }
      const text = textOf(node);
      if (text !== undefined) literals.add(text);
    });
  const isUsed = (key: string): boolean =>
    literals.has(key) || [...patterns.values()].some((pattern) => pattern.test(key));
  return keys.filter((key) => !isUsed(key) && !isUsed(key.replace(pluralForms, "")));
}
