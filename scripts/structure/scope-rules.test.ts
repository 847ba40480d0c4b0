import { expect, it } from "vitest";
import { checkScopeRules } from "./scope-rules.ts";

const IN_SCOPE = 'export interface PlantInScope extends InScope<"plant"> {\n}\n';

const check = (text: string): string[] =>
  checkScopeRules(
    new Map([
      ["apps/server/src/modules/base/access/in-scope.ts", IN_SCOPE],
      ["apps/server/src/modules/a/b/b.repository.ts", text],
    ]),
  ).map(({ message }) => message);

it("refuses a parameter that ignores the scope", () => {
  expect(check("export async function f(db: Db, _scope: Scope, id: string) {}")).toEqual([
    expect.stringContaining("ignores a scope"),
  ]);
});

it("accepts a function with a parameter for a row in scope", () => {
  expect(check("export async function f(db: Db, { plantId }: PlantInScope) {}")).toEqual([]);
});

it("accepts a row marked by a query limited to the scope", () => {
  expect(
    check(
      `export async function f(db: Db, scope: Scope) {\n  return await sql<PlantInScope>\`where \${plantsInScope(scope)}\`;\n}`,
    ),
  ).toEqual([]);
});

it.each([
  "export async function f(db: Db, scope: Scope) {\n  return await sql<PlantInScope>`select from plants`;\n}",
  "export const f = (plantId: string) => ({ plantId }) as PlantInScope;",
])("refuses a row marked without a condition on the scope: %s", (text) => {
  expect(check(text)).toEqual([expect.stringContaining("marks a row as PlantInScope")]);
});

it("applies to types that extend one of the declared ones", () => {
  const text = "export interface LockedPlant extends PlantInScope {\n}\n";
  expect(check(`${text}export const f = (row: object) => row as LockedPlant;`)).toEqual([
    expect.stringContaining("marks a row as LockedPlant"),
  ]);
});

it("reads a condition only in the declaration that marks the row", () => {
  expect(
    check(
      `const condition = (scope: Scope) => sql\`\${scope.accountId}\`;\nexport const f = (row: object) => row as PlantInScope;`,
    ),
  ).toHaveLength(1);
});
