import type { Violation } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";

const SERVER = "apps/server/src/";
const DECLARATIONS = "apps/server/src/modules/base/access/in-scope.ts";

/** Types that mark rows of the caller's scope, and those that extend them directly. */
function listScopedTypes(sources: Sources): Set<string> {
  const declared = [...(sources.get(DECLARATIONS) ?? "").matchAll(/^export interface (\w+InScope)\b/gm)].map(
    ([, name = ""]) => name,
  );
  const types = new Set(declared);
  const extending = new RegExp(
    `^(?:export )?interface (\\w+) extends [^{]*\\b(?:${declared.join("|")})\\b`,
    "gm",
  );
  for (const [file, text] of sources) {
    if (declared.length === 0 || !file.startsWith(SERVER)) continue;
    for (const [, name = ""] of text.matchAll(extending)) types.add(name);
  }
  return types;
}

/** Top-level declarations of a file, each as text. */
const splitDeclarations = (text: string): string[] =>
  text.split(/^(?=(?:export )?(?:async function|function|const|class|interface|type) )/m);

/** A condition that depends on the caller: `${plantsInScope(scope)}`, `${scope.accountId}`; or the scope as parameter of a pure function. */
const HAS_SCOPE_CONDITION = /\$\{[^}]*\bscope\b|\}: Scope\)/;

function checkMarks(file: string, text: string, scopedTypes: ReadonlySet<string>): Violation[] {
  const names = [...scopedTypes].join("|");
  const marks = new RegExp(`(?:\\bas |\\bsql<)(?:[^\`>;(]*\\b)?(${names})\\b(?!, keyof|\\[)`);
  return splitDeclarations(text).flatMap((declaration) => {
    const type = marks.exec(declaration)?.[1];
    return type === undefined || HAS_SCOPE_CONDITION.test(declaration)
      ? []
      : [{ file, message: `marks a row as ${type} without a condition on the caller's scope` }];
  });
}

/** A scope that a function takes is used, and rows are marked as in scope only by queries limited to the scope. */
export function checkScopeRules(sources: Sources): Violation[] {
  const scopedTypes = listScopedTypes(sources);
  return [...sources]
    .filter(([file]) => file.startsWith(SERVER))
    .flatMap(([file, text]) => [
      ...(/\b_scope\??:/.test(text)
        ? [
            {
              file,
              message: "ignores a scope: limit the query to it, or take a row of base/access/in-scope.ts",
            },
          ]
        : []),
      ...(scopedTypes.size > 0 ? checkMarks(file, text, scopedTypes) : []),
    ]);
}
