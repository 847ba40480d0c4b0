import { expect, it } from "vitest";
import { chapterIds } from "./chapters.ts";
import type { Block, Chapter } from "./document.ts";
import { pictureNames } from "./pictures.ts";

const languages = ["en", "zh-cn", "pt", "th"] as const;

const chapters = import.meta.glob<Chapter>("./manual/*/*.ts", { eager: true, import: "chapter" });
const agreements = import.meta.glob<Chapter>("./agreement-text/*.ts", { eager: true, import: "agreement" });
const pictures = Object.keys(import.meta.glob("./pictures/*/*.webp", { query: "?url" }));

const blocksOf = ({ blocks, sections }: Chapter): readonly Block[] => [
  ...blocks,
  ...sections.flatMap((section) => section.blocks),
];

const kindOf = (block: Block): string => (typeof block === "string" ? "text" : (Object.keys(block)[0] ?? ""));

const sizeOf = (block: Block): number => {
  if (typeof block === "string") return 1;
  const [items] = Object.values(block);
  return Array.isArray(items) ? items.length : 1;
};

/** What two languages of a text share: sections, kinds of blocks, how many items, pictures, addresses and keys. */
const shapeOf = (chapter: Chapter): unknown => ({
  sections: chapter.sections.length,
  blocks: blocksOf(chapter).map((block) => [kindOf(block), sizeOf(block)]),
  pictures: picturesOf(chapter),
  codes: JSON.stringify(chapter).match(/`[^`]+`/gu),
  strong: JSON.stringify(chapter).match(/\*\*[^*]+\*\*/gu)?.length,
});

const picturesOf = (chapter: Chapter): readonly string[] =>
  blocksOf(chapter).flatMap((block) =>
    typeof block === "object" && "picture" in block ? [block.picture] : [],
  );

const textOf = (files: Record<string, Chapter>, path: string): Chapter => {
  const text = files[path];
  if (text === undefined) throw new Error(`${path} is missing`);
  return text;
};

it.each(chapterIds)("the chapter %s is in four languages, built alike [R2.19, R1.13]", (id) => {
  const english = shapeOf(textOf(chapters, `./manual/${id}/en.ts`));
  for (const language of languages)
    expect(shapeOf(textOf(chapters, `./manual/${id}/${language}.ts`)), language).toEqual(english);
});

it("every folder of the manual is a chapter of the list", () => {
  const folders = new Set(Object.keys(chapters).map((path) => path.split("/")[2]));
  expect([...folders].sort()).toEqual([...chapterIds].sort());
});

it("the agreement is in four languages, built alike [R2.19, R1.13]", () => {
  const english = shapeOf(textOf(agreements, "./agreement-text/en.ts"));
  for (const language of languages)
    expect(shapeOf(textOf(agreements, `./agreement-text/${language}.ts`)), language).toEqual(english);
});

it.each(languages)("has every picture of the manual in %s, and no unused one [R2.19]", (language) => {
  const used = chapterIds.flatMap((id) => picturesOf(textOf(chapters, `./manual/${id}/${language}.ts`)));
  const there = pictures.flatMap((path) => path.match(`/${language}/(.+)\\.webp$`)?.[1] ?? []);
  expect([...used].sort()).toEqual([...pictureNames].sort());
  expect([...there].sort()).toEqual([...pictureNames].sort());
});

it("zh-cn and th are written in their own script throughout [R1.13]", () => {
  const texts = (language: string): string[] =>
    [...Object.entries(chapters), ...Object.entries(agreements)]
      .filter(([path]) => path.endsWith(`/${language}.ts`))
      .flatMap(([, chapter]) => [
        chapter.title,
        ...chapter.sections.map(({ heading }) => heading),
        ...blocksOf(chapter).filter((block) => typeof block === "string"),
      ]);
  for (const text of texts("zh-cn")) expect(text).toMatch(/\p{Script=Han}/u);
  for (const text of texts("th")) expect(text).toMatch(/\p{Script=Thai}/u);
});
