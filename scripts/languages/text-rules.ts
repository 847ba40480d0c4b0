/** The languages of the product by the names of their files, with the tag `Intl` knows them by. */
export const languageTags = { en: "en-GB", "zh-cn": "zh-CN", pt: "pt-BR", th: "th-TH" } as const;
export type LanguageName = keyof typeof languageTags;

/** Texts of one language by key. */
export type Texts = ReadonlyMap<string, string>;

export interface Complaint {
  readonly key: string;
  readonly rule: string;
  readonly text: string;
}

export interface Judged {
  readonly language: LanguageName;
  readonly texts: Texts;
  readonly english: Texts;
  /** `{{name}}` in the console, `{name}` in the server's sentences. */
  readonly placeholder: RegExp;
}

/** Words that stay as they are in every language: names, units, signs on devices, what is typed or pressed. */
const kept =
  /\b(Heliograph|Cloud|MCON|DCON|SCON|OPT|RSD|ROOT|SN|AC|DC|CSV|XLSX?|PDF|PNG|JPE?G|WebP|SVG|QR|PWA|Webhooks?|APP|App|Web|Wi-?Fi|HPLC|MQTT|UTC|GPS|PLC|LED|USB|ID|IP|URL|https?|kWh?|MWh?|GWh?|Wh?|Wp|kWp|MPPT|Hz|V|A|dBm|CO₂|KiB|MiB|Ctrl|Esc|Enter|Tab|Shift|Alt|Chrome|Edge|Safari|Firefox|Chromium|iOS|Android|iPhone|iPad|Windows|macOS|Linux|App Store|Google Play|Apache|GitHub|EUR|CNY|Berlin|Europe|YYYY|MM|DD|hh|mm|ss|Z|A-Z|[A-Z])\b/gu;

/** What is typed in small letters in every language. */
const typed = new Set(["img", "lang", "https", "npm"]);

/** Words that are spelt alike in English and in Portuguese. */
const alike = new Set(
  "normal offline online total string strings gateway gateways status layout link menu internet backup download upload firmware log logs chip zoom web site app email global local original real manual visual digital virtual capital final ok china supervisor temp latitude longitude software hardware bytes console oceania".split(
    " ",
  ),
);

/** Portuguese of Portugal where Brazil says another word. */
const european =
  /\b(ecrãs?|utilizador(es)?|palavra-passe|telemóve(l|is)|ficheiros?|registo|gestão de ficheiros|contacto|equipa)\b/iu;

/** Earnings are `receita` on every page. */
const otherEarnings = /\bganhos?\b/iu;

const scripts = { han: /\p{Script=Han}/u, thai: /\p{Script=Thai}/u } as const;

const placeholdersOf = (text: string, placeholder: RegExp): string =>
  (text.match(placeholder) ?? []).sort().join(" ");

/** The translatable part of a text: without placeholders, untranslated words and characters that are no letters. */
function wordsOf(text: string, placeholder: RegExp): string {
  return text
    .replace(placeholder, " ")
    .replace(kept, " ")
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
}

/** Names begin with a capital; what is in lower case throughout is an untranslated word, or an address. */
const hasForeignWord = (text: string): boolean =>
  (text.match(/[\w:/.@+-]+/gu) ?? []).some((word) => /^[a-z]{3,}$/u.test(word) && !typed.has(word));

type Rule = (key: string, text: string, judged: Judged) => boolean;

const rules: Readonly<Record<string, Rule>> = {
  "is empty": (_key, text) => text.trim() === "",
  "has other placeholders than the English text": (key, text, { english, placeholder }) =>
    english.has(key) &&
    placeholdersOf(text, placeholder) !== placeholdersOf(english.get(key) ?? "", placeholder),
  "is still in English": (key, text, { language, english, placeholder }) => {
    const words = wordsOf(text, placeholder);
    if (language === "en" || words === "" || text !== english.get(key)) return false;
    const areAlike = words
      .toLowerCase()
      .split(" ")
      .every((word) => alike.has(word));
    return language !== "pt" || !areAlike;
  },
  "is not in the script of its language": (_key, text, { language, placeholder }) => {
    const words = wordsOf(text, placeholder);
    if (words === "") return false;
    if (language === "zh-cn") return !scripts.han.test(words) || scripts.thai.test(words);
    if (language === "th") return !scripts.thai.test(words) || scripts.han.test(words);
    return scripts.han.test(words) || scripts.thai.test(words);
  },
  "has foreign words left": (_key, text, { language, placeholder }) =>
    (language === "zh-cn" || language === "th") && hasForeignWord(text.replace(placeholder, " ")),
  "is Portuguese of Portugal": (_key, text, { language }) => language === "pt" && european.test(text),
  "names earnings otherwise than receita": (_key, text, { language }) =>
    language === "pt" && otherEarnings.test(text),
  "has half-width marks between Chinese characters": (_key, text, { language }) =>
    language === "zh-cn" && /\p{Script=Han}\s?[,;:?!]|\p{Script=Han}\.(\s|$)|\.{3}/u.test(text),
  "ends a Thai sentence with a full stop": (_key, text, { language }) =>
    language === "th" && /\p{Script=Thai}\p{M}*\.$/u.test(text),
  "has Thai digits": (_key, text) => /[๐-๙]/u.test(text),
  "has three dots for an ellipsis": (_key, text) => text.includes("..."),
  "has space at its edge": (_key, text) => text !== text.trim(),
};

/** Whether a text without an English counterpart is in its language. */
export const isInLanguage = (text: string, language: LanguageName): boolean =>
  judgeTexts({ language, texts: new Map([["", text]]), english: new Map([["", ""]]), placeholder: /(?!)/gu })
    .length === 0;

/** Problems of the texts of a language, compared with the English ones. */
export function judgeTexts(judged: Judged): Complaint[] {
  const { texts, english } = judged;
  const complaints: Complaint[] = [];
  const keys = new Set([...texts.keys(), ...english.keys()]);
  for (const key of keys) {
    const text = texts.get(key);
    if (text === undefined) complaints.push({ key, rule: "is missing", text: "" });
    else if (!english.has(key)) complaints.push({ key, rule: "is in no other language", text });
    else
      for (const [rule, isBroken] of Object.entries(rules))
        if (isBroken(key, text, judged)) complaints.push({ key, rule, text });
  }
  return [...complaints, ...judgePlurals(judged)];
}

/**
 * Plural forms (CLDR): each set has the form `other`, from which the console makes those of a language that are missing;
 * a form the language does not know would never be shown, so it must say nothing else.
 */
function judgePlurals({ language, texts }: Judged): Complaint[] {
  const known = new Intl.PluralRules(languageTags[language]).resolvedOptions().pluralCategories;
  const complaints: Complaint[] = [];
  for (const [key, text] of texts) {
    const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/u.exec(key) ?? [];
    if (base === undefined || form === undefined) continue;
    const other = texts.get(`${base}_other`);
    if (other === undefined) complaints.push({ key, rule: "has no plural form other", text });
    else if (!known.includes(form as Intl.LDMLPluralRule) && text !== other)
      complaints.push({ key, rule: `is a plural form ${language} never uses`, text });
    if (form === "other" && known.includes("one") && !texts.has(`${base}_one`))
      complaints.push({ key, rule: "has no plural form one", text });
    if (!text.includes("{")) complaints.push({ key, rule: "is a plural without its number", text });
  }
  return complaints;
}
