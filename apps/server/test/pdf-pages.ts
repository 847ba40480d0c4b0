import { execFileSync } from "node:child_process";
import { inflateSync } from "node:zlib";

/** A word with its box in points from the upper left corner. */
export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PdfWord[];
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const decode = (text: string): string => text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);

const run = (program: string, args: readonly string[], content: Uint8Array): Buffer =>
  execFileSync(program, args, { input: content, maxBuffer: 256 * 1024 * 1024 });

/** Words of each page by their boxes. */
export function readPdfPages(content: Uint8Array): PdfPage[] {
  const html = run("pdftotext", ["-bbox", "-", "-"], content).toString("utf8");
  const number = (attributes: string, name: string) =>
    Number(new RegExp(`${name}="([\\d.-]+)"`).exec(attributes)?.[1]);
  return html
    .split("<page ")
    .slice(1)
    .map((page) => ({
      width: number(page, "width"),
      height: number(page, "height"),
      words: [...page.matchAll(/<word ([^>]*)>([^<]*)<\/word>/g)].map(([, at = "", text = ""]) => ({
        text: decode(text),
        left: number(at, "xMin"),
        top: number(at, "yMin"),
        right: number(at, "xMax"),
        bottom: number(at, "yMax"),
      })),
    }));
}

/** Pairs of words of a page that are drawn over each other; boxes of neighbouring lines touch. */
export function findOverlaps({ words }: PdfPage): string[] {
  const overlap = (from: number, to: number, otherFrom: number, otherTo: number) =>
    Math.min(to, otherTo) - Math.max(from, otherFrom);
  return words.flatMap((word, index) =>
    words.slice(index + 1).flatMap((other) => {
      const across = overlap(word.left, word.right, other.left, other.right);
      const down = overlap(word.top, word.bottom, other.top, other.bottom);
      const height = Math.min(word.bottom - word.top, other.bottom - other.top);
      return across > 0.5 && down > height * 0.5 ? [`${word.text} | ${other.text}`] : [];
    }),
  );
}

/** Words outside of a page's margins, in points. */
export const findOutside = ({ width, height, words }: PdfPage, margin: number): string[] =>
  words
    .filter(({ left, top, right, bottom }) => {
      const isWithin = left >= margin && right <= width - margin && top >= 0 && bottom <= height;
      return !isWithin;
    })
    .map(({ text }) => text);

/** Number of characters that are drawn as the glyph 0, which fonts have for those they lack. */
export function countMissingGlyphs(content: Uint8Array): number {
  const pdf = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1");
  let missing = 0;
  for (const [, stream = ""] of pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    let text: string;
    try {
      text = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    } catch {
      // A stream of another kind.
      continue;
    }
    for (const [, shown = ""] of text.matchAll(/\[([^\]]*)\]\s*TJ/g))
      for (const [, glyphs = ""] of shown.matchAll(/<([0-9a-fA-F]+)>/g))
        missing += (glyphs.match(/.{4}/g) ?? []).filter((glyph) => glyph === "0000").length;
  }
  return missing;
}

/** A page as pixels of a point, row by row. */
function drawPage(content: Uint8Array, page: number, colors: "gray" | "rgb") {
  const args = [...(colors === "gray" ? ["-gray"] : []), "-r", "72", "-f", String(page), "-l", String(page)];
  const picture = run("pdftoppm", [...args, "-"], content);
  const head = /^P[56]\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 40).toString("latin1"));
  if (head === null) throw new Error("pdftoppm has not written a picture");
  return { width: Number(head[1]), height: Number(head[2]), pixels: picture.subarray(head[0].length) };
}

const COLOR_TOLERANCE = 4;

/** Share of the first page that has a colour: red, green and blue from 0 to 255. */
export function measureColor(content: Uint8Array, color: readonly [number, number, number]): number {
  const { width, height, pixels } = drawPage(content, 1, "rgb");
  let count = 0;
  for (let at = 0; at < pixels.length; at += color.length)
    if (color.every((value, index) => Math.abs(value - pixels[at + index]!) <= COLOR_TOLERANCE)) count += 1;
  return count / (width * height);
}

/** Share of each page's picture that is not white, beyond the margins left and right and within them. */
export function measureInk(content: Uint8Array, page: number, margin: number) {
  const { width, height, pixels } = drawPage(content, page, "gray");
  // The bar over the first page is as wide as the paper.
  const top = 10;
  let [outside, inside] = [0, 0];
  for (let y = top; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] ?? 255) >= 250) continue;
      if (x < margin - 1 || x > width - margin + 1) outside += 1;
      else inside += 1;
    }
  return { outside, inside: inside / (width * height) };
}
