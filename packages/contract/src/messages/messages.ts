import type { Language } from "../primitives.ts";
import type { MessageKey } from "./en.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";
import { th } from "./th.ts";
import { zhCn } from "./zh-cn.ts";

/** Values of the placeholders of a sentence. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Every sentence in every language. */
export const messages: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = {
  "zh-cn": zhCn,
  en,
  pt,
  th,
};

/** The sentence in a language; `{name}` stands for a parameter. */
export function formatMessage(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return messages[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
}

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(en, text);
}
