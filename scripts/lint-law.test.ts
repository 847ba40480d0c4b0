import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

// Each row is a file that violates or follows a rule between folders, to test that the linter enforces it.

const root = fileURLToPath(new URL("..", import.meta.url));

interface Trial {
  file: string;
  imports: string;
  rule: string | undefined;
}

const restricted = "lint/style/noRestrictedImports";

const trials: Trial[] = [
  { file: "packages/solar/src/a.ts", imports: "@heliograph/contract", rule: restricted },
  { file: "packages/solar/src/b.ts", imports: "node:fs", rule: restricted },
  {
    file: "packages/contract/src/a.ts",
    imports: "../../../apps/server/src/infra/clock.ts",
    rule: restricted,
  },
  { file: "packages/contract/src/b.ts", imports: "@heliograph/protocol/device-codes", rule: undefined },
  { file: "packages/contract/src/c.ts", imports: "@heliograph/protocol", rule: restricted },
  { file: "apps/simulator/src/a.ts", imports: "../../server/src/infra/clock.ts", rule: restricted },
  { file: "apps/simulator/src/b.ts", imports: "@heliograph/protocol", rule: undefined },
  { file: "apps/server/src/infra/a.ts", imports: "../modules/plants/plants.service.ts", rule: restricted },
  { file: "apps/server/src/infra/b.ts", imports: "./clock.ts", rule: undefined },
  {
    file: "apps/server/src/modules/plants/home/a.ts",
    imports: "../../../app/create-app.ts",
    rule: restricted,
  },
  { file: "apps/server/src/modules/plants/home/b.ts", imports: "../../../main/api.ts", rule: restricted },
  { file: "apps/server/src/modules/plants/home/c.ts", imports: "../../../infra/clock.ts", rule: undefined },
  { file: "apps/server/src/app/a.ts", imports: "../main/api.ts", rule: restricted },
  { file: "apps/server/src/app/b.ts", imports: "../modules/plants/plants.routes.ts", rule: undefined },
  { file: "apps/web/src/shared/a.ts", imports: "../features/plants/queries.ts", rule: restricted },
  { file: "apps/web/src/features/plants/a.ts", imports: "../../app/router.ts", rule: restricted },
  { file: "apps/web/src/features/plants/b.ts", imports: "../alarms/queries.ts", rule: restricted },
  {
    file: "apps/web/src/features/plants/components/c.ts",
    imports: "../../alarms/queries.ts",
    rule: restricted,
  },
  {
    file: "apps/web/src/features/plants/components/d.ts",
    imports: "../../../shared/format.ts",
    rule: undefined,
  },
  { file: "apps/web/src/features/plants/components/e.ts", imports: "../queries.ts", rule: undefined },
  { file: "apps/web/src/app/a.ts", imports: "../features/plants/page.ts", rule: undefined },
];

const bodies: Array<{ file: string; body: string; rule: string }> = [
  {
    file: "apps/server/src/app/Named.ts",
    body: "export const x = 1;",
    rule: "lint/style/useFilenamingConvention",
  },
  {
    file: "apps/server/src/app/env.ts",
    body: "export const x = process.env.X;",
    rule: "lint/style/noProcessEnv",
  },
  {
    file: "apps/server/src/app/any.ts",
    body: "export const x: any = 1;",
    rule: "lint/suspicious/noExplicitAny",
  },
  { file: "apps/server/src/app/default.ts", body: "export default 1;", rule: "lint/style/noDefaultExport" },
  {
    file: "apps/server/src/app/all.ts",
    body: 'export * from "./any.ts";',
    rule: "lint/performance/noReExportAll",
  },
  {
    file: "apps/server/src/app/float.ts",
    body: "async function f() {}\nf();\nexport const x = 1;",
    rule: "lint/nursery/noFloatingPromises",
  },
  {
    file: "apps/server/src/app/x.ts",
    body: 'import { y } from "./y.ts";\nexport const x = () => y;',
    rule: "lint/suspicious/noImportCycles",
  },
  {
    file: "apps/server/src/app/y.ts",
    body: 'import { x } from "./x.ts";\nexport const y = () => x;',
    rule: "lint/suspicious/noImportCycles",
  },
];

let folder: string;
let rulesByFile: Map<string, Set<string>>;

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${text}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "heliograph-law-"));
  for (const name of ["biome.json", ".gitignore"]) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const { file, imports } of trials) put(file, `import { x } from "${imports}";\nexport const y = x;`);
  for (const { file, body } of bodies) put(file, body);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout) as {
    diagnostics: Array<{ category: string; location: { path: string | { file: string } } }>;
  };
  rulesByFile = new Map();
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === "string" ? location.path : location.path.file;
    rulesByFile.set(path, (rulesByFile.get(path) ?? new Set()).add(category));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(trials)("$file importing $imports: $rule", ({ file, rule }) => {
  const rules = rulesByFile.get(file) ?? new Set();
  expect(rules.has(restricted)).toBe(rule === restricted);
});

test.each(bodies)("$file: $rule", ({ file, rule }) => {
  expect([...(rulesByFile.get(file) ?? [])]).toContain(rule);
});
