import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** One import of a source file by another file of the repository. */
export interface Import {
  /** Importing file, relative to the repository, with `/`. */
  readonly from: string;
  /** Imported file, relative to the repository. */
  readonly to: string;
}

/** Text of source files by path relative to the repository. */
export type Sources = ReadonlyMap<string, string>;

const SPECIFIER = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Relative imports of all files, type-only, dynamic and re-exported ones included. */
export function listImports(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => ({
      from,
      to: normalize(join(dirname(from), specifier)),
    })),
  );
}

/** Sources of the applications; tests and test support are left out, since they may combine everything. */
export function readSources(root: string): Sources {
  const paths = globSync("apps/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
