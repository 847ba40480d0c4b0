// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code
import { expect, it } from "vitest";
import { findCodeTexts } from "./code-texts.ts";
import type { LanguageName } from "./text-rules.ts";
import { judgeTexts } from "./text-rules.ts";
import { findUnusedKeys } from "./used-keys.ts";

const judge = (
  language: LanguageName,
  texts: Record<string, string>,
  english: Record<string, string> = texts,
) =>
  judgeTexts({
    language,
    texts: new Map(Object.entries(texts)),
    english: new Map(Object.entries(english)),
    placeholder: /\{\{\w+\}\}/gu,
  }).map(({ key, rule }) => `${key} ${rule}`);

it("finds a text that is missing, empty or in one language only", () => {
  expect(judge("pt", { a: "", c: "Sobra" }, { a: "One", b: "Two" })).toEqual([
    "a is empty",
    "c is in no other language",
    "b is missing",
  ]);
});

it("finds a placeholder without a value and a value without a placeholder", () => {
  expect(judge("th", { a: "โรงไฟฟ้า {{nam}}" }, { a: "Plant {{name}}" })).toEqual([
    "a has other placeholders than the English text",
  ]);
});

it("finds an untranslated text, and accepts names, units and words that are spelt alike", () => {
  expect(judge("pt", { a: "Try again", b: "Status", c: "{{count}} kWh", d: "Heliograph" })).toEqual([
    "a is still in English",
  ]);
  expect(judge("zh-cn", { a: "Status" })).toEqual([
    "a is still in English",
    "a is not in the script of its language",
  ]);
});

it("finds words of another language and marks of another script", () => {
  expect(judge("zh-cn", { a: "请 select 电站" }, { a: "Select a plant" })).toEqual([
    "a has foreign words left",
  ]);
  expect(judge("th", { a: "สถานะ 状态" }, { a: "Status" })).toEqual([
    "a is not in the script of its language",
  ]);
  expect(judge("en", { a: "Status 状态" })).toEqual(["a is not in the script of its language"]);
  expect(judge("pt", { a: "Guarde o ficheiro" }, { a: "Keep the file" })).toEqual([
    "a is Portuguese of Portugal",
  ]);
  expect(judge("pt", { a: "Ganhos por kWp" }, { a: "Earnings per kWp" })).toEqual([
    "a names earnings otherwise than receita",
  ]);
  expect(judge("zh-cn", { a: "重试,请稍候" }, { a: "Again, please" })).toEqual([
    "a has half-width marks between Chinese characters",
  ]);
  expect(judge("th", { a: "ลองอีกครั้ง.", b: "ปี ๒๐๒๖" }, { a: "Again", b: "Year 2026" })).toEqual([
    "a ends a Thai sentence with a full stop",
    "b has Thai digits",
  ]);
  expect(judge("en", { a: "Wait... ", b: "Wait…" })).toEqual([
    "a has three dots for an ellipsis",
    "a has space at its edge",
  ]);
});

it("finds plural forms that are missing, never used or without their number", () => {
  const english = { a_one: "{{count}} plant", a_other: "{{count}} plants" };
  expect(judge("en", { a_other: "{{count}} plants" })).toEqual(["a_other has no plural form one"]);
  expect(judge("pt", { a_one: "{{count}} usina" }, { a_one: "{{count}} plant" })).toEqual([
    "a_one has no plural form other",
  ]);
  expect(judge("zh-cn", { a_one: "{{count}} 座", a_other: "{{count}} 座电站" }, english)).toEqual([
    "a_one is a plural form zh-cn never uses",
  ]);
  expect(judge("pt", { a_one: "uma usina", a_other: "{{count}} usinas" }, english)).toEqual([
    "a_one has other placeholders than the English text",
    "a_one is a plural without its number",
  ]);
});

it("finds an unused text, and recognizes composed keys", () => {
  const sources = [
    {
      path: "page.tsx",
      text: "const a = t(`status.${status}`); const b = { titleKey: 'title.home' }; t('home.plants', { count });",
    },
  ];
  const keys = [
    "status.normal",
    "status.more.normal",
    "title.home",
    "title.gone",
    "home.plants_one",
    "home.plants_other",
  ];
  expect(findUnusedKeys(keys, sources)).toEqual(["status.more.normal", "title.gone"]);
});

const textsIn = (text: string): string[] =>
  findCodeTexts({ path: "page.tsx", text }).map((found) => found.text);

it("finds texts in the code", () => {
  expect(textsIn("const a = <p>Try again</p>;")).toEqual(["Try again"]);
  expect(textsIn("const a = <p>{isBusy ? 'Saving' : t('a.b')}</p>;")).toEqual(["Saving"]);
  expect(textsIn("const a = <p>{isBusy && `Saving ${name}`}</p>;")).toEqual(["Saving …"]);
  expect(textsIn("const a = <img alt='A roof' />;")).toEqual(["A roof"]);
  expect(textsIn("const a = <b aria-label={`Close ${name}`} />;")).toEqual(["Close …"]);
  expect(textsIn("const a = <Dialog title={isNew ? 'New' : t('a.b')} />;")).toEqual(["New"]);
  expect(textsIn("toast('error', 'It failed'); throw new ApiError('Gone');")).toEqual(["It failed", "Gone"]);
  expect(textsIn("const column = { title: 'Name', key: 'name' };")).toEqual(["Name"]);
  expect(textsIn("const a = <p>电站</p>;")).toEqual(["电站"]);
});

it("accepts code, names and units", () => {
  expect(textsIn("const a = <p className='card'>{value} kWh · {'/'} %</p>;")).toEqual([]);
  expect(
    textsIn("const a = { titleKey: 'title.home', label: 'unit.title', title: t('a.b'), text: '#/home' };"),
  ).toEqual([]);
  expect(textsIn("const a = <Segmented value='all' label={t('a.b')} />; call('/x/y', 'GET');")).toEqual([]);
});
