import type { Language } from "../../shared/i18n/language.ts";
import type { Chapter } from "./document.ts";
import type { Pictures } from "./pictures.ts";

/** Everything /agreement says in one language. */
export interface Library {
  readonly agreement: Chapter;
  /** By the name of the chapter's folder. */
  readonly manual: Readonly<Record<string, Chapter>>;
  readonly pictures: Pictures;
}

/** Chapters by their folder, from what a glob import gives. */
export function byFolder(files: Record<string, Chapter>): Record<string, Chapter> {
  return Object.fromEntries(
    Object.entries(files).map(([path, chapter]) => [path.split("/").at(-2) ?? "", chapter]),
  );
}

const loads = new Map<Language, Promise<Library>>();

/** The texts of a language are one file, fetched once. */
export function loadLibrary(language: Language): Promise<Library> {
  const begun = loads.get(language);
  if (begun !== undefined) return begun;
  const load = fetchLibrary(language);
  loads.set(language, load);
  // What did not come may come at the next try.
  load.catch(() => loads.delete(language));
  return load;
}

async function fetchLibrary(language: Language): Promise<Library> {
  const { library } = (await import(`./texts-${language}.ts`)) as { library: Library };
  return library;
}
