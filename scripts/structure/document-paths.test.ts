import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `devices/status` and `structure/modules.ts` are names of files or folders; `/job` and `prefs` are not. */
const isPath = (name: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)+$/.test(name) || (/^[\w-]+\.(?:ts|tsx|css)$/.test(name) && !name.startsWith("x."));

const listPaths = (document: string): string[] =>
  [...readFileSync(`${root}${document}`, "utf8").matchAll(/`([^`\n]+)`/g)]
    .map(([, name = ""]) => name)
    .filter(isPath);

it.each(["docs/architecture.md", "docs/console.md"])("%s names files and folders that exist", (document) => {
  const files = globSync(["{apps,packages,scripts,docs,e2e}/**/*"], {
    cwd: root,
    exclude: ["**/node_modules"],
  });
  const known = files.map((file) => `/${file}/`).join("\n");
  const paths = listPaths(document);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !known.includes(`/${path}/`))).toEqual([]);
});
