import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { ReplayError } from "./replay-error.ts";

/** A file's content, taken apart on demand. */
export interface SourceFile {
  /** File name without folders. */
  readonly name: string;
  readonly text: string;
  /** Cells of the first line. */
  readonly header: readonly string[];
  /** The lines below the first, taken apart as CSV. */
  rows(): readonly (readonly string[])[];
  /** undefined when the text is no JSON. */
  json(): unknown;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new ReplayError(`${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

function decode(path: string): string {
  const bytes = readBytes(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return (isGzip ? gunzipSync(bytes) : bytes).toString("utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    throw new ReplayError(`${path} is damaged: it begins as gzip and cannot be unpacked.`, { cause });
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function parseCsv(name: string, text: string): string[][] {
  try {
    return parse(text, { skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    throw new ReplayError(`${name} cannot be read as CSV: ${(cause as Error).message}.`, { cause });
  }
}

/** Cells of the first line, quoted or not; the raw text where the line is no CSV. */
function readHeader(text: string): string[] {
  const firstLine = text.slice(0, text.search(/\r?\n|$/)).slice(0, 4_096);
  try {
    const [cells = []] = parse(firstLine) as string[][];
    return cells.map((cell) => cell.trim());
  } catch {
    return firstLine.split(",").map((cell) => cell.trim());
  }
}

export function sourceOf(name: string, text: string): SourceFile {
  return {
    name,
    text,
    header: readHeader(text),
    rows: once(() => parseCsv(name, text).slice(1)),
    json: once(() => {
      if (!/^\s*[[{]/.test(text)) return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    }),
  };
}

/** Reads a file, unpacking gzip. Throws ReplayError when it is missing, empty or damaged. */
export function readSource(path: string): SourceFile {
  const text = decode(path);
  if (text.trim() === "") throw new ReplayError(`${path} is empty.`);
  return sourceOf(basename(path), text);
}

/** Files named, and those found below the folders named, in order of name. Throws ReplayError for what is not there. */
export function findFiles(paths: readonly string[]): { named: string[]; found: string[] } {
  const named: string[] = [];
  const found: string[] = [];
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new ReplayError(`${path}: there is no such file or folder.`);
    if (!stats.isDirectory()) named.push(path);
    else
      found.push(
        ...readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort(),
      );
  }
  return { named, found };
}
