import type { en } from "./locales/en.ts";

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** Shape of every language's texts: English is where a key is declared. */
export type Messages = Texts<typeof en>;
