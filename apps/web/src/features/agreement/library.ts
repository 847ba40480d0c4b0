import type { Language } from "../../shared/base/i18n/language.ts";
import type { Chapter } from "./document.ts";
import type { PictureSizes, Pictures } from "./pictures.ts";

export interface ManualTexts {
  readonly agreement: Chapter;
  /** By the name of the chapter's folder. */
  readonly manual: Readonly<Record<string, Chapter>>;
  readonly sizes: PictureSizes;
}

/** Everything /agreement shows in one language. */
export interface Library extends Omit<ManualTexts, "sizes"> {
  readonly pictures: Pictures;
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
