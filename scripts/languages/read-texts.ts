import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "./syntax.ts";
import type { LanguageName, Texts } from "./text-rules.ts";

const root = join(import.meta.dirname, "../..");

interface Tree {
  readonly [key: string]: string | Tree;
}

function flatten(tree: Tree, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
}

const localesFolder = "apps/web/src/shared/base/i18n/locales";

/** The parts of the console's texts. */
export const listParts = (): string[] => globSync("*", { cwd: join(root, localesFolder) }).sort();

/** A part of the console's texts in one language. */
export async function readPart(part: string, language: LanguageName): Promise<Texts> {
  const file = join(root, localesFolder, part, `${language}.ts`);
  const { texts } = (await import(file)) as { texts: Tree };
  return new Map(flatten(texts));
}

/** Long texts have a file for each language beside the code that shows them. */
export function languageOfFile(path: string): LanguageName | undefined {
  const [, name] = /\/(?:texts-)?(en|zh-cn|pt|th)\.ts$/u.exec(path) ?? [];
  return name as LanguageName | undefined;
}

/** The code of folders, without tests and without the texts themselves. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|\/locales\/|\/messages\/|\.d\.ts$/u.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
