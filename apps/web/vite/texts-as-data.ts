import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin, Rolldown } from "vite";

const source = join(import.meta.dirname, "../src");
const manual = "virtual:manual/";

/** Parts of the texts that are long beside the pages that show them. */
const longPart = /\/locales\/(?:solution|datasheet|brochure|phone|public)\/[\w-]+\.ts$/u;

/**
 * Long texts travel as data beside the code: a page for everyone stays small in JavaScript, and a browser reads JSON
 * faster than code. `virtual:manual/<language>` gives the chapters of the user manual, by folder, the sizes of
 * its pictures, and the agreement.
 */
export function textsAsData(): Plugin {
  let isBuild = false;
  return {
    name: "texts-as-data",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id.startsWith(manual) ? `\0${id}` : undefined),
    async load(id) {
      const texts = await findTexts(id);
      if (texts === undefined) return undefined;
      const json = JSON.stringify(texts);
      return isBuild ? fetched(this, id, json) : `export const texts = ${json};`;
    },
  };
}

function fetched(build: Rolldown.PluginContext, id: string, source: string): string {
  const [part = "", language = ""] = id.replace(/\.ts$/u, "").split(/[/:]/u).slice(-2);
  const file = build.emitFile({ type: "asset", name: `${part}-${language}.json`, source });
  return `const answer = await fetch(import.meta.ROLLUP_FILE_URL_${file});
if (!answer.ok) throw new Error(answer.url);
export const texts = await answer.json();`;
}

async function findTexts(id: string): Promise<unknown> {
  if (longPart.test(id)) return (await read(id)).texts;
  if (!id.startsWith(`\0${manual}`)) return undefined;
  const language = id.slice(manual.length + 1);
  const folder = join(source, "features/agreement");
  const { agreement } = await read(join(folder, `agreement-text/${language}.ts`));
  const chapters = globSync(`manual/*/${language}.ts`, { cwd: folder }).map(
    async (file) => [basename(dirname(file)), (await read(join(folder, file))).chapter] as const,
  );
  const sizes: unknown = JSON.parse(readFileSync(join(folder, `pictures/${language}/sizes.json`), "utf8"));
  return { agreement, manual: Object.fromEntries(await Promise.all(chapters)), sizes };
}

/** What a file of texts exports; it holds nothing but data and types. */
const read = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href);
