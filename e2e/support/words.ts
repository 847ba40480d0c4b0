import { globSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Language } from "./console.ts";

const locales = join(import.meta.dirname, "../../apps/web/src/shared/base/i18n/locales");
export const languages = ["zh-cn", "en", "pt", "th"] as const satisfies readonly Language[];

/** One language of four is for every run, the longest; the others are for the full run. */
export const tagOf = (language: Language): string[] => (language === "pt" ? [] : ["@full"]);

/** What the `lang` attribute of a page in each language holds. */
export const tags: Record<Language, string> = { "zh-cn": "zh-CN", en: "en-GB", pt: "pt-BR", th: "th-TH" };

/** Names people gave: those of other specs are in any language and carry a random tag. */
export const ownWords = [
  /^PV /u,
  /Roof|Live |Tabs |Wire |Plant |Alias|Ada Lin|[A-Z]{2}-[0-9A-F]{6}/u,
  /(?:^|\s)[0-9a-f]{6,8}(?:\s|$)/u,
];

interface Tree {
  readonly [key: string]: string | Tree;
}

const flatten = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === "string" ? [text] : flatten(text)));

/** Texts of the console in a language: whole ones, and patterns of those with placeholders. */
interface Sentences {
  readonly whole: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

/** Pattern of a text on screen with any placeholder values; none for a text of placeholders only. */
function toPattern(parts: readonly string[]): RegExp[] {
  if (!/\p{L}{2}/u.test(parts.join(""))) return [];
  return [new RegExp(`^${parts.map(RegExp.escape).join(".+")}$`, "su")];
}

async function readSentences(language: Language): Promise<Sentences> {
  const files = globSync(`*/${language}.ts`, { cwd: locales });
  const trees = await Promise.all(
    files.map(async (file) => ((await import(join(locales, file))) as { texts: Tree }).texts),
  );
  const texts = trees.flatMap(flatten).map((text) => text.split(/\{\{\w+\}\}/u));
  return {
    whole: new Set(texts.filter(({ length }) => length === 1).flat()),
    patterns: texts.filter(({ length }) => length > 1).flatMap(toPattern),
  };
}

const sentences = new Map<Language, Promise<Sentences>>();
function sentencesOf(language: Language): Promise<Sentences> {
  const known = sentences.get(language) ?? readSentences(language);
  sentences.set(language, known);
  return known;
}

const includes = ({ whole, patterns }: Sentences, text: string): boolean =>
  whole.has(text) || patterns.some((pattern) => pattern.test(text));

// Runs in the page, so it is text here.
const collect = `(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (!element || !element.checkVisibility({ visibilityProperty: true }) || element.closest("script,style")) continue;
    if (node.nodeType === 3) found.add(node.data.trim());
    else for (const name of ["aria-label", "title", "placeholder", "alt"]) found.add((node.getAttribute(name) ?? "").trim());
  }
  found.add(document.title);
  found.delete("");
  return [...found];
})()`;

const script = {
  "zh-cn": /\p{Script=Thai}/u,
  th: /\p{Script=Han}/u,
  en: /\p{Script=Han}|\p{Script=Thai}/u,
} as const;
const foreign = { ...script, pt: script.en };
/** Written in small letters everywhere: what is typed, kinds of files, roles of processes, and parts of names of zones. */
const typed = new Set(["of", "https", "xlsx", "csv", "api", "link", "jobs"]);

/** What a page shows or says in another language than its own; `own` are words of the spec, such as names of plants. */
export async function findForeignWords(
  page: Page,
  language: Language,
  own: readonly RegExp[] = [],
): Promise<string[]> {
  const shown = await page.evaluate<string[]>(collect);
  const mine = await sentencesOf(language);
  const others = await Promise.all(languages.filter((other) => other !== language).map(sentencesOf));
  const names = /^(简体中文|English|Português|ไทย)$/u;
  return shown
    .filter((text) => !names.test(text) && !own.some((word) => word.test(text)))
    .filter((text) => {
      const withoutNames = text.replaceAll(/简体中文|English|Português|ไทย/gu, "");
      if (foreign[language].test(withoutNames)) return true;
      const isAsian = language === "zh-cn" || language === "th";
      const words = withoutNames.match(/[\w/:.@+-]+/gu) ?? [];
      if (isAsian && words.some((word) => /^[a-z]{3,}$/u.test(word) && !typed.has(word))) return true;
      return /\p{L}{2}/u.test(text) && !includes(mine, text) && others.some((other) => includes(other, text));
    });
}
