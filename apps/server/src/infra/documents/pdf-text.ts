import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type PdfDocument from "pdfkit";

export type Pdf = InstanceType<typeof PdfDocument>;
export type Weight = "regular" | "bold";

const { resolve } = createRequire(import.meta.url);
const thai = (file: string): string => resolve(`@expo-google-fonts/noto-sans-thai/${file}`);
// The package exports its list of fonts only.
const han = (file: string): string => join(dirname(resolve("@embedpdf/fonts-sc")), "../fonts", file);

/** Noto Sans Thai has the Latin letters too; Noto Sans Hans has Chinese, Kana, Greek and Cyrillic. */
const FONTS = {
  "latin-regular": () => thai("400Regular/NotoSansThai_400Regular.ttf"),
  "latin-bold": () => thai("600SemiBold/NotoSansThai_600SemiBold.ttf"),
  "han-regular": () => han("NotoSansHans-Regular.otf"),
  "han-bold": () => han("NotoSansHans-Medium.otf"),
} as const;
type FontName = keyof typeof FONTS;

const LATIN = /[\p{Script=Latin}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]/u;
/** Punctuation that only Chinese text has, and symbols in its width. */
const HAN_PUNCTUATION = /[\u3000-\u303f\uff00-\uffef]/u;

const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Han}]/u;
const OPENING = /^[\p{Ps}\p{Pi}]/u;

interface Run {
  readonly text: string;
  readonly isHan: boolean;
}

/** Parts of a text by the font that has their characters. */
export function splitRuns(text: string): Run[] {
  const runs: { text: string; isHan: boolean }[] = [];
  for (const character of text) {
    const isHan = HAN_PUNCTUATION.test(character) || !LATIN.test(character);
    const last = runs.at(-1);
    if (last?.isHan === isHan) last.text += character;
    else runs.push({ text: character, isHan });
  }
  return runs;
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** Text of a document: measured, broken into lines and drawn by its baseline, in the fonts that its characters need. */
export function createPdfText(pdf: Pdf, locale: string) {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const registered = new Set<FontName>();

  function setFont({ isHan }: Run, { size, weight = "regular" }: TextStyle): void {
    const name: FontName = `${isHan ? "han" : "latin"}-${weight}`;
    // A font is read when it is first used: the Chinese ones have 8 MB.
    if (!registered.has(name)) pdf.registerFont(name, FONTS[name]());
    registered.add(name);
    pdf.font(name).fontSize(size);
  }

  function measure(text: string, style: TextStyle): number {
    return splitRuns(text).reduce((width, run) => {
      setFont(run, style);
      return width + pdf.widthOfString(run.text);
    }, 0);
  }

  /** Parts between which a line may break: at spaces, and between the words of Chinese and Thai, which have none. */
  function listWords(text: string): string[] {
    const words: string[] = [];
    for (const { segment, isWordLike } of segmenter.segment(text)) {
      const last = words.at(-1);
      const canBreak =
        last !== undefined && (/\s$/.test(last) || WITHOUT_SPACES.test(`${last.at(-1)}${segment[0]}`));
      // No line begins with a full stop.
      const isOpening = isWordLike === true || OPENING.test(segment);
      if (last !== undefined && !(canBreak && isOpening)) words[words.length - 1] += segment;
      else words.push(segment);
    }
    return words;
  }

  /** Lines of at most `width` points; a longer word has a line of its own and is cut. */
  function breakLines(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of listWords(text)) {
      if (line !== "" && measure((line + word).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += word;
    }
    return [...lines, line.trimEnd()].map((each) => cut(each, style, width));
  }

  function cut(text: string, style: TextStyle, width: number): string {
    if (measure(text, style) <= width) return text;
    const characters = [...text];
    while (characters.length > 1 && measure(`${characters.join("")}…`, style) > width) characters.pop();
    return `${characters.join("")}…`;
  }

  /** Draws one line; `y` is its baseline. Returns the width. */
  function draw(text: string, at: { x: number; y: number }, style: TextStyle): number {
    let { x } = at;
    for (const run of splitRuns(text)) {
      setFont(run, style);
      pdf.fillColor(style.color ?? "#1b2430");
      pdf.text(run.text, x, at.y, { lineBreak: false, baseline: "alphabetic" });
      x += pdf.widthOfString(run.text);
    }
    return x - at.x;
  }

  function drawRight(text: string, at: { x: number; y: number }, style: TextStyle): void {
    draw(text, { x: at.x - measure(text, style), y: at.y }, style);
  }

  return { measure, breakLines, cut, draw, drawRight };
}

export type PdfText = ReturnType<typeof createPdfText>;
